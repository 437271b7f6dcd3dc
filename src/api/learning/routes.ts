import { Readable } from 'node:stream';
import type { FastifyPluginAsyncZod } from 'fastify-type-provider-zod';
import { z } from 'zod';
import { attemptsFor } from '../../stories/statistics.ts';
import type { ApiContext } from '../dependencies.ts';
import { PageQuery, pageRequest } from '../http/pages.ts';
import { Keepable } from '../http/text-query.ts';
import { component } from '../reference/components.ts';
import { readProblems } from '../reference/responses.ts';
import { filterOf, RunFilterQuery } from '../run-query.ts';
import { examplesOf } from './export.ts';
import { statsOf } from './stats.ts';
import { StatsView } from './stats-view.ts';

/** A pass that is less probable takes more attempts than can be counted, whatever the rest. */
const LEAST = 1e-12;
const Probability = z.coerce.number().gt(0).lt(1);
const AdviceQuery = z.object({
  delta: Probability.describe('δ: how probable it must be that every step passes'),
  steps: z.coerce.number().int().min(1).describe('K: the steps in a row'),
  epsilon: Probability.min(LEAST).describe('ε: how probable a pass is at a single attempt'),
});
const AdviceView = component(
  'Advice',
  z.object({
    rMax: z.number().describe("a step's `rMax`: the retries after the first attempt (R1)"),
    attempts: z.number().describe('the attempts of each step: R_max of formal A.4'),
    delta: z.number(),
    steps: z.number(),
    epsilon: z.number(),
  }),
);
const Lines = z.instanceof(Readable);
const StatsQuery = RunFilterQuery.extend({
  ...PageQuery.shape,
  model: Keepable.optional().describe('runs in which this model made an artifact'),
  version: z.coerce.number().int().min(1).max(2_147_483_647).optional(),
});

/** What runs teach: how many attempts to allow, what happened so far, examples to learn from. */
export function learningRoutes({ store }: ApiContext): FastifyPluginAsyncZod {
  return async (app) => {
    app.get(
      '/v1/advisor/rmax',
      { schema: { tags: ['learning'], querystring: AdviceQuery, response: { 200: AdviceView, ...readProblems() } } },
      async ({ query }) => {
        const attempts = attemptsFor(query);
        return { rMax: attempts - 1, attempts, ...query };
      },
    );

    app.get(
      '/v1/stats',
      { schema: { tags: ['learning'], querystring: StatsQuery, response: { 200: StatsView, ...readProblems() } } },
      async ({ query: { version, model, limit, cursor, ...filter } }) =>
        statsOf(
          store,
          {
            ...filterOf(filter),
            ...(version !== undefined && { version }),
            ...(model !== undefined && { model }),
          },
          pageRequest({ limit, cursor }),
        ),
    );

    app.get(
      '/v1/export/attempts',
      {
        compress: false,
        schema: {
          tags: ['learning'],
          querystring: RunFilterQuery,
          response: {
            200: { description: 'One Example a line', content: { 'application/jsonl': { schema: Lines } } },
            ...readProblems(),
          },
        },
      },
      async ({ query, method }, reply) => {
        const lines = await examplesOf(store, filterOf(query));
        // A HEAD request would have the whole export read and thrown away.
        return reply
          .code(200)
          .type('application/jsonl; charset=utf-8')
          .send(Readable.from(method === 'HEAD' ? [] : lines));
      },
    );
  };
}
