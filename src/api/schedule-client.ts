import type { ScheduleName, ScheduleOrder } from '../ports/store/schedules.ts';

/** A schedule as Temporal is to have it. */
export interface WantedSchedule extends ScheduleName {
  readonly order: Pick<ScheduleOrder, 'cron' | 'every' | 'timezone' | 'overlap' | 'catchUp'>;
  readonly paused: boolean;
  readonly note?: string;
  readonly revision: number;
}

/** A schedule as Temporal has it. Times in milliseconds since the epoch. */
export interface TimedSchedule {
  /** The revision it was made of. */
  readonly revision: number;
  readonly paused: boolean;
  /** When it will fire, the next moments first; none while it is paused. */
  readonly next: readonly number[];
  /** Fires that began an execution, that an open one held back for good, and that came later than `catchUp`. */
  readonly fired: number;
  readonly skipped: number;
  readonly missed: number;
}

/** What the API needs of Temporal's schedules; tests have them in memory. Each call throws `EngineUnavailable` when the server does not answer. */
export interface ScheduleClient {
  /** Makes it as it is wanted, whether it is there or not. Throws `ScheduleRefused`. */
  put(schedule: WantedSchedule): Promise<void>;
  /** Of one that is not there it does nothing. */
  remove(name: ScheduleName): Promise<void>;
  /** Undefined where there is none. */
  find(name: ScheduleName): Promise<TimedSchedule | undefined>;
  /** Fires it now, by its overlap. */
  trigger(schedule: Pick<WantedSchedule, keyof ScheduleName | 'order'>): Promise<void>;
  /** All of this database. */
  names(): Promise<readonly ScheduleName[]>;
  /** Tells an execution that what it has started is over; of one that has ended it does nothing. */
  conclude(execution: string): Promise<void>;
}

/** The server cannot read when it is to fire; the message is the server's. */
export class ScheduleRefused extends Error {
  override readonly name = 'ScheduleRefused';
}
