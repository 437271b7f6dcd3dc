import {
  type Client,
  ScheduleAlreadyRunning,
  type ScheduleDescription,
  ScheduleNotFoundError,
  type ScheduleOptions,
  type ScheduleOverlapPolicy,
  type ScheduleUpdateOptions,
  WorkflowNotFoundError,
} from '@temporalio/client';
import {
  type ScheduleClient,
  ScheduleRefused,
  type TimedSchedule,
  type WantedSchedule,
} from '../api/schedule-client.ts';
import type { Overlap, ScheduleName } from '../ports/store/schedules.ts';
import { parseDuration } from '../text/duration.ts';
import { fieldsOf } from '../text/fields.ts';
import type { DsapFire, ScheduledFire } from '../workflows/fire-workflow.ts';
import { codeOf, isServerAway, NOT_FOUND } from './grpc-codes.ts';
import { noServer } from './temporal-run-client.ts';

/** Milliseconds that a call may take. */
const DEADLINE = 5_000;

/** In what Temporal calls them. */
const POLICIES: Readonly<Record<Overlap, ScheduleOverlapPolicy>> = {
  skip: 'SKIP',
  queue: 'BUFFER_ALL',
  cancel: 'CANCEL_OTHER',
  allow: 'ALLOW_ALL',
};

/** Schedules over Temporal's. `taskQueue` is the prefix of the task queues, which is each database's own, and so are its schedules. */
export function createTemporalScheduleClient(client: Client, taskQueue: string): ScheduleClient {
  const beginning = `${taskQueue}.schedule.`;
  const idOf = ({ tenant, id }: ScheduleName) => `${beginning}${tenant}.${id}`;
  const handleOf = (name: ScheduleName) => client.schedule.getHandle(idOf(name));
  const asked = <Result>(call: () => Promise<Result>) =>
    client.withDeadline(Date.now() + DEADLINE, call).catch((error: unknown) => {
      throw translated(error);
    });
  return {
    async put(schedule) {
      const scheduleId = idOf(schedule);
      const options = optionsOf(schedule, scheduleId, taskQueue);
      try {
        await asked(() => client.schedule.create({ ...options, scheduleId }));
      } catch (error) {
        if (!(error instanceof ScheduleAlreadyRunning)) throw error;
        await asked(() => handleOf(schedule).update(() => options));
      }
    },
    async remove(name) {
      await asked(() => unlessGone(handleOf(name).delete()));
    },
    async find(name) {
      const found = await asked(() => unlessGone(handleOf(name).describe()));
      return found && timedOf(found);
    },
    // Left to itself a trigger heeds no overlap.
    trigger: (schedule) => asked(() => handleOf(schedule).trigger(POLICIES[schedule.order.overlap])),
    names: () =>
      asked(async () => {
        const names: ScheduleName[] = [];
        for await (const { scheduleId } of client.schedule.list()) {
          if (!scheduleId.startsWith(beginning)) continue;
          const [tenant, id] = scheduleId.slice(beginning.length).split('.');
          if (tenant !== undefined && id !== undefined) names.push({ tenant, id });
        }
        return names;
      }),
    async conclude(execution) {
      await asked(() => unlessGone(client.workflow.getHandle(execution).signal('over')));
    },
  };
}

type Options = Omit<ScheduleOptions, 'scheduleId' | 'action'> & ScheduleUpdateOptions;

function optionsOf(
  { tenant, id, order, paused, note, revision }: WantedSchedule,
  workflowId: string,
  taskQueue: string,
): Options {
  const fire: ScheduledFire = { schedule: { tenant, id }, revision };
  return {
    spec: {
      ...(order.cron !== undefined && { cronExpressions: [order.cron], timezone: order.timezone }),
      ...(order.every !== undefined && { intervals: [{ every: parseDuration(order.every) ?? 0 }] }),
    },
    action: {
      type: 'startWorkflow',
      workflowType: 'DsapFire' satisfies (typeof DsapFire)['name'],
      workflowId,
      taskQueue,
      args: [fire],
      staticSummary: `schedule ${id}`,
    },
    policies: {
      overlap: POLICIES[order.overlap],
      catchupWindow: parseDuration(order.catchUp) ?? 0,
      pauseOnFailure: false,
    },
    state: { paused, ...(note !== undefined && { note }) },
  };
}

function timedOf({ action, state, info }: ScheduleDescription): TimedSchedule {
  const [fire] = action.args ?? [];
  const revision = fieldsOf(fire)['revision'];
  return {
    revision: typeof revision === 'number' ? revision : 0,
    paused: state.paused,
    next: state.paused ? [] : info.nextActionTimes.map((time) => time.getTime()),
    fired: info.numActionsTaken,
    skipped: info.numActionsSkippedOverlap,
    missed: info.numActionsMissedCatchupWindow,
  };
}

async function unlessGone<Result>(call: Promise<Result>): Promise<Result | undefined> {
  try {
    return await call;
  } catch (error) {
    if (error instanceof ScheduleNotFoundError || error instanceof WorkflowNotFoundError) return undefined;
    if (codeOf(error) === NOT_FOUND) return undefined;
    throw error;
  }
}

function translated(error: unknown): unknown {
  if (isServerAway(error)) return noServer(error);
  // What the server calls an invalid argument the client throws as this, in the server's words.
  if (error instanceof TypeError) return new ScheduleRefused(error.message, { cause: error });
  return error;
}
