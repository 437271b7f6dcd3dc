import type { FastifyPluginAsyncZod } from 'fastify-type-provider-zod';
import { z } from 'zod';
import { NATURES } from '../../model/verdict.ts';
import type { Described } from '../../ports/catalogues.ts';
import type { ApiContext } from '../dependencies.ts';
import { PageQuery, pageOf, pageRequest, pageView, sliceOf } from '../http/pages.ts';
import { component } from '../reference/components.ts';
import { readProblems } from '../reference/responses.ts';

const described = {
  title: z.string().optional(),
  description: z.string().optional(),
  example: z.unknown().optional().describe('as a definition writes it'),
  options: z.array(
    component(
      'OptionRow',
      z.object({
        name: z.string(),
        description: z.string().optional(),
        required: z.boolean(),
        template: z.boolean().describe('whether placeholders such as {input.x} are replaced in it'),
      }),
    ),
  ),
};

export const GuardView = component(
  'GuardRow',
  z.object({
    name: z.string(),
    ...described,
    judges: z
      .enum(['json', 'python', 'typescript', 'patch'])
      .optional()
      .describe('what it can read; left out: any text'),
    nature: z.enum(NATURES),
    sandbox: z.boolean(),
    score: z.boolean(),
    schema: z.unknown().describe('JSON Schema of `with`'),
  }),
);
export const GeneratorView = component(
  'GeneratorRow',
  z.object({
    kind: z.string(),
    name: z.string().optional().describe('of an agent or a generator of your own'),
    ...described,
    schema: z.unknown().describe('JSON Schema of what a definition writes'),
  }),
);
/** `id` and `object` are what OpenAI clients read of the same list (running 4). */
export const ModelView = component(
  'ModelRow',
  z.object({
    name: z.string(),
    endpoint: z.string().optional().describe('absent of a route'),
    route: z
      .array(z.string())
      .optional()
      .describe('of a name that the settings give to several models: these, in the order in which they are tried'),
    id: z.string(),
    object: z.literal('model'),
  }),
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
      async ({ query }) => listed(guards.list().map(asListed), query),
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
      async ({ query }) => listed([...generators, ...(parts?.list() ?? [])].map(asListed), query),
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
        const rows = (await models.list()).map(({ route, ...row }) => ({
          ...row,
          ...(route && { route: [...route] }),
          id: row.name,
          object: 'model' as const,
        }));
        return { object: 'list' as const, ...listed(rows, query) };
      },
    );
  };
}

function asListed<Row extends Described>(row: Row) {
  return { ...row, options: [...row.options] };
}

function listed<Row>(rows: readonly Row[], query: z.output<typeof PageQuery>) {
  const page = sliceOf(rows, pageRequest(query));
  return pageView(page.rows, page.nextCursor);
}
