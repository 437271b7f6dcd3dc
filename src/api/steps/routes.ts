import type { FastifyPluginAsyncZod } from 'fastify-type-provider-zod';
import { z } from 'zod';
import type { RunRow } from '../../ports/store.ts';
import type { ApiContext } from '../dependencies.ts';
import { PageQuery, pageOf, pageRequest, pageView, sliceOf } from '../http/pages.ts';
import { notFound, Problem } from '../http/problem.ts';
import { readProblems } from '../reference/responses.ts';
import { mustFindRun } from '../runs/lookups.ts';
import { AttemptView } from './attempt-view.ts';
import { attemptsOf } from './attempts.ts';
import { stepsOf } from './steps.ts';
import { StepView } from './view.ts';

const RunId = z.object({ id: z.string() });
const StepId = RunId.extend({ step: z.string() });
const AttemptId = StepId.extend({ n: z.string() });

/** The steps of a run and their attempts: context, prompt, model, usage, verdict. */
export function stepRoutes(context: ApiContext): FastifyPluginAsyncZod {
  const { store } = context;
  return async (app) => {
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

    app.get(
      '/v1/runs/:id/steps/:step/attempts',
      {
        schema: {
          tags: ['steps'],
          params: StepId,
          querystring: PageQuery,
          response: { 200: pageOf(AttemptView), ...readProblems() },
        },
      },
      async ({ params, query }) => {
        const run = await mustFindRun(store, params.id);
        const page = await attemptsOf(store, params.id, { step: mustHaveStep(run, params.step) }, pageRequest(query));
        return pageView(page.rows, page.nextCursor);
      },
    );

    app.get(
      '/v1/runs/:id/steps/:step/attempts/:n',
      { schema: { tags: ['steps'], params: AttemptId, response: { 200: AttemptView, ...readProblems() } } },
      async ({ params }) => {
        const step = mustHaveStep(await mustFindRun(store, params.id), params.step);
        const n = /^[1-9]\d{0,8}$/.test(params.n) ? Number(params.n) : 0;
        const { rows } = await attemptsOf(store, params.id, { step, n }, { limit: 1 });
        const [attempt] = rows;
        if (!attempt) throw notFound('attempt', params.n);
        return attempt;
      },
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
  };
}

/** What a step that has left the plan made stays to be seen. */
function mustHaveStep({ record, state: { steps, gone = {} } }: RunRow, id: string): string {
  const isKnown =
    record.plan.steps.some((step) => step.id === id) || Object.hasOwn(steps, id) || Object.hasOwn(gone, id);
  if (!isKnown) throw notFound('step', id);
  return id;
}

/** There is nothing to show of it but what it has made. */
function hasLeft({ id, step }: z.output<typeof StepId>): Problem {
  const detail = `"${step}" is no step of the plan any more; its attempts are at /v1/runs/${id}/steps/${step}/attempts.`;
  return new Problem(404, 'step_not_found', detail);
}
