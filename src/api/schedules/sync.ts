import type { ScheduleName, StoredSchedule } from '../../ports/store/schedules.ts';
import type { Store } from '../../ports/store/store.ts';
import type { ScheduleClient } from '../schedule-client.ts';

export interface SyncDependencies {
  readonly store: Pick<Store, 'schedules'>;
  readonly schedules: ScheduleClient;
}

/** Makes Temporal's schedule as it is wanted. Throws `ScheduleRefused`, `EngineUnavailable`. */
export async function syncSchedule({ store, schedules }: SyncDependencies, schedule: StoredSchedule): Promise<void> {
  if (schedule.isDeleted) await schedules.remove(schedule);
  else await schedules.put(schedule);
  await store.schedules.synced(schedule);
}

/** Schedules that one look compares. */
const AT_ONCE = 50;

/**
 * Compares some schedules with Temporal's, those after `from`, and mends Temporal's where somebody else has changed or deleted it; after the
 * last ones it removes what is wanted no more. The rows are the truth. Answers from where to go on; undefined: from the beginning.
 */
export async function mendSchedules(
  { store, schedules }: SyncDependencies,
  from: ScheduleName | undefined,
): Promise<ScheduleName | undefined> {
  const some = await store.schedules.after(from, AT_ONCE);
  for (const schedule of some) {
    const timed = await schedules.find(schedule);
    const isAsWanted = timed?.revision === schedule.revision && timed.paused === schedule.paused;
    if (!isAsWanted) await syncSchedule({ store, schedules }, schedule);
  }
  if (some.length === AT_ONCE) return some.at(-1);
  await removeUnwanted({ store, schedules });
  return undefined;
}

async function removeUnwanted({ store, schedules }: SyncDependencies): Promise<void> {
  const names = await schedules.names();
  if (names.length === 0) return;
  const known = await store.schedules.known(names);
  const keyOf = ({ tenant, id }: ScheduleName) => `${tenant}.${id}`;
  const wanted = new Set(known.map(keyOf));
  for (const name of names) if (!wanted.has(keyOf(name))) await schedules.remove(name);
}
