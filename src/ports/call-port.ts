import type { Faults } from './store/faults.ts';
import type { Waits } from './store/waits.ts';

/**
 * What a call needs of the service around it: its material, and a place for its answer. A worker that has the database serves itself; one
 * that holds no secret asks the API, which serves it for exactly the calls that were given to it.
 */
export interface CallPort<Call, Material, Found, Kept> {
  /** Stores the events that ride on the call, then answers what it reads. Throws `LogFork`, `CallOver`. */
  open(call: Call): Promise<Material>;
  /**
   * The first answer stored under the call's token wins and is returned; held while the store is away, until `signal`. `material`: what
   * `open` has answered, where the caller has it. Throws `CallOver`.
   */
  keep(call: Call, found: Found, opened?: Opened<Material>): Promise<Kept>;
  /** Notes that it could not be answered; as `Faults.record`. Throws `CallOver`. */
  note(call: Call, fault: Parameters<Faults['record']>[0]): ReturnType<Faults['record']>;
}

/** What a call that asks a judge needs beside: its model may have to be waited for. */
export interface WaitingPort<Call> {
  /** Notes that it waits; as `Waits.begin`. Throws `CallOver`. */
  wait(call: Call, wait: JudgeWait): ReturnType<Waits['begin']>;
}

type JudgeWait = Omit<Parameters<Waits['begin']>[0], 'runId' | 'counted' | 'phase'>;

interface Opened<Material> {
  readonly material?: Material;
  readonly signal?: AbortSignal;
}
