import type { FastifyPluginAsyncZod } from 'fastify-type-provider-zod';
import { z } from 'zod';
import type { ApiContext } from '../dependencies.ts';
import { Keepable } from '../http/text-query.ts';
import { readProblems } from '../reference/responses.ts';
import { mustFindRun } from '../runs/lookups.ts';
import { mustFindAttempt } from '../steps/find-attempt.ts';
import { type Compared, ComparisonView, compare } from './compare.ts';

/** Two attempts of one step, of one run or of two (console 3). */
export function compareRoutes(context: ApiContext): FastifyPluginAsyncZod {
  const { store } = context;
  const found = async (runId: string, step: string, n: string): Promise<Compared> => {
    const run = await mustFindRun(store, runId);
    return { runId: run.record.id, attempt: await mustFindAttempt(context, run, step, n) };
  };
  return async (app) => {
    app.get(
      '/v1/runs/:id/steps/:step/attempts/:n/compare/:m',
      {
        schema: {
          tags: ['steps'],
          params: z.object({ id: z.string(), step: z.string(), n: z.string(), m: z.string() }),
          querystring: z.object({
            run: Keepable.optional().describe('the run that the second attempt is of; left out: the same'),
          }),
          response: { 200: ComparisonView, ...readProblems() },
        },
      },
      async ({ params: { id, step, n, m }, query: { run = id } }) =>
        compare(store, await found(id, step, n), await found(run, step, m)),
    );
  };
}
