import {
  ApplicationFailure,
  type Client,
  WorkflowExecutionAlreadyStartedError,
  WorkflowFailedError,
  WorkflowNotFoundError,
  type WorkflowStartOptions,
  WorkflowUpdateFailedError,
  WorkflowUpdateRPCTimeoutOrCancelledError,
} from '@temporalio/client';
import type { UpdateDefinition } from '@temporalio/common';
import {
  type Abandoned,
  EngineUnavailable,
  type Execution,
  type RunClient,
  RunNotOpen,
  RunStuck,
} from '../api/run-client.ts';
import { evolve, stepsAtWork, tick } from '../engine.ts';
import { Refused, type Request, type ResumeRequest } from '../model/input.ts';
import type { Plan } from '../model/plan.ts';
import { type RunState, STATE_SCHEMA } from '../model/run-state.ts';
import type { WorkerHeartbeats } from '../ports/worker-heartbeats.ts';
import { fieldsOf } from '../text/fields.ts';
import {
  type Applied,
  DsapAttempts,
  DsapStatus,
  DsapStep,
  DsapTags,
  DsapWorkflow,
  type RunInput,
  type RunSettings,
  UPDATES,
} from '../workflows/messages.ts';
import type { DsapRun } from '../workflows/run-workflow.ts';
import { codeOf, FAILED_PRECONDITION, isServerAway, NOT_FOUND } from './grpc-codes.ts';
import { createHealthProbe, type Presence } from './health.ts';
import { hindrancesOf } from './hindrances.ts';
import { watchAnswers } from './standing.ts';
import { whyStuck } from './stuck.ts';
import { createUnpolledQueues } from './unpolled-queues.ts';

export interface TemporalRunClientOptions {
  readonly client: Client;
  /** The prefix of the task queues, which is also the workflows' own queue. */
  readonly taskQueue: string;
  readonly settings: RunSettings;
  /** Which workers live, where somebody knows it sooner than the server. */
  readonly presence?: Presence;
  /** Which of those without a connection to the database have fallen silent. */
  readonly heartbeats?: Pick<WorkerHeartbeats, 'isSilent'>;
}

/** Milliseconds that a call to the server may take; an Update also waits for a worker. */
const DEADLINE = 5_000;
/** The same of a look for what is wrong. */
const LOOK = 2_000;

/** The engine as the API sees it, over Temporal's client. The run's id is the workflow's id. */
export function createTemporalRunClient({
  client,
  taskQueue,
  settings,
  presence,
  heartbeats,
}: TemporalRunClientOptions): RunClient {
  const { within, known } = watchAnswers(client, DEADLINE);
  /** False when an execution under this id is in the way. */
  const begin = (options: WorkflowStartOptions<typeof DsapRun>): Promise<boolean> =>
    translating(async () => {
      try {
        await within(() => client.workflow.start<typeof DsapRun>('DsapRun', options));
        return true;
      } catch (error) {
        if (error instanceof WorkflowExecutionAlreadyStartedError) return false;
        throw error;
      }
    });
  const settled = { taskQueue, settings };
  const health = createHealthProbe(client, taskQueue, presence, heartbeats);
  const blame = blaming(client, health);
  return {
    async start(execution) {
      // A run is started once for ever: the same id again is the same run, whatever became of it.
      const policies = { workflowIdReusePolicy: 'REJECT_DUPLICATE', workflowIdConflictPolicy: 'USE_EXISTING' } as const;
      await begin({ ...startOptions(execution, settled), ...policies });
    },
    restart(execution, request) {
      const policies = { workflowIdReusePolicy: 'ALLOW_DUPLICATE', workflowIdConflictPolicy: 'FAIL' } as const;
      return begin({ ...startOptions(execution, settled, request), ...policies });
    },
    send: (runId, request, requestId) =>
      repeating(() =>
        within(() =>
          client.workflow.getHandle(runId).executeUpdate(updateOf(request), { args: [request], updateId: requestId }),
        ),
      ).catch((error: unknown) => blame(runId, error)),
    async kill(runId, reason) {
      await translating(() => within(() => client.workflow.getHandle(runId).terminate(reason)));
    },
    isOpen: (runId) =>
      translating(async () => {
        const { status } = await within(() => client.workflow.getHandle(runId).describe());
        return status.name === 'RUNNING';
      }),
    failureOf: (runId) => translating(() => within(() => failureTypeOf(client, runId))),
    abandoned: (since) => translating(() => within(() => abandonedSince(client, since))),
    hindrances: (runId) => look(client, () => hindrancesOf(client, runId, { health, taskQueue })).catch(() => []),
    unpolled: createUnpolledQueues(client),
    health,
    reach: () => known(health),
  };
}

