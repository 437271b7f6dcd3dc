import type { Issue } from '../../ports/catalogues.ts';
import type { ScheduleOrder, StoredSchedule } from '../../ports/store/schedules.ts';
import type { ApiContext } from '../dependencies.ts';
import { mustTakeInput, WAYS_OUT } from '../http/body-limits.ts';
import { invalid, notFound, Problem } from '../http/problem.ts';
import { EngineUnavailable } from '../run-client.ts';
import { mustReachEngine } from '../runs/begin-run.ts';
import { type Asker, entryOf } from '../runs/record.ts';
import { checkStart } from '../runs/start-run.ts';
import { ScheduleRefused } from '../schedule-client.ts';
import { neverFires, readCron } from './cron.ts';
import type { ScheduleChange, ScheduleRequest } from './request.ts';
import { startOfFire, unknownNames } from './start-of-fire.ts';
import { syncSchedule } from './sync.ts';

/** There is one tenant until there are keys with tenants. */
const TENANT = 'default';

/** Throws the 404. */
export async function mustFindSchedule({ store }: Pick<ApiContext, 'store'>, id: string): Promise<StoredSchedule> {
  const found = await store.schedules.find({ tenant: TENANT, id });
  if (!found) throw notFound('schedule', id);
  return found;
}

export const listSchedules = ({ store }: Pick<ApiContext, 'store'>, page: Parameters<typeof store.schedules.list>[1]) =>
  store.schedules.list(TENANT, page);

/**
 * Makes a schedule: what a fire of it would be refused for now is refused at once. It is stored first, and Temporal follows, now or, where its
 * server is away, by the sweep. The same id with the same body again is the same schedule.
 */
export async function createSchedule(
  context: ApiContext,
  { id = context.newId('sch_'), paused, ...order }: ScheduleRequest,
  asker: Asker,
): Promise<{ readonly schedule: StoredSchedule; readonly created: boolean }> {
  const { store, now } = context;
  const name = { tenant: TENANT, id };
  const requestDigest = context.digestOfJson({ ...order, paused });
  const known = await store.schedules.find(name);
  if (known) return sameAgain(known, requestDigest);
  await mustFire(context, name, order, asker);
  await mustReachEngine(context);
  const at = now();
  const wanted = { ...name, order, paused, createdBy: asker.principal, createdAt: at, updatedAt: at, requestDigest };
  const stored = await store.schedules.add(wanted, entryOf(asker, { action: 'schedule.create', subject: id }));
  if ('existing' in stored) return sameAgain(stored.existing, requestDigest);
  await follow(context, stored.added, async (schedule) => {
    const gone = { ...schedule, isDeleted: true, updatedAt: now() };
    await store.schedules.change(gone, entryOf(asker, { action: 'schedule.refuse', subject: id }));
  });
  return { schedule: stored.added, created: true };
}

function sameAgain(schedule: StoredSchedule, requestDigest: string) {
  if (schedule.requestDigest === requestDigest) return { schedule, created: false };
  const detail = `The schedule "${schedule.id}" exists and was made with another body. Change it with PATCH.`;
  throw new Problem(409, 'schedule_exists', detail);
}

/** Changes what the request names, and leaves the rest. */
export async function changeSchedule(
  context: ApiContext,
  id: string,
  change: ScheduleChange,
  asker: Asker,
): Promise<StoredSchedule> {
  return revise(context, id, { action: 'schedule.change', asker }, async (schedule) => {
    const { paused = schedule.paused, ...more } = change;
    const order = changed(schedule.order, more);
    if (Object.keys(more).length > 0) await mustFire(context, schedule, order, asker);
    return { ...schedule, order, paused };
  });
}

/** What is given takes the place of what was; `cron` and `every` that of each other. */
function changed(order: ScheduleOrder, change: Omit<ScheduleChange, 'paused'>): ScheduleOrder {
  const { cron: _cron, every: _every, ...rest } = order;
  const isElsewhen = change.cron !== undefined || change.every !== undefined;
  return { ...(isElsewhen ? rest : order), ...change };
}

