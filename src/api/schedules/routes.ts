import type { FastifyPluginAsyncZod } from 'fastify-type-provider-zod';
import { z } from 'zod';
import type { ApiContext } from '../dependencies.ts';
import { SCHEDULE_LIMIT, WAYS_OUT } from '../http/body-limits.ts';
import { ListView, PageQuery, pageOf, pageRequest, pageView } from '../http/pages.ts';
import type { ZodApp } from '../http/zod-app.ts';
import { component } from '../reference/components.ts';
import { readProblems, writeProblems } from '../reference/responses.ts';
import { RunRowView } from '../rows/run-row.ts';
import { listedRuns } from '../runs/listed.ts';
import { askerOf } from '../runs/record.ts';
import { RunView } from '../runs/view.ts';
import {
  changeSchedule,
  createSchedule,
  deleteSchedule,
  listSchedules,
  mustFindSchedule,
  pauseSchedule,
  triggerSchedule,
} from './change-schedule.ts';
import { ScheduleChange, ScheduleRequest } from './request.ts';
import { ScheduleRowView, ScheduleView, scheduleRowView, scheduleView } from './view.ts';

const ScheduleId = z.object({ id: z.string() });
const Reason = component('ScheduleReason', z.strictObject({ reason: z.string().max(1_000).optional() }));
const tags = ['schedules'];
const HOLDING_INPUT = { bodyLimit: SCHEDULE_LIMIT, config: { wayOut: WAYS_OUT.schedule } };

/** Schedules: what is started again and again (api 1). */
export function scheduleRoutes(context: ApiContext): FastifyPluginAsyncZod {
  return async (app) => {
    addMaking(app, context);
    addReading(app, context);
    addVerbs(app, context);
  };
}

function addMaking(app: ZodApp, context: ApiContext): void {
  app.post(
    '/v1/schedules',
    {
      ...HOLDING_INPUT,
      schema: {
        tags,
        body: ScheduleRequest,
        response: { 200: ScheduleView, 201: ScheduleView, ...writeProblems() },
      },
    },
    async (request, reply) => {
      const { schedule, created } = await createSchedule(context, request.body, askerOf(request));
      request.changed = created;
      reply.header('location', `/v1/schedules/${schedule.id}`);
      return reply.code(created ? 201 : 200).send(await scheduleView(context, schedule));
    },
  );

  app.patch(
    '/v1/schedules/:id',
    {
      ...HOLDING_INPUT,
      schema: { tags, params: ScheduleId, body: ScheduleChange, response: { 200: ScheduleView, ...writeProblems() } },
    },
    async (request) =>
      scheduleView(context, await changeSchedule(context, request.params.id, request.body, askerOf(request))),
  );

  app.delete(
    '/v1/schedules/:id',
    {
      schema: {
        tags,
        params: ScheduleId,
        response: { 204: z.null().describe('gone; what it has started goes on'), ...readProblems() },
      },
    },
    async (request, reply) => {
      await deleteSchedule(context, request.params.id, askerOf(request));
      return reply.code(204).send(null);
    },
  );
}

function addReading(app: ZodApp, context: ApiContext): void {
  const { store } = context;
  app.get(
    '/v1/schedules',
    { schema: { tags, querystring: PageQuery, response: { 200: pageOf(ScheduleRowView), ...readProblems() } } },
    async ({ query }) => {
      const { rows, nextCursor } = await listSchedules(context, pageRequest(query));
      return pageView(rows.map(scheduleRowView), nextCursor);
    },
  );

  app.get(
    '/v1/schedules/:id',
    { schema: { tags, params: ScheduleId, response: { 200: ScheduleView, ...readProblems() } } },
    async ({ params }) => scheduleView(context, await mustFindSchedule(context, params.id)),
  );

  app.get(
    '/v1/schedules/:id/runs',
    {
      schema: {
        tags,
        params: ScheduleId,
        querystring: PageQuery.extend({ view: ListView }),
        response: { 200: pageOf(z.union([RunRowView, RunView])), ...readProblems() },
      },
    },
    async ({ params, query }) => {
      const schedule = await mustFindSchedule(context, params.id);
      return listedRuns(context, await store.runs.ofSchedule(schedule, pageRequest(query)), query.view);
    },
  );
}

function addVerbs(app: ZodApp, context: ApiContext): void {
  for (const verb of ['pause', 'resume'] as const)
    app.post(
      `/v1/schedules/:id/${verb}`,
      {
        schema: {
          tags,
          params: ScheduleId,
          body: Reason.nullish(),
          response: { 200: ScheduleView, ...writeProblems() },
        },
      },
      async (request) => {
        const { reason } = request.body ?? {};
        const wanted = { paused: verb === 'pause', reason };
        return scheduleView(context, await pauseSchedule(context, request.params.id, wanted, askerOf(request)));
      },
    );

  app.post(
    '/v1/schedules/:id/trigger',
    {
      schema: { tags, params: ScheduleId, response: { 202: ScheduleView, ...writeProblems() } },
    },
    async (request, reply) => {
      const schedule = await triggerSchedule(context, request.params.id, askerOf(request));
      return reply.code(202).send(await scheduleView(context, schedule));
    },
  );
}