/** An Update runs into its deadline for want of a worker, of a server, and of a worker that can do the run's task. */
function blaming(client: Client, health: RunClient['health']) {
  return async (runId: string, error: unknown): Promise<never> => {
    if (error instanceof Refused || error instanceof RunNotOpen) throw error;
    const stuck = look(client, () => whyStuck(client, runId)).catch(() => undefined);
    const [reason, { server }] = await Promise.all([stuck, health()]);
    if (reason !== undefined) throw new RunStuck(reason, error);
    const isLate = error instanceof EngineUnavailable && error.part === 'worker';
    throw isLate && !server ? noServer(error.cause) : error;
  };
}

function look<Result>(client: Client, at: () => Promise<Result>): Promise<Result> {
  return client.withDeadline(Date.now() + LOOK, at);
}

function startOptions(
  { plan, state, summary, tags }: Execution,
  { taskQueue, settings }: Pick<TemporalRunClientOptions, 'taskQueue' | 'settings'>,
  resume?: ResumeRequest,
) {
  const input: RunInput = { plan, state, stored: state.seq, answered: [], settings, ...(resume && { resume }) };
  return {
    taskQueue,
    workflowId: state.runId,
    args: [input],
    staticSummary: summary.slice(0, 180),
    memo: { definition: plan.definition },
    typedSearchAttributes: [
      { key: DsapStatus, value: state.life.status },
      { key: DsapWorkflow, value: plan.definition.name },
      { key: DsapTags, value: [...tags] },
      { key: DsapAttempts, value: state.usage.attempts },
      // What the run would say itself in its first moment, at the price of an event.
      ...(resume || state.schema !== STATE_SCHEMA ? [] : [{ key: DsapStep, value: [...firstSteps(plan, state)] }]),
    ],
  } satisfies WorkflowStartOptions<typeof DsapRun>;
}

function firstSteps(plan: Plan, state: RunState): readonly string[] {
  return stepsAtWork(tick(plan, state, state.at).reduce(evolve, state));
}

/** The table pairs each kind with an Update of that kind's requests; the compiler does not carry this through a look-up. */
function updateOf({ kind }: Request): UpdateDefinition<Applied, [Request]> {
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion
  return UPDATES[kind === 'clarify' ? 'redirect' : kind] as UpdateDefinition<Applied, [Request]>;
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

async function failureTypeOf(client: Client, runId: string): Promise<string | undefined> {
  try {
    await client.workflow.getHandle(runId).result();
    return undefined;
  } catch (error) {
    if (!(error instanceof WorkflowFailedError)) throw error;
    return typeIn(error.cause);
  }
}

/** Of the failure at the bottom: an activity's lies below the one that says that it failed. */
function typeIn(failure: unknown): string | undefined {
  if (failure instanceof ApplicationFailure) return failure.type ?? undefined;
  return failure instanceof Error ? typeIn(failure.cause) : undefined;
}

/** An Update that met a closing or continuing execution is sent again under its id; it is applied once (R74). */
async function repeating(send: () => Promise<Applied>): Promise<Applied> {
  for (let left = 5; ; left -= 1) {
    try {
      return await translating(send);
    } catch (error) {
      if (left === 0 || codeOf(error) !== FAILED_PRECONDITION) throw error;
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
  if (isServerAway(error)) return noServer(error);
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

export function noServer(error: unknown): EngineUnavailable {
  return new EngineUnavailable('temporal', 'The Temporal server does not answer.', error);
}

function noWorker(error: unknown): EngineUnavailable {
  return new EngineUnavailable('worker', 'No worker took the request in time.', error);
}
