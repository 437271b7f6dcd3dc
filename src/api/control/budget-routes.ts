import type { FastifyPluginAsyncZod } from 'fastify-type-provider-zod';
import { z } from 'zod';
import type { ApiContext } from '../dependencies.ts';
import { etagOf } from '../http/etag.ts';
import { problemResponse, readProblems, writeProblems } from '../reference/responses.ts';
import { Limits } from '../runs/limits.ts';
import { mustFindRun } from '../runs/lookups.ts';
import { askerOf } from '../runs/record.ts';
import { BudgetView, budgetView } from './budget-view.ts';
import { PreviewQuery, PreviewView } from './preview.ts';
import { previewBudget } from './preview-control.ts';
import { setBudget } from './set-budget.ts';

const RunId = z.object({ id: z.string() });

/** What a run may use and has used (api 1, R49). */
export function budgetRoutes(context: ApiContext): FastifyPluginAsyncZod {
  const { store, now } = context;
  return async (app) => {
    app.get(
      '/v1/runs/:id/budget',
      { schema: { tags: ['runs'], params: RunId, response: { 200: BudgetView, ...readProblems() } } },
      async ({ params }, reply) => {
        const row = await mustFindRun(store, params.id);
        return reply.header('etag', etagOf(row.state.seq)).send(budgetView(row, now()));
      },
    );

    app.patch(
      '/v1/runs/:id/budget',
      {
        schema: {
          tags: ['control'],
          params: RunId,
          querystring: z.object({ preview: PreviewQuery }),
          body: Limits,
          response: {
            200: z.union([BudgetView, PreviewView]),
            412: problemResponse(412),
            428: problemResponse(428),
            ...writeProblems(),
          },
        },
      },
      async (request, reply) => {
        const { params, body, headers, query } = request;
        if (query.preview === 'true')
          return reply.send(await previewBudget(context, params.id, body, headers['if-match'], askerOf(request)));
        const row = await setBudget(context, params.id, body, headers['if-match'], askerOf(request));
        return reply.header('etag', etagOf(row.state.seq)).send(budgetView(row, now()));
      },
    );
  };
}
