import type { Request, ResumeRequest } from '../model/input.ts';
import type { Plan } from '../model/plan.ts';
import type { RunState } from '../model/run-state.ts';
import type { Hindrance } from '../ports/hindrance.ts';

/** What an execution is started with. */
export interface Execution {
  readonly plan: Plan;
  /** The fold of what the log holds. */
  readonly state: RunState;
  readonly summary: string;
  readonly tags: readonly string[];
}

/** What the API needs of the engine. Implemented over Temporal's client; tests have one in memory. */
export interface RunClient {
  /**
   * Starts the execution of a stored run. Contract: idempotent on the run's id; returns when the server has it; throws
   * `EngineUnavailable` when the server does not answer within its deadline (the run stays stored, a sweep starts it later).
   */
  start(execution: Execution): Promise<void>;
  /** Starts another execution of a run that was stopped (R46). False while one is open still. Throws `EngineUnavailable`. */
  restart(execution: Execution, request: ResumeRequest): Promise<boolean>;
  /**
   * Sends a request as an Update under `requestId`; the same id is applied once. Answers the newest seq it led to, and whether it
   * led to any. Throws `Refused`, `RunNotOpen`, `RunStuck`, `EngineUnavailable`.
   */
  send(
    runId: string,
    request: Request,
    requestId: string,
  ): Promise<{ readonly seq: number; readonly changed: boolean }>;
  /** Ends the execution without its doing, where no worker answers (R74). Throws `RunNotOpen`, `EngineUnavailable`. */
  kill(runId: string, reason: string): Promise<void>;
  /** Executions of runs that were terminated or failed after this time: they can no longer write the run's end themselves (R74). */
  abandoned(since: number): Promise<readonly Abandoned[]>;
  /** Why the newest execution failed: its failure's type. Undefined when it did not. Throws `EngineUnavailable`. */
  failureOf(runId: string): Promise<string | undefined>;
  /** Whether the run has an execution that is under way. Throws `EngineUnavailable`. */
  isOpen(runId: string): Promise<boolean>;
  /** What keeps the run's execution from going on; empty where nothing is known to. Never rejects. */
  hindrances(runId: string): Promise<readonly Hindrance[]>;
  /** Of these task queues of somebody else's, those that nobody polls for activities; each is asked about seldom. Never rejects. */
  unpolled(queues: readonly string[]): Promise<ReadonlySet<string>>;
  /** Whether the server answers, and whether a worker polls each task queue. Never rejects. */
  health(): Promise<EngineHealth>;
  /** Whether the server answers; it is not asked while the connection stands and its last answer was one. Never rejects. */
  reach(): Promise<Pick<EngineHealth, 'server' | 'detail'>>;
}

export interface EngineHealth {
  readonly server: boolean;
  readonly workers: boolean;
  readonly detail: string;
  /** The identities of the workers that poll for guards. */
  readonly guardWorkers: readonly string[];
}

export interface Abandoned {
  readonly runId: string;
  readonly status: 'terminated' | 'failed';
}

/** The run's execution has ended, or never was. */
export class RunNotOpen extends Error {
  override readonly name = 'RunNotOpen';
}

/** The execution's workflow task fails each time it is tried (R92); `reason` in Temporal's words. */
export class RunStuck extends Error {
  override readonly name = 'RunStuck';
  readonly reason: string;
  constructor(reason: string, cause?: unknown) {
    super(`The run's workflow task fails: ${reason}`, { cause });
    this.reason = reason;
  }
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
