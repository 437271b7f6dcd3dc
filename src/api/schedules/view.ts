import { z } from 'zod';
import type { Issue } from '../../ports/catalogues.ts';
import { type FireFailure, OVERLAPS, type StoredSchedule } from '../../ports/store/schedules.ts';
import type { ApiContext } from '../dependencies.ts';
import { IssueView } from '../http/problem.ts';
import { component } from '../reference/components.ts';
import { EngineUnavailable } from '../run-client.ts';
import { Time, timeOf } from '../times.ts';
import { warningsOfCron } from './cron.ts';
import { timeZoneWarning } from './time-zones.ts';

const FailureOfFireView = component(
  'ScheduleFailure',
  z.object({
    at: Time.describe('the moment that the fire was for'),
    status: z.number().int(),
    code: z.string(),
    detail: z.string(),
    errors: z.array(IssueView).optional(),
  }),
);

/** A schedule as lists have it. */
export const ScheduleRowView = component(
  'ScheduleRow',
  z.object({
    id: z.string(),
    workflow: z.object({ name: z.string(), version: z.number().optional() }),
    input: z.unknown().optional().describe('left out of lists if its JSON has more than 16 KiB'),
    specification: z.string().optional(),
    budgets: z.unknown().optional(),
    tags: z.array(z.string()).optional(),
    cron: z.string().optional(),
    every: z.string().optional(),
    timezone: z.string(),
    overlap: z.enum(OVERLAPS),
    catchUp: z.string(),
    paused: z.boolean(),
    note: z.string().optional().describe('why it was last paused or resumed'),
    createdBy: z.string(),
    createdAt: Time,
    updatedAt: Time,
    links: z.object({ self: z.string(), runs: z.string() }),
  }),
);

export const ScheduleView = component(
  'ScheduleDetails',
  ScheduleRowView.extend({
    next: z.array(Time).optional().describe('when it will fire; left out while Temporal does not answer'),
    counts: z
      .object({
        fired: z.number(),
        skipped: z.number().describe('held back for good by the run of an earlier fire'),
        missed: z.number().describe('later than catchUp'),
      })
      .optional()
      .describe('of its fires; left out while Temporal does not answer'),
    warnings: z.array(IssueView).describe('what its times mean and may not be meant; pointers lead into the schedule'),
    openRuns: z.array(z.string()).describe('what its fires have started and is open; at most 100'),
    failures: z.array(FailureOfFireView).describe('its newest fires whose start was refused, newest first; at most 20'),
  }),
);
export type ScheduleView = z.output<typeof ScheduleView>;

export function scheduleRowView(schedule: StoredSchedule): z.output<typeof ScheduleRowView> {
  const { id, order, paused, note, createdBy, createdAt, updatedAt } = schedule;
  const { workflow, tags, ...rest } = order;
  return {
    id,
    workflow: { ...workflow },
    ...rest,
    ...(tags && { tags: [...tags] }),
    paused,
    ...(note !== undefined && { note }),
    createdBy,
    createdAt: timeOf(createdAt),
    updatedAt: timeOf(updatedAt),
    links: { self: `/v1/schedules/${id}`, runs: `/v1/schedules/${id}/runs` },
  };
}

const SHOWN_FAILURES = 20;
const SHOWN_TIMES = 10;

/** A schedule with what has become of it. */
export async function scheduleView(
  { store, schedules }: Pick<ApiContext, 'store' | 'schedules'>,
  schedule: StoredSchedule,
): Promise<ScheduleView> {
  const [failures, openRuns, timed] = await Promise.all([
    store.schedules.failures(schedule, SHOWN_FAILURES),
    store.schedules.openRuns(schedule),
    schedules.find(schedule).catch(whileAway),
  ]);
  return {
    ...scheduleRowView(schedule),
    ...(timed && {
      next: timed.next.slice(0, SHOWN_TIMES).map(timeOf),
      counts: { fired: timed.fired, skipped: timed.skipped, missed: timed.missed },
    }),
    warnings: [...warningsOf(schedule.order)],
    openRuns: [...openRuns],
    failures: failures.map(failureView),
  };
}

function* warningsOf({ cron, every, timezone }: StoredSchedule['order']): Generator<Issue> {
  if (every !== undefined && timezone !== 'UTC')
    yield { pointer: '/timezone', code: 'no_effect', detail: 'every is counted in UTC: timezone does nothing here.' };
  if (cron === undefined) return;
  for (const warning of warningsOfCron(cron)) yield { pointer: '/cron', ...warning };
  const detail = timeZoneWarning(timezone);
  if (detail !== undefined) yield { pointer: '/timezone', code: 'fixed_offset', detail };
}

function failureView({ at, errors, ...failure }: FireFailure): z.output<typeof FailureOfFireView> {
  return { at: timeOf(at), ...failure, ...(errors && { errors: errors.map((issue) => ({ ...issue })) }) };
}

function whileAway(error: unknown): undefined {
  if (!(error instanceof EngineUnavailable)) throw error;
  return undefined;
}
