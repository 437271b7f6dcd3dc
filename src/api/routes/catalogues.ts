import type { FastifyPluginAsyncZod } from 'fastify-type-provider-zod';
import { z } from 'zod';
import { NATURES } from '../../domain/verdict.ts';
import { component } from '../components.ts';
import type { ApiContext } from '../dependencies.ts';
import { PageQuery, pageOf, pageRequest, pageView, sliceOf } from '../pages.ts';
import { readProblems } from '../responses.ts';

const GuardView = component(
  'GuardRow',
  z.object({
    name: z.string(),
    nature: z.enum(NATURES),
    sandbox: z.boolean(),
    score: z.boolean(),
    schema: z.unknown().describe('JSON Schema of `with`'),
  }),
);
const GeneratorView = component('GeneratorRow', z.object({ kind: z.string(), schema: z.unknown() }));
const ModelView = component('ModelRow', z.object({ name: z.string(), endpoint: z.string() }));

/** What a definition may name. */
export function catalogueRoutes({ guards, generators, models }: ApiContext): FastifyPluginAsyncZod {
  return async (app) => {
    app.get(
      '/v1/guards',
      {
        schema: {
          tags: ['catalogues'],
          querystring: PageQuery,
          response: { 200: pageOf(GuardView), ...readProblems() },
        },
      },
      async ({ query }) => listed(guards.list(), query),
    );

    app.get(
      '/v1/generators',
      {
        schema: {
          tags: ['catalogues'],
          querystring: PageQuery,
          response: { 200: pageOf(GeneratorView), ...readProblems() },
        },
      },
      async ({ query }) => listed(generators, query),
    );

    app.get(
      '/v1/models',
      {
        schema: {
          tags: ['catalogues'],
          querystring: PageQuery,
          response: { 200: pageOf(ModelView), ...readProblems() },
        },
      },
      async ({ query }) => listed(await models.list(), query),
    );
  };
}

function listed<Row>(rows: readonly Row[], query: z.output<typeof PageQuery>) {
  const page = sliceOf(rows, pageRequest(query));
  return pageView(page.rows, page.nextCursor);
}
