import { z } from 'zod';
import { durationSchema, milliseconds } from '../../definitions/parse/durations.ts';
import { OVERLAPS } from '../../ports/store/schedules.ts';
import { component } from '../reference/components.ts';
import { StartRequest } from '../runs/start-request.ts';

/** Temporal keeps no shorter ones. */
const SHORTEST_CATCH_UP = 10_000;

const { input, specification, budgets, tags } = StartRequest.shape;

const started = {
  workflow: z.strictObject({
    name: z.string(),
    version: z.int().min(1).max(2_147_483_647).exactOptional().describe('left out: the newest at each fire'),
  }),
  input: input.describe('texts in it may name {schedule.time}, the moment that a fire is for, and {schedule.id}'),
  specification: specification.unwrap().exactOptional(),
  budgets: budgets.unwrap().exactOptional(),
  tags: tags.unwrap().exactOptional(),
};

const times = {
  cron: z
    .string()
    .min(1)
    .max(200)
    .refine((text) => !/TZ=|[#\n]/.test(text), 'Give the time zone as timezone, and one line without a comment.')
    .exactOptional()
    .describe('minute, hour, day of the month, month, day of the week: 0 7 * * 1-5'),
  every: durationSchema
    .refine((text) => milliseconds(text) >= 1_000 && milliseconds(text) % 1_000 === 0, 'every counts whole seconds.')
    .exactOptional()
    .describe('counted from 1970 in UTC: PT15M fires at every quarter of an hour'),
};

const timezone = z
  .string()
  .refine(isTimeZone, 'This is no name of the time zone database, such as Europe/Berlin.')
  .describe('of cron, by its name in the time zone database');
const overlap = z
  .enum(OVERLAPS)
  .describe('what becomes of a fire while the run of an earlier one is open; a parked run is open');
const catchUp = durationSchema
  .refine((text) => milliseconds(text) >= SHORTEST_CATCH_UP, 'catchUp is at least PT10S.')
  .describe('how late what an outage held up is still started');
const paused = z.boolean();

/** The body of `POST /v1/schedules`. */
export const ScheduleRequest = component(
  'Schedule',
  z
    .strictObject({
      id: z
        .string()
        .regex(/^[A-Za-z0-9_-]{1,100}$/, 'An id has 1 to 100 letters, digits, underscores and hyphens.')
        .optional(),
      ...started,
      ...times,
      timezone: timezone.default('UTC'),
      overlap: overlap.default('skip'),
      catchUp: catchUp.default('PT1H'),
      paused: paused.default(false),
    })
    .refine(({ cron, every }) => (cron === undefined) !== (every === undefined), {
      message: 'Say when: give either cron or every.',
    }),
);
export type ScheduleRequest = z.output<typeof ScheduleRequest>;

/** The body of `PATCH /v1/schedules/{id}`: what it names takes the place of what was there, `cron` that of `every` and the other way round. */
export const ScheduleChange = component(
  'ScheduleChange',
  z
    .strictObject({
      ...started,
      workflow: started.workflow.exactOptional(),
      ...times,
      timezone: timezone.exactOptional(),
      overlap: overlap.exactOptional(),
      catchUp: catchUp.exactOptional(),
      paused: paused.exactOptional(),
    })
    .refine(({ cron, every }) => cron === undefined || every === undefined, {
      message: 'Say when: give either cron or every.',
    }),
);
export type ScheduleChange = z.output<typeof ScheduleChange>;

function isTimeZone(name: string): boolean {
  // An offset is none: it knows no change of clocks.
  if (!/^[A-Za-z]/.test(name)) return false;
  try {
    new Intl.DateTimeFormat('en', { timeZone: name }).format();
    return true;
  } catch {
    return false;
  }
}
