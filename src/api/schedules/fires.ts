import type { Fire, FireFailure } from '../../ports/store/schedules.ts';
import type { ApiContext } from '../dependencies.ts';
import { Problem } from '../http/problem.ts';
import { startRun } from '../runs/start-run.ts';
import { startOfFire } from './start-of-fire.ts';

/** Fires that one look takes on. */
const AT_ONCE = 20;

/**
 * Starts what fires are due for, each by an ordinary start: what refuses it is kept as a failure of the schedule. A fire whose start breaks, or
 * whose process dies, is taken up again after 30 s; it is the same run then, since the run's id is made of the fire.
 */
export async function startDue(context: ApiContext, tell: (error: unknown, fire: Fire) => void): Promise<void> {
  for (;;) {
    const due = await context.store.schedules.claim(AT_ONCE);
    for (const fire of due) await startOne(context, fire).catch((error: unknown) => tell(error, fire));
    if (due.length < AT_ONCE) return;
  }
}

async function startOne(context: ApiContext, fire: Fire): Promise<void> {
  const { schedules } = context.store;
  try {
    await schedules.settle(fire, { runId: await runOf(context, fire) });
  } catch (error) {
    if (!(error instanceof Problem) || error.status >= 500) throw error;
    await schedules.settle(fire, { failure: failureOf(fire, error) });
  }
}

async function runOf(context: ApiContext, { schedule: name, execution, at }: Fire): Promise<string> {
  const schedule = await context.store.schedules.find(name);
  if (!schedule) throw new Problem(404, 'schedule_not_found', 'The schedule was deleted before this fire was started.');
  const asker = { principal: `schedule:${name.id}`, requestId: execution };
  const { row } = await startRun(context, startOfFire(name, schedule.order, at), asker);
  return row.record.id;
}

function failureOf({ at }: Fire, { status, code, message, errors }: Problem): FireFailure {
  const told = errors?.map(({ pointer, code: which, detail }) => ({ pointer, code: which, detail }));
  return { at, status, code, detail: message, ...(told && { errors: told }) };
}

/** Tells the executions of fires that are over, so that Temporal lets the next one begin. */
export async function concludeOver({ store, schedules }: Pick<ApiContext, 'store' | 'schedules'>): Promise<void> {
  for (const fire of await store.schedules.over(AT_ONCE)) {
    await schedules.conclude(fire.execution);
    await store.schedules.told(fire);
  }
}
