import type { FastifyPluginAsyncZod } from 'fastify-type-provider-zod';
import { z } from 'zod';
import type { ApiContext } from '../dependencies.ts';
import { ListView, PageQuery, pageOf, pageRequest, pageView, sliceOf } from '../http/pages.ts';
import { Problem } from '../http/problem.ts';
import type { ZodApp } from '../http/zod-app.ts';
import { readProblems } from '../reference/responses.ts';
import { AttemptRowView, attemptRowView } from '../rows/attempt-row.ts';
import { mustFindRun } from '../runs/lookups.ts';
import { AttemptView } from './attempt-view.ts';
import { attemptsOf } from './attempts.ts';
import { mustFindAttempt, mustHaveStep } from './find-attempt.ts';
import { stepsOf } from './steps.ts';
import { StepView } from './view.ts';

const RunId = z.object({ id: z.string() });
const StepId = RunId.extend({ step: z.string() });
const AttemptId = StepId.extend({ n: z.string() });
const StepAttemptsQuery = PageQuery.extend({
  view: ListView,
  order: z.enum(['oldest', 'newest']).optional().describe('which come first; the oldest when left out'),
});

/** The steps of a run and their attempts: context, prompt, model, usage, verdict. */
export function stepRoutes(context: ApiContext): FastifyPluginAsyncZod {
  return async (app) => {
    addSteps(app, context);
    addAttempts(app, context);
  };
}

function addSteps(app: ZodApp, context: ApiContext): void {
  const { store } = context;
  app.get(
    '/v1/runs/:id/steps',
    {
      schema: {
        tags: ['steps'],
        params: RunId,
        querystring: PageQuery,
        response: { 200: pageOf(StepView), ...readProblems() },
      },
    },
    async ({ params, query }) => {
      const steps = await stepsOf(context, await mustFindRun(store, params.id));
      const { rows, nextCursor } = sliceOf(steps, pageRequest(query));
      return pageView(rows, nextCursor);
    },
  );

  app.get(
    '/v1/runs/:id/steps/:step',
    { schema: { tags: ['steps'], params: StepId, response: { 200: StepView, ...readProblems() } } },
    async ({ params }) => {
      const run = await mustFindRun(store, params.id);
      const steps = await stepsOf(context, run);
      const step = steps.find(({ id }) => id === mustHaveStep(run, params.step));
      if (!step) throw hasLeft(params);
      return step;
    },
  );
}

function addAttempts(app: ZodApp, context: ApiContext): void {
  const { store } = context;
  app.get(
    '/v1/runs/:id/steps/:step/attempts',
    {
      schema: {
        tags: ['steps'],
        params: StepId,
        querystring: StepAttemptsQuery,
        response: { 200: pageOf(z.union([AttemptView, AttemptRowView])), ...readProblems() },
      },
    },
    async ({ params, query }) => {
      const run = await mustFindRun(store, params.id);
      const filter = { step: mustHaveStep(run, params.step), newestFirst: query.order === 'newest' };
      if (query.view !== 'row') {
        const page = await attemptsOf(store, params.id, filter, pageRequest(query));
        return pageView<AttemptView | AttemptRowView>(page.rows, page.nextCursor);
      }
      const page = await store.attempts.list(params.id, filter, pageRequest(query));
      return pageView<AttemptView | AttemptRowView>(page.rows.map(attemptRowView), page.nextCursor);
    },
  );

  app.get(
    '/v1/runs/:id/steps/:step/attempts/:n',
    { schema: { tags: ['steps'], params: AttemptId, response: { 200: AttemptView, ...readProblems() } } },
    async ({ params }) => mustFindAttempt(context, await mustFindRun(store, params.id), params.step, params.n),
  );

  app.get(
    '/v1/runs/:id/attempts',
    {
      schema: {
        tags: ['steps'],
        params: RunId,
        querystring: PageQuery,
        response: { 200: pageOf(AttemptView), ...readProblems() },
      },
    },
    async ({ params, query }) => {
      const { record } = await mustFindRun(store, params.id);
      const page = await attemptsOf(store, record.id, {}, pageRequest(query));
      return pageView(page.rows, page.nextCursor);
    },
  );
}

/** There is nothing to show of it but what it has made. */
function hasLeft({ id, step }: z.output<typeof StepId>): Problem {
  const detail = `"${step}" is no step of the plan any more; its attempts are at /v1/runs/${id}/steps/${step}/attempts.`;
  return new Problem(404, 'step_not_found', detail);
}
