import {
  ApplicationFailure,
  type Client,
  isGrpcServiceError,
  WorkflowExecutionAlreadyStartedError,
  WorkflowNotFoundError,
  type WorkflowStartOptions,
  WorkflowUpdateFailedError,
  WorkflowUpdateRPCTimeoutOrCancelledError,
} from '@temporalio/client';
import type { UpdateDefinition } from '@temporalio/common';
import { type Abandoned, EngineUnavailable, type RunClient, RunNotOpen } from '../api/run-client.ts';
import { evolve } from '../domain/evolve.ts';
import { Refused } from '../domain/input.ts';
import { fieldsOf } from '../domain/requests.ts';
import { INITIAL } from '../domain/run-state.ts';
import {
  type Applied,
  budgetUpdate,
  DsapAttempts,
  DsapStatus,
  DsapTags,
  DsapWorkflow,
  decideUpdate,
  type RunInput,
  type RunSettings,
  stopUpdate,
} from '../workflows/messages.ts';
import type { DsapRun } from '../workflows/run-workflow.ts';
import { createHealthProbe } from './health.ts';

export interface TemporalRunClientOptions {
  readonly client: Client;
  /** The prefix of the task queues, which is also the workflows' own queue. */
  readonly taskQueue: string;
  readonly settings: RunSettings;
}

/** Milliseconds that a call to the server may take; an Update also waits for a worker. */
const DEADLINE = 5_000;

/** gRPC status codes (google.rpc.Code). */
const DEADLINE_EXCEEDED = 4;
const NOT_FOUND = 5;
const FAILED_PRECONDITION = 9;
const UNAVAILABLE = 14;

/** The engine as the API sees it, over Temporal's client. The run's id is the workflow's id. */
export function createTemporalRunClient({ client, taskQueue, settings }: TemporalRunClientOptions): RunClient {
  const within = <Result>(work: () => Promise<Result>) => client.withDeadline(Date.now() + DEADLINE, work);
  const update = <Request>(
    definition: UpdateDefinition<Applied, [Request]>,
    runId: string,
    request: Request,
    requestId: string,
  ): Promise<Applied> =>
    repeating(() =>
      within(() =>
        client.workflow.getHandle(runId).executeUpdate(definition, { args: [request], updateId: requestId }),
      ),
    );
  return {
    async start({ runId, plan, created, summary, tags }) {
      const state = evolve(INITIAL, created);
      const input: RunInput = { plan, state, stored: created.seq, answered: [], settings };
      const options: WorkflowStartOptions<typeof DsapRun> = {
        taskQueue,
        workflowId: runId,
        args: [input],
        // A run is started once for ever: the same id again is the same run, whatever became of it.
        workflowIdReusePolicy: 'REJECT_DUPLICATE',
        workflowIdConflictPolicy: 'USE_EXISTING',
        staticSummary: summary.slice(0, 180),
        memo: { definition: plan.definition },
        typedSearchAttributes: [
          { key: DsapStatus, value: state.status },
          { key: DsapWorkflow, value: plan.definition.name },
          { key: DsapTags, value: [...tags] },
          { key: DsapAttempts, value: 0 },
        ],
      };
      await translating(() =>
        within(() => client.workflow.start<typeof DsapRun>('DsapRun', options)).catch((error: unknown) => {
          if (!(error instanceof WorkflowExecutionAlreadyStartedError)) throw error;
        }),
      );
    },
    stop: (runId, request, requestId) => update(stopUpdate, runId, request, requestId),
    decide: (runId, request, requestId) => update(decideUpdate, runId, request, requestId),
    budget: (runId, request, requestId) => update(budgetUpdate, runId, request, requestId),
    abandoned: (since) => translating(() => within(() => abandonedSince(client, since))),
    health: createHealthProbe(client, taskQueue),
  };
}

/** Events that such an execution had under way may still reach the log for so many milliseconds. */
const LAG = 2_000;

async function abandonedSince(client: Client, since: number): Promise<readonly Abandoned[]> {
  const [from, to] = [since, Date.now() - LAG].map((time) => new Date(time).toISOString());
  const over = `ExecutionStatus IN ('Terminated', 'Failed') AND CloseTime BETWEEN '${from}' AND '${to}'`;
  const found: Abandoned[] = [];
  for await (const { workflowId, status } of client.workflow.list({ query: `WorkflowType = 'DsapRun' AND ${over}` })) {
    found.push({ runId: workflowId, status: status.name === 'TERMINATED' ? 'terminated' : 'failed' });
  }
  return found;
}

/** An Update that met a closing or continuing execution is sent again under its id; it is applied once (R74). */
async function repeating(send: () => Promise<Applied>): Promise<Applied> {
  for (let left = 5; ; left -= 1) {
    try {
      return await translating(send);
    } catch (error) {
      if (left === 0 || codeOf(causeOf(error)) !== FAILED_PRECONDITION) throw error;
      await new Promise((resolve) => setTimeout(resolve, 50));
    }
  }
}

async function translating<Result>(work: () => Promise<Result>): Promise<Result> {
  try {
    return await work();
  } catch (error) {
    throw translate(error);
  }
}

/** Temporal's errors in the API's words; what it does not know stays as it is. */
function translate(error: unknown): unknown {
  if (error instanceof WorkflowNotFoundError) return new RunNotOpen('The run has no open execution.', { cause: error });
  if (error instanceof WorkflowUpdateFailedError) return refusalOf(error);
  if (error instanceof WorkflowUpdateRPCTimeoutOrCancelledError) return noWorker(error);
  const code = codeOf(error);
  if (code === NOT_FOUND) return new RunNotOpen('The run has no open execution.', { cause: error });
  if (code === DEADLINE_EXCEEDED) return noWorker(error);
  if (code === UNAVAILABLE) return new EngineUnavailable('temporal', 'The Temporal server does not answer.', error);
  if (code === FAILED_PRECONDITION) return new EngineUnavailable('temporal', 'The run was busy; try again.', error);
  return error;
}

/** The run's end cut the Update off, or the run refused it while it was closing. */
const ENDED = new Set(['AcceptedUpdateCompletedWorkflow', 'run_not_open']);

/** What a validator or a handler refused; an Update cut off by the run's end is answered as that end. */
function refusalOf({ cause }: WorkflowUpdateFailedError): unknown {
  if (!(cause instanceof ApplicationFailure)) return cause;
  if (ENDED.has(cause.type ?? '')) return new RunNotOpen('The run ended meanwhile.', { cause });
  return new Refused(cause.type ?? 'refused', cause.message, fieldsOf(cause.details?.[0]));
}

function noWorker(error: unknown): EngineUnavailable {
  return new EngineUnavailable('worker', 'No worker took the request in time.', error);
}

function causeOf(error: unknown): unknown {
  return error instanceof EngineUnavailable ? error.cause : error;
}

function codeOf(error: unknown): number | undefined {
  return isGrpcServiceError(error) ? error.code : undefined;
}
