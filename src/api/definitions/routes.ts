import type { FastifyReply, FastifyRequest } from 'fastify';
import type { FastifyPluginAsyncZod } from 'fastify-type-provider-zod';
import { z } from 'zod';
import { workflowName } from '../../definitions/parse/names.ts';
import { definitionJsonSchema } from '../../definitions/schema/json-schema.ts';
import type { Compiled } from '../../model/plan.ts';
import type { DefinitionVersion } from '../../ports/store/definitions.ts';
import type { ApiContext } from '../dependencies.ts';
import { bodyText } from '../http/bodies.ts';
import { LARGE_BODY_LIMIT, WAYS_OUT } from '../http/body-limits.ts';
import { ListView, PageQuery, pageOf, pageRequest, pageView } from '../http/pages.ts';
import { Problem } from '../http/problem.ts';
import type { ZodApp } from '../http/zod-app.ts';
import { DefinitionGraphView } from '../inspection/graph-view.ts';
import { GraphQuery, graphAnswer, laidOutGraph, sendGraph } from '../inspection/send-graph.ts';
import { readProblems, writeProblems } from '../reference/responses.ts';
import { DefinitionRowView, definitionRowView } from '../rows/definition-row.ts';
import { mustFindDefinition } from '../runs/lookups.ts';
import { askerOf } from '../runs/record.ts';
import { addVersionViews, unbegun } from './graph-routes.ts';
import { DefinitionPageView, definitionPageView } from './page.ts';
import { checkDocument, publishDefinition, readDocument, type Submitted, spanned } from './publish-definition.ts';
import { DefinitionView, definitionView, PublishedView, publishedView, ValidityView, validityView } from './view.ts';

const YAML_TYPES = ['application/yaml', 'application/x-yaml', 'text/yaml'];
const consumes = ['application/json', ...YAML_TYPES];

const Name = z.object({ name: z.string() });
const NameAndVersion = Name.extend({ version: z.string() });
const UnderName = z.object({
  name: workflowName.optional().describe('of a state machine whose document names none (R53)'),
});
type Submission = FastifyRequest<{ Querystring: z.output<typeof UnderName> }>;

const Bundled = z
  .enum(['true', 'false'])
  .optional()
  .describe('true: also the definitions that come with dsap, as long as nobody has published others under their names');

const Form = z.object({
  format: z.enum(['json', 'yaml']).default('json'),
  view: z.enum(['page']).optional().describe('page: with the newest version, and its steps as a run will have them'),
});
const DEFINITION_ANSWER = {
  content: {
    'application/json': { schema: z.union([DefinitionPageView, DefinitionView]) },
    'application/yaml': { schema: z.string() },
  },
};

/** Definitions: publish, check, read (api 1). */
export function workflowRoutes(context: ApiContext): FastifyPluginAsyncZod {
  return async (app) => {
    app.removeAllContentTypeParsers();
    // Definitions are read as text, so that duplicate keys are found in JSON too.
    app.addContentTypeParser(consumes, { parseAs: 'buffer' }, async ({ headers }: FastifyRequest, body: Buffer) =>
      bodyText(body, headers),
    );

    addPublishing(app, context);
    addDraftGraph(app, context);
    addReading(app, context);
    addVersionViews(app, context, versionOf);
    addSchema(app, context);
  };
}

function addPublishing(app: ZodApp, context: ApiContext): void {
  app.post(
    '/v1/workflows',
    {
      bodyLimit: LARGE_BODY_LIMIT,
      config: { wayOut: WAYS_OUT.definition },
      schema: {
        tags: ['workflows'],
        consumes,
        querystring: UnderName,
        response: { 200: PublishedView, 201: PublishedView, ...writeProblems() },
      },
    },
    async (request, reply) => {
      const { version, created } = await publishDefinition(context, submittedBy(request), askerOf(request));
      request.changed = created;
      reply.header('location', `/v1/workflows/${version.name}/versions/${version.version}`);
      return reply.code(created ? 201 : 200).send(publishedView(version));
    },
  );

  app.post(
    '/v1/workflows/validate',
    {
      bodyLimit: LARGE_BODY_LIMIT,
      config: { wayOut: WAYS_OUT.definition },
      schema: {
        tags: ['workflows'],
        consumes,
        querystring: UnderName.extend({
          graph: z.enum(['json']).optional().describe('with its graph, as `POST /v1/workflows/graph` answers it'),
        }),
        response: { 200: ValidityView, ...writeProblems() },
      },
    },
    async (request) => {
      request.changed = false;
      const { document, ...submitted } = submittedBy(request);
      const { plan, definition, warnings } = checkDocument(context, document, '', submitted);
      return {
        ...validityView(
          plan.bound,
          warnings.map((issue) => spanned(issue, submitted.text)),
        ),
        ...(request.query.graph && {
          graph: await laidOutGraph(draftOf(plan, submitted.name ?? definition.name), context.layOut),
        }),
      };
    },
  );
}

