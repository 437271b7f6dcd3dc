import type { Event } from '../domain/event.ts';
import type { BudgetRequest, DecideRequest, StopRequest } from '../domain/input.ts';
import type { Plan } from '../domain/plan.ts';

/** What the API needs of the engine. Implemented over Temporal's client; tests have one in memory. */
export interface RunClient {
  /**
   * Starts the execution of a stored run. Contract: idempotent on `runId`; returns when the server has it; throws
   * `EngineUnavailable` when the server does not answer within its deadline (the run stays stored, a sweep starts it later).
   */
  start(run: {
    readonly runId: string;
    readonly plan: Plan;
    readonly created: Event;
    readonly summary: string;
    readonly tags: readonly string[];
  }): Promise<void>;
  /** Sends a request as an Update under `requestId`; the same id is applied once. Throws `Refused`, `RunNotOpen`, `EngineUnavailable`. */
  stop(runId: string, request: StopRequest, requestId: string): Promise<{ readonly seq: number }>;
  decide(runId: string, request: DecideRequest, requestId: string): Promise<{ readonly seq: number }>;
  budget(runId: string, request: BudgetRequest, requestId: string): Promise<{ readonly seq: number }>;
  /** Executions of runs that were terminated or failed after this time: they can no longer write the run's end themselves (R74). */
  abandoned(since: number): Promise<readonly Abandoned[]>;
  /** Whether the server answers, and whether a worker polls each task queue. */
  health(): Promise<{ readonly server: boolean; readonly workers: boolean; readonly detail: string }>;
}

export interface Abandoned {
  readonly runId: string;
  readonly status: 'terminated' | 'failed';
}

/** The run's execution has ended, or never was. */
export class RunNotOpen extends Error {
  override readonly name = 'RunNotOpen';
}

/** `part` names what is down, for the problem and `Retry-After`. */
export class EngineUnavailable extends Error {
  override readonly name = 'EngineUnavailable';
  readonly part: 'temporal' | 'worker';
  constructor(part: 'temporal' | 'worker', message: string, cause?: unknown) {
    super(message, { cause });
    this.part = part;
  }
}
