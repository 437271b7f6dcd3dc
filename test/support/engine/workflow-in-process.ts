/**
 * What `src/workflows` takes from `@temporalio/workflow`, without a server: a workflow lives in this process, what it schedules is called here,
 * and nothing of it outlives the process. The lane `db` loads it in that package's place (`jest.config.js`), so that the loop, the messages
 * and the calls are the real ones. What Temporal itself can break (histories, kills, lost workers, timeouts) shows in the lane `engine` alone.
 */
import { AsyncLocalStorage } from 'node:async_hooks';
import { randomUUID } from 'node:crypto';
import {
  type ActivityOptions,
  CancelledFailure,
  type LocalActivityOptions,
  type RetryPolicy,
} from '@temporalio/common';
import { msToNumber } from '@temporalio/common/lib/time.js';
import { type Called, inActivity, isFinal, waitBefore } from './activity-in-process.ts';

export { ApplicationFailure } from '@temporalio/common';

type Handler = (...args: readonly unknown[]) => unknown;
interface Handled {
  readonly handler: Handler;
  readonly validator?: Handler;
}
/** A call that a workflow has made. */
export interface Call {
  readonly name: string;
  /** What the timeline would show beside it; empty where it shows nothing. */
  readonly summary: string;
}

/** What a workflow calls, by name. */
export type Registered = Readonly<Record<string, (input: never) => Promise<unknown>>>;

/** One execution of a workflow. */
export interface Execution {
  readonly workflowId: string;
  readonly runId: string;
  readonly taskQueue: string;
  /** Those that are served on a task queue. */
  activities(queue: string): Registered;
  /** What it has called, oldest first. */
  readonly calls: Call[];
  readonly scope: CancellationScope;
  readonly handlers: Map<string, Handled>;
  isOver: boolean;
  /** About as long as its history would be. */
  historyLength: number;
  /** Looks at its conditions, once what is under way in this moment has settled. */
  look(): void;
}

interface Here {
  readonly execution: Execution;
  readonly scope: CancellationScope;
  readonly updateId?: string;
}

interface Waiting {
  readonly isSo: () => boolean;
  readonly resolve: () => void;
}

const storage = new AsyncLocalStorage<Here>();
const conditions = new WeakMap<Execution, Set<Waiting>>();

function here(): Here {
  const found = storage.getStore();
  if (!found) throw new Error('This is no workflow.');
  return found;
}

export class CancellationScope {
  readonly #listeners = new Set<() => void>();
  #isCancelled = false;

  constructor({ isDetached = false }: { readonly isDetached?: boolean } = {}) {
    const parent = storage.getStore()?.scope;
    if (!isDetached && parent) parent.onCancel(() => this.cancel());
  }

  run<Result>(work: () => Promise<Result>): Promise<Result> {
    return storage.run({ ...here(), scope: this }, work);
  }

