import { EngineUnavailable } from '../../src/api/run-client.ts';
import {
  type ScheduleClient,
  ScheduleRefused,
  type TimedSchedule,
  type WantedSchedule,
} from '../../src/api/schedule-client.ts';
import type { ScheduleName } from '../../src/ports/store/schedules.ts';

/** Temporal's schedules in memory: nothing fires but what a test lets fire. */
export class ScriptedScheduleClient implements ScheduleClient {
  readonly had = new Map<string, WantedSchedule>();
  readonly triggered: string[] = [];
  readonly concluded: string[] = [];
  /** While it is false every call throws. */
  isThere = true;
  /** What it says to the next schedule that it is given, in place of taking it. */
  refusal: string | undefined;

  async put(schedule: WantedSchedule): Promise<void> {
    this.#answer();
    const { refusal } = this;
    this.refusal = undefined;
    if (refusal !== undefined) throw new ScheduleRefused(refusal);
    this.had.set(schedule.id, schedule);
  }

  async remove({ id }: ScheduleName): Promise<void> {
    this.#answer();
    this.had.delete(id);
  }

  async find({ id }: ScheduleName): Promise<TimedSchedule | undefined> {
    this.#answer();
    const found = this.had.get(id);
    return found && { revision: found.revision, paused: found.paused, next: [], fired: 0, skipped: 0, missed: 0 };
  }

  async trigger({ id }: ScheduleName): Promise<void> {
    this.#answer();
    this.triggered.push(id);
  }

  async names(): Promise<readonly ScheduleName[]> {
    this.#answer();
    return [...this.had.values()].map(({ tenant, id }) => ({ tenant, id }));
  }

  async conclude(execution: string): Promise<void> {
    this.#answer();
    this.concluded.push(execution);
  }

  #answer(): void {
    if (!this.isThere) throw new EngineUnavailable('temporal', 'The Temporal server does not answer.');
  }
}
