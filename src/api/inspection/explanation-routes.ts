import type { FastifyPluginAsyncZod } from 'fastify-type-provider-zod';
import { z } from 'zod';
import type { ApiContext } from '../dependencies.ts';
import { standingInOwnWords } from '../escalations/own-words.ts';
import { refusedPromptOf } from '../escalations/refused-prompt.ts';
import { PageQuery, pageRequest } from '../http/pages.ts';
import { readProblems } from '../reference/responses.ts';
import { standingNow } from './hindered.ts';
import { reasonsPage } from './told.ts';
import { WhyView, whyView } from './why-view.ts';

const NEWEST = 100;
const WhyQuery = PageQuery.extend({ limit: PageQuery.shape.limit.default(NEWEST) });

/** How the present state of a run came about, in plain words. */
export function explanationRoutes(context: ApiContext): FastifyPluginAsyncZod {
  const { store } = context;
  return async (app) => {
    app.get(
      '/v1/runs/:id/why',
      {
        schema: {
          tags: ['runs'],
          params: z.object({ id: z.string() }),
          querystring: WhyQuery,
          response: { 200: WhyView, ...readProblems() },
        },
      },
      async ({ params: { id }, query }) => {
        const page = pageRequest(query);
        const { rows, nextCursor, standing, modes, run } = await reasonsPage(store.tellings, id, page, 'with run');
        const now = run ? await standingNow(context, run, await standingInOwnWords(store, standing, run)) : standing;
        return whyView(now, modes, rows, { nextCursor, page }, run && (await refusedPromptOf(store, run.state)));
      },
    );
  };
}