  cancel(): void {
    this.#isCancelled = true;
    for (const listener of this.#listeners) listener();
  }

  /** Answers how to listen no more; says so at once where it has been cancelled. */
  onCancel(listener: () => void): () => void {
    if (this.#isCancelled) listener();
    this.#listeners.add(listener);
    return () => void this.#listeners.delete(listener);
  }

  static nonCancellable<Result>(work: () => Promise<Result>): Promise<Result> {
    return new CancellationScope({ isDetached: true }).run(work);
  }
}

export function createExecution(
  facts: Pick<Execution, 'workflowId' | 'taskQueue' | 'activities' | 'calls'>,
): Execution {
  const waiting = new Set<Waiting>();
  let isLooking = false;
  const execution: Execution = {
    ...facts,
    runId: randomUUID(),
    scope: new CancellationScope({ isDetached: true }),
    handlers: new Map(),
    isOver: false,
    historyLength: 3,
    look() {
      if (isLooking) return;
      isLooking = true;
      setImmediate(() => {
        isLooking = false;
        for (const one of waiting) {
          if (!one.isSo()) continue;
          waiting.delete(one);
          one.resolve();
          execution.look();
        }
      });
    },
  };
  conditions.set(execution, waiting);
  return execution;
}

/** Work of the workflow: its function, or a handler of an update with this id. */
export function within<Result>(execution: Execution, work: () => Result, updateId?: string): Result {
  return storage.run({ execution, scope: execution.scope, ...(updateId !== undefined && { updateId }) }, work);
}

export function condition(isSo: () => boolean): Promise<void> {
  const { execution, scope } = here();
  if (isSo()) return Promise.resolve();
  return cancellable(scope, (resolve) => {
    const one = { isSo, resolve };
    conditions.get(execution)?.add(one);
    return () => void conditions.get(execution)?.delete(one);
  });
}

/** Never shorter than it was asked for, by the clock that the workflow reads: Node's timers fire up to a millisecond early. */
export function sleep(milliseconds: number): Promise<void> {
  const { execution, scope } = here();
  execution.historyLength += 2;
  const until = Date.now() + milliseconds;
  return cancellable(scope, (resolve) => {
    const wake = () => {
      const left = until - Date.now();
      if (left > 0) {
        timer = setTimeout(wake, left);
        return;
      }
      resolve();
      execution.look();
    };
    let timer = setTimeout(wake, milliseconds);
    return () => clearTimeout(timer);
  });
}

/** `begin` answers how to leave off. */
function cancellable(scope: CancellationScope, begin: (resolve: () => void) => () => void): Promise<void> {
  return new Promise((resolve, reject) => {
    const leave = begin(() => {
      forget();
      resolve();
    });
    const forget = scope.onCancel(() => {
      leave();
      reject(new CancelledFailure('cancelled'));
    });
  });
}

type Options = ActivityOptions & { readonly isLocal?: true };
type Proxied = ((...args: readonly unknown[]) => Promise<unknown>) & {
  executeWithOptions(options: Options, args: readonly unknown[]): Promise<unknown>;
};

export function proxyActivities(options: ActivityOptions): Readonly<Record<string, Proxied>> {
  return proxyOver(options);
}

function proxyOver(options: Options): Readonly<Record<string, Proxied>> {
  const proxied = (name: string): Proxied =>
    Object.assign((...args: readonly unknown[]) => execute(name, options, args), {
      executeWithOptions: (more: Options, args: readonly unknown[]) => execute(name, { ...options, ...more }, args),
    });
  return new Proxy({}, { get: (_, name) => proxied(String(name)) });
}

/** The same, in the process of the workflow in any case; it carries the mark that it is local. */
export function proxyLocalActivities(options: LocalActivityOptions): Readonly<Record<string, Proxied>> {
  return proxyOver({ ...options, isLocal: true });
}

/** One call with all its tries; cancelled, it is not waited for (`TRY_CANCEL`). */
async function execute(name: string, options: Options, [input]: readonly unknown[]): Promise<unknown> {
  const { execution, scope } = here();
  const { taskQueue = execution.taskQueue } = options;
  const work = execution.activities(taskQueue)[name];
  if (!work) throw new Error(`There is no activity "${name}".`);
  execution.historyLength += 6;
  execution.calls.push({ name, summary: options.summary ?? '' });
  const aborts = new AbortController();
  const call: Called = {
    name,
    taskQueue,
    workflow: execution,
    isLocal: options.isLocal === true,
    heartbeatTimeout: msToNumber(options.heartbeatTimeout ?? '5s'),
    signal: aborts.signal,
  };
  const cancelled = Promise.withResolvers<never>();
  const forget = scope.onCancel(() => {
    cancelled.reject(new CancelledFailure('cancelled'));
    aborts.abort(new CancelledFailure('cancelled'));
  });
  try {
    return await Promise.race([tried(call, () => work(...argumentOf(input)), options.retry ?? {}), cancelled.promise]);
  } finally {
    forget();
    execution.look();
  }
}

async function tried(call: Called, work: () => Promise<unknown>, retry: RetryPolicy): Promise<unknown> {
  for (let attempt = 1; ; attempt += 1) {
    try {
      return travelled(await inActivity({ ...call, attempt }, work));
    } catch (error) {
      if (call.signal.aborted || isFinal(error, attempt, retry)) throw error;
      await waitBefore(call.signal, error, attempt, retry);
    }
  }
}

/** What an activity of whatever type is called with. */
function argumentOf(input: unknown): [never] {
  return JSON.parse(JSON.stringify([input ?? null]));
}

/** What is left of it as a payload. */
function travelled(value: unknown) {
  return JSON.parse(JSON.stringify(value ?? null));
}

/** Thrown where a workflow goes on in a new execution. */
export class ContinuedAsNew extends Error {
  readonly input: unknown;
  constructor(input: unknown) {
    super('continued as new');
    this.input = travelled(input);
  }
}

export function continueAsNew(input: unknown): Promise<never> {
  return Promise.reject(new ContinuedAsNew(input));
}

interface Definition {
  readonly type: 'update' | 'signal' | 'query';
  readonly name: string;
}
const definitionOf =
  (type: Definition['type']) =>
  (name: string): Definition => ({ type, name });
export const defineUpdate = definitionOf('update');
export const defineSignal = definitionOf('signal');
export const defineQuery = definitionOf('query');

export function setHandler(
  { type, name }: Definition,
  handler: Handler,
  { validator }: { readonly validator?: Handler } = {},
): void {
  here().execution.handlers.set(`${type} ${name}`, { handler, ...(validator && { validator }) });
}

export function isCancellation(error: unknown): boolean {
  return error instanceof CancelledFailure;
}

export function currentUpdateInfo(): { readonly id: string } | undefined {
  const { updateId } = here();
  return updateId === undefined ? undefined : { id: updateId };
}

/** Every run is of today. */
export function patched(): boolean {
  return true;
}

export function workflowInfo() {
  const { workflowId, runId, taskQueue, historyLength } = here().execution;
  const typedSearchAttributes = { get: () => undefined };
  return { workflowId, runId, taskQueue, historyLength, continueAsNewSuggested: false, typedSearchAttributes };
}

/** What the Web UI would show. */
export function setCurrentDetails(): void {}
export function upsertSearchAttributes(): void {}