function addDraftGraph(app: ZodApp, context: ApiContext): void {
  app.post(
    '/v1/workflows/graph',
    {
      bodyLimit: LARGE_BODY_LIMIT,
      config: { wayOut: WAYS_OUT.definition },
      schema: {
        tags: ['workflows'],
        consumes,
        querystring: UnderName.extend(GraphQuery.shape),
        response: { 200: graphAnswer(DefinitionGraphView), ...writeProblems() },
      },
    },
    async (request, reply) => {
      request.changed = false;
      const { document, ...submitted } = submittedBy(request);
      const { plan, definition } = checkDocument(context, document, '', submitted);
      const of = { ...draftOf(plan, submitted.name ?? definition.name), facts: {} };
      return sendGraph(reply, request.query.format, of, context.layOut);
    },
  );
}

/** What is drawn of a definition that is not published. */
function draftOf(plan: Compiled, name: string) {
  const run = unbegun(plan, { name, version: 0, digest: '' });
  return { run, isDefinition: true, title: `Graph of ${name}, not published` } as const;
}

function addReading(app: ZodApp, context: ApiContext): void {
  const { store } = context;
  app.get(
    '/v1/workflows',
    {
      schema: {
        tags: ['workflows'],
        querystring: PageQuery.extend({ view: ListView, bundled: Bundled }),
        response: { 200: pageOf(z.union([DefinitionView, DefinitionRowView])), ...readProblems() },
      },
    },
    async ({ query }) => {
      const without = query.bundled === 'true' ? [] : context.bundled;
      const { rows, nextCursor } = await store.definitions.list(pageRequest(query), without);
      const view = (row: DefinitionVersion) => (query.view === 'row' ? definitionRowView(row) : definitionView(row));
      return pageView<DefinitionRowView | z.input<typeof DefinitionView>>(rows.map(view), nextCursor);
    },
  );

  app.get(
    '/v1/workflows/:name',
    {
      schema: {
        tags: ['workflows'],
        params: Name,
        querystring: Form,
        response: { 200: DEFINITION_ANSWER, ...readProblems() },
      },
    },
    async ({ params, query }, reply) => {
      const found = await mustFindDefinition(store, params.name);
      return sendDefinition(context, reply, found, query);
    },
  );

  app.get(
    '/v1/workflows/:name/versions/:version',
    {
      schema: {
        tags: ['workflows'],
        params: NameAndVersion,
        querystring: Form,
        response: { 200: DEFINITION_ANSWER, ...readProblems() },
      },
    },
    async ({ params, query }, reply) => {
      const found = await mustFindDefinition(store, params.name, versionOf(params));
      return sendDefinition(context, reply, found, query);
    },
  );
}

async function sendDefinition(
  { store, guards, writeYaml }: ApiContext,
  reply: FastifyReply,
  found: DefinitionVersion,
  { format, view }: z.output<typeof Form>,
): Promise<FastifyReply> {
  if (format === 'yaml') return reply.type('application/yaml; charset=utf-8').send(writeYaml(found.document));
  reply.type('application/json; charset=utf-8');
  if (view === undefined) return reply.send(definitionView(found));
  const { version: newest } = await mustFindDefinition(store, found.name);
  return reply.send(definitionPageView(found, newest, guards));
}

function addSchema(app: ZodApp, { guards }: ApiContext): void {
  app.get(
    '/v1/schemas/workflow',
    { schema: { tags: ['workflows'], response: { 200: z.record(z.string(), z.unknown()), ...readProblems() } } },
    async () => definitionJsonSchema(guards.list()),
  );
}

function submittedBy({ body, headers, query }: Submission): Submitted {
  if (typeof body !== 'string')
    throw new Problem(400, 'invalid_body', 'Send the definition as the body, in JSON or YAML.');
  const isJson = (headers['content-type'] ?? '').toLowerCase().startsWith('application/json');
  return { ...readDocument(body, isJson ? 'json' : 'yaml'), name: query.name };
}

function versionOf({ name, version }: z.output<typeof NameAndVersion>): number {
  if (/^[1-9]\d{0,8}$/.test(version)) return Number(version);
  throw new Problem(404, 'workflow_not_found', `There is no workflow "${name}" with version ${version}.`);
}
