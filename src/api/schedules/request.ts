import { z } from 'zod';
import { durationSchema, milliseconds } from '../../definitions/parse/durations.ts';
import { OVERLAPS } from '../../ports/store/schedules.ts';
import { component } from '../reference/components.ts';
import { StartRequest } from '../runs/start-request.ts';
import { readCron } from './cron.ts';
import { timeZoneProblem } from './time-zones.ts';

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
    .superRefine((text, context) => {
      const read = readCron(text);
      if (!read.ok) context.addIssue({ code: 'custom', params: { code: 'invalid_time' }, message: read.detail });
    })
    .exactOptional()
    .describe(
      'five fields: minute, hour, day of the month, month, day of the week (0 7 * * 1-5), or a name such as @daily; day and weekday must both match',
    ),
  every: durationSchema
    .refine((text) => milliseconds(text) >= 1_000 && milliseconds(text) % 1_000 === 0, 'every counts whole seconds.')
    .exactOptional()
    .describe('counted from 1970 in UTC: PT15M fires at every quarter of an hour'),
};

const timezone = z
  .string()
  .superRefine((text, context) => {
    const message = timeZoneProblem(text);
    if (message !== undefined) context.addIssue({ code: 'custom', params: { code: 'unknown_time_zone' }, message });
  })
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
