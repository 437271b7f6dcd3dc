import { setTimeout as wait } from 'node:timers/promises';
import { ApplicationFailure } from '@temporalio/common';
import { type Execution as Begun, type RunClient, RunNotOpen } from '../../../src/api/run-client.ts';
import { Refused, type ResumeRequest } from '../../../src/model/input.ts';
import { fieldsOf } from '../../../src/text/fields.ts';
import { type RunInput, UPDATES } from '../../../src/workflows/messages.ts';
import { DsapRun } from '../../../src/workflows/run-workflow.ts';
import { CONNECTIONS } from '../servers/database.ts';
import { type AnyEngine, createEngineParts, type EngineParts, type PartsOptions, type RunHandle } from './parts.ts';
import {
  type Call,
  ContinuedAsNew,
  createExecution,
  type Execution,
  type Registered,
  within,
} from './workflow-in-process.ts';

/** Runs whose calls are made in this process: all but Temporal is as it is in the service. */
export interface LocalEngine extends AnyEngine {
  /** How many executions a run has had. */
  executionsOf(runId: string): number;
  /** The activities that it has asked for, oldest first. */
  callsOf(runId: string): readonly Call[];
}

interface LocalOptions extends PartsOptions {
  /** Activities of somebody else's, by their task queue. */
  readonly theirs?: Readonly<Record<string, Registered>>;
  /** Activities are made one after the other, in the order in which they were begun. */
  readonly inTurn?: true;
}

/** The newest execution of a run. */
interface Open {
  readonly execution: Execution;
  readonly number: number;
  /** Of all executions that it was continued in. */
  readonly outcome: Promise<unknown>;
}

/** An engine without Temporal, for the lane `db`: what it plays are the workflow, the activities, the store and the models in earnest. */
export async function startInProcess(options: LocalOptions = {}): Promise<LocalEngine> {
  const parts = await createEngineParts({ store: { poolSize: CONNECTIONS }, ...options });
  const own = options.inTurn ? inTurn(parts.activities) : parts.activities;
  const activities = (queue: string): Registered => options.theirs?.[queue] ?? own;
  const { store, guards, taskQueue, databaseUrl, until, log } = parts;
  const open = new Map<string, Open>();
  const runs = runClientOver({ ...parts, activities }, open);
  return {
    store,
    runs,
    guards,
    taskQueue,
    databaseUrl,
    start: parts.startBy(runs),
    until,
    log,
    handleOf: (runId) => handleOf(open, runId),
    executionsOf: (runId) => open.get(runId)?.number ?? 0,
    callsOf: (runId) => open.get(runId)?.execution.calls ?? [],
    async stop() {
      for (const { execution } of open.values()) if (!execution.isOver) execution.scope.cancel();
      await Promise.allSettled([...open.values()].map(({ outcome }) => outcome));
      await parts.stop();
    },
  };
}

/** Between two of them the workflow hears what the first has answered. */
function inTurn(activities: Registered): Registered {
  let last: Promise<unknown> = Promise.resolve();
  const waiting =
    (work: Registered[string]): Registered[string] =>
    (input) => {
      const made = last.then(() => work(input));
      last = made.catch(() => undefined).then(() => wait(BETWEEN));
      return made;
    };
  // Others wait for what it stores.
  const inOrder = ([name, work]: [string, Registered[string]]) =>
    [name, name === 'flush' ? work : waiting(work)] as const;
  return Object.fromEntries(Object.entries(activities).map(inOrder));
}

/** Milliseconds. */
const BETWEEN = 2;

interface Played extends Pick<EngineParts, 'taskQueue' | 'settings'> {
  readonly activities: Execution['activities'];
}