/** Pauses it, or lets it go on; so already, nothing happens. */
export async function pauseSchedule(
  context: ApiContext,
  id: string,
  { paused, reason }: { readonly paused: boolean; readonly reason: string | undefined },
  asker: Asker,
): Promise<StoredSchedule> {
  const found = await mustFindSchedule(context, id);
  if (found.paused === paused) return found;
  const action = paused ? 'schedule.pause' : 'schedule.resume';
  return revise(context, id, { action, asker, reason }, ({ note: _before, ...schedule }) => ({
    ...schedule,
    paused,
    ...(reason !== undefined && { note: reason }),
  }));
}

/** Of one that is gone it does nothing. What it has started goes on. */
export async function deleteSchedule(context: ApiContext, id: string, asker: Asker): Promise<void> {
  if (!(await context.store.schedules.find({ tenant: TENANT, id }))) return;
  await revise(context, id, { action: 'schedule.delete', asker }, (schedule) => ({ ...schedule, isDeleted: true }));
}

/** Fires now, by its overlap, also while it is paused. */
export async function triggerSchedule(context: ApiContext, id: string, asker: Asker): Promise<StoredSchedule> {
  const schedule = await mustFindSchedule(context, id);
  if (schedule.synced < schedule.revision) await syncSchedule(context, schedule);
  await context.schedules.trigger(schedule);
  await context.store.audit.add(entryOf(asker, { action: 'schedule.trigger', subject: id }));
  return schedule;
}

interface Revision {
  readonly action: string;
  readonly asker: Asker;
  readonly reason?: string | undefined;
}

/** The next revision of a schedule, made anew where another change came first. */
async function revise(
  context: ApiContext,
  id: string,
  { action, asker, reason }: Revision,
  make: (schedule: StoredSchedule) => StoredSchedule | Promise<StoredSchedule>,
): Promise<StoredSchedule> {
  const { store, now } = context;
  for (;;) {
    const before = await mustFindSchedule(context, id);
    const wanted = { ...(await make(before)), updatedAt: now() };
    const after = await store.schedules.change(wanted, entryOf(asker, { action, subject: id, reason }));
    if (!after) continue;
    await follow(context, after, async ({ revision }) => {
      const back = { ...before, revision, updatedAt: now() };
      await store.schedules.change(back, entryOf(asker, { action: 'schedule.refuse', subject: id }));
    });
    return after;
  }
}

/** Lets Temporal have it, or leaves that to the sweep; what Temporal cannot read is taken back and refused. */
async function follow(
  context: ApiContext,
  schedule: StoredSchedule,
  takeBack: (schedule: StoredSchedule) => Promise<void>,
): Promise<void> {
  try {
    await syncSchedule(context, schedule);
  } catch (error) {
    if (error instanceof EngineUnavailable) return;
    if (!(error instanceof ScheduleRefused)) throw error;
    await takeBack(schedule);
    const isZone = /time ?zone/i.test(error.message);
    const pointer = isZone ? '/timezone' : schedule.order.cron === undefined ? '/every' : '/cron';
    const detail = `Temporal cannot tell from this when to fire: ${error.message}`;
    throw invalid([{ pointer, code: isZone ? 'unknown_time_zone' : 'invalid_time', detail }]);
  }
}

/** Refuses a schedule that never fires, and what a fire would be refused for now. */
async function mustFire(
  context: ApiContext,
  name: Pick<StoredSchedule, 'id'>,
  order: ScheduleOrder,
  asker: Asker,
): Promise<void> {
  const issues: readonly Issue[] = [...unfiring(order, context.now()), ...unknownNames(order.input)];
  if (issues.length > 0) throw invalid(issues);
  const start = startOfFire(name, order, context.now());
  mustTakeInput(start.input, WAYS_OUT.schedule);
  await checkStart(context, start, asker);
}

function* unfiring({ cron, timezone }: ScheduleOrder, now: number): Generator<Issue> {
  const read = cron === undefined ? undefined : readCron(cron);
  const detail = read?.ok ? neverFires(read.cron, timezone, now) : undefined;
  if (detail !== undefined) yield { pointer: '/cron', code: 'never_fires', detail };
}
