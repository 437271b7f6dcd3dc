import type { FastifyPluginAsyncZod } from 'fastify-type-provider-zod';
import { z } from 'zod';
import { evolve } from '../../engine.ts';
import { INITIAL } from '../../model/run-state.ts';
import { failureModesOf } from '../../stories/failure-modes.ts';
import { whyOf } from '../../stories/why.ts';
import type { ApiContext } from '../dependencies.ts';
import { notFound } from '../http/problem.ts';
import { readProblems } from '../reference/responses.ts';
import { mustFindRun } from '../runs/lookups.ts';

import { WhyView, whyView } from './why-view.ts';

/** How the present state of a run came about, in plain words. */
export function explanationRoutes({ store }: ApiContext): FastifyPluginAsyncZod {
  return async (app) => {
    app.get(
      '/v1/runs/:id/why',
      {
        schema: { tags: ['runs'], params: z.object({ id: z.string() }), response: { 200: WhyView, ...readProblems() } },
      },
      async ({ params }) => {
        const { record } = await mustFindRun(store, params.id);
        const history = await store.statistics.history(record.id);
        if (!history) throw notFound('run', params.id);
        const why = whyOf(history.events, record.plan, history.events.reduce(evolve, INITIAL));
        return whyView(why, failureModesOf(history));
      },
    );
  };
}