function runClientOver(parts: Played, open: Map<string, Open>): RunClient {
  const begin = ({ plan, state }: Begun, resume?: ResumeRequest): boolean => {
    if (open.get(state.runId)?.execution.isOver === false) return false;
    const { settings } = parts;
    void play(parts, open, state.runId, {
      plan,
      state,
      stored: state.seq,
      answered: [],
      settings,
      ...(resume && { resume }),
    });
    return true;
  };
  return {
    async start(execution) {
      if (!open.has(execution.state.runId)) begin(execution);
    },
    restart: async (execution, request) => begin(execution, request),
    async send(runId, request, requestId) {
      const update = UPDATES[request.kind === 'clarify' ? 'redirect' : request.kind];
      try {
        const applied = await handleOf(open, runId).executeUpdate(update, { args: [request], updateId: requestId });
        return { seq: 0, changed: true, ...Object(applied) };
      } catch (error) {
        throw inWords(error);
      }
    },
    kill: () => Promise.reject(new Error('Nothing ends an execution here but the run itself.')),
    abandoned: async () => [],
    failureOf: async () => undefined,
    isOpen: async (runId) => open.get(runId)?.execution.isOver === false,
    hindrances: async () => [],
    unpolled: async () => new Set(),
    health: async () => ({ server: true, workers: true, detail: '', guardWorkers: [] }),
    reach: async () => ({ server: true, detail: '' }),
  };
}

/** Begins an execution, and those that it is continued in. */
function play(played: Played, open: Map<string, Open>, runId: string, input: unknown): Promise<unknown> {
  const { execution: { calls } = { calls: [] }, number } = open.get(runId) ?? { number: 0 };
  const execution = createExecution({ ...played, workflowId: runId, calls });
  const outcome = playTo(execution, JSON.parse(JSON.stringify(input)), (next) => play(played, open, runId, next));
  outcome.catch(() => undefined);
  open.set(runId, { execution, number: number + 1, outcome });
  return outcome;
}

/** To its own end, or that of those that it is continued in. */
async function playTo(
  execution: Execution,
  input: RunInput,
  goOn: (input: unknown) => Promise<unknown>,
): Promise<unknown> {
  try {
    return await within(execution, () => DsapRun(input));
  } catch (error) {
    if (error instanceof ContinuedAsNew) return await goOn(error.input);
    throw error;
  } finally {
    execution.isOver = true;
  }
}

function handleOf(open: ReadonlyMap<string, Open>, runId: string): RunHandle {
  const now = (): Open => {
    const found = open.get(runId);
    if (!found) throw new RunNotOpen('The run has no open execution.');
    return found;
  };
  const handled = ({ execution }: Open, type: string, named: string | { readonly name: string }) =>
    execution.handlers.get(`${type} ${typeof named === 'string' ? named : named.name}`);
  return {
    async executeUpdate(update, { args, updateId = '' }) {
      const run = now();
      if (run.execution.isOver) throw new RunNotOpen('The run has no open execution.');
      const { handler, validator } = handled(run, 'update', update) ?? {};
      const sent = JSON.parse(JSON.stringify(args));
      const cutOff = () => {
        throw new RunNotOpen('The run ended meanwhile.');
      };
      try {
        within(run.execution, () => validator?.(...sent), updateId);
        const answer = within(run.execution, () => handler?.(...sent), updateId);
        run.execution.look();
        return await Promise.race([answer, run.outcome.then(cutOff, cutOff)]);
      } catch (error) {
        throw error instanceof ApplicationFailure ? new Error('Workflow Update failed', { cause: error }) : error;
      }
    },
    async signal(signal, request) {
      const run = now();
      if (run.execution.isOver) throw new RunNotOpen('The run has no open execution.');
      within(run.execution, () => handled(run, 'signal', signal)?.handler(JSON.parse(JSON.stringify(request))));
      run.execution.look();
    },
    async query(query) {
      const run = now();
      return JSON.parse(JSON.stringify(within(run.execution, () => handled(run, 'query', query)?.handler())));
    },
    async cancel() {
      const { execution } = now();
      execution.scope.cancel();
      execution.look();
    },
    result: () => now().outcome,
  };
}

/** As the client of Temporal says it to the API. */
function inWords(error: unknown): unknown {
  const cause = error instanceof Error ? error.cause : undefined;
  if (!(cause instanceof ApplicationFailure)) return error;
  if (cause.type === 'run_not_open') return new RunNotOpen('The run ended meanwhile.', { cause });
  return new Refused(cause.type ?? 'refused', cause.message, fieldsOf(cause.details?.[0]));
}
