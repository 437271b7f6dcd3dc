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
const GeneratorView = component(
  'GeneratorRow',
  z.object({
    kind: z.string(),
    name: z.string().optional().describe('of an agent or a generator of your own'),
    description: z.string().optional(),
    schema: z.unknown(),
  }),
);
/** `id` and `object` are what OpenAI clients read of the same list (running 4). */
const ModelView = component(
  'ModelRow',
  z.object({ name: z.string(), endpoint: z.string(), id: z.string(), object: z.literal('model') }),
);
const ModelPage = pageOf(ModelView).extend({ object: z.literal('list') });

/** What a definition may name. */
export function catalogueRoutes({ guards, generators, parts, models }: ApiContext): FastifyPluginAsyncZod {
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
      async ({ query }) => listed([...generators, ...(parts?.list() ?? [])], query),
    );

    app.get(
      '/v1/models',
      {
        schema: {
          tags: ['catalogues'],
          querystring: PageQuery,
          response: { 200: ModelPage, ...readProblems() },
        },
      },
      async ({ query }) => {
        const rows = (await models.list()).map((row) => ({ ...row, id: row.name, object: 'model' as const }));
        return { object: 'list' as const, ...listed(rows, query) };
      },
    );
  };
}

function listed<Row>(rows: readonly Row[], query: z.output<typeof PageQuery>) {
  const page = sliceOf(rows, pageRequest(query));
  return pageView(page.rows, page.nextCursor);
}
