import type { FastifyPluginAsyncZod } from 'fastify-type-provider-zod';
import { z } from 'zod';
import type { Store } from '../../ports/store/store.ts';
import type { ApiContext } from '../dependencies.ts';
import { ARTIFACT_LIMIT, WAYS_OUT } from '../http/body-limits.ts';
import { etagOf, isUnchanged } from '../http/etag.ts';
import type { ZodApp } from '../http/zod-app.ts';
import { component } from '../reference/components.ts';
import { readProblems, writeProblems } from '../reference/responses.ts';
import { mustFindArtifact } from '../runs/lookups.ts';
import { askerOf, record } from '../runs/record.ts';
import { MediaType } from '../runs/start-request.ts';
import { DiffView, diffView } from './diff-view.ts';
import { importArtifact } from './import-artifact.ts';
import { ArtifactPageView, ArtifactView, artifactPageView, artifactView, LineageView } from './view.ts';

const ArtifactId = z.object({ aid: z.string() });
const ImportBody = component(
  'ImportArtifact',
  z.strictObject({ content: z.string(), mediaType: MediaType.optional() }),
);

/** Artifact versions: import, view, content, lineage, differences. */
export function artifactRoutes(context: ApiContext): FastifyPluginAsyncZod {
  return async (app) => {
    addImport(app, context);
    addReading(app, context);
    addComparing(app, context);
  };
}

function addImport(app: ZodApp, context: ApiContext): void {
  const { store } = context;
  app.post(
    '/v1/artifacts',
    {
      bodyLimit: ARTIFACT_LIMIT,
      config: { wayOut: WAYS_OUT.artifact },
      schema: { tags: ['artifacts'], body: ImportBody, response: { 201: ArtifactView, ...writeProblems() } },
    },
    async (request, reply) => {
      const { id } = await importArtifact(context, request.body.content, request.body.mediaType);
      await record(store, askerOf(request), { action: 'artifact.import', subject: id });
      const row = await mustFindArtifact(store, id);
      return reply.code(201).header('location', `/v1/artifacts/${id}`).send(artifactView(row));
    },
  );
}

function addReading(app: ZodApp, { store }: ApiContext): void {
  app.get(
    '/v1/artifacts/:aid',
    {
      schema: {
        tags: ['artifacts'],
        params: ArtifactId,
        querystring: z.object({
          view: z.enum(['page']).optional().describe('page: with the beginning of its text'),
        }),
        response: { 200: z.union([ArtifactPageView, ArtifactView]), ...readProblems() },
      },
    },
    async ({ params, query }) => {
      const row = await mustFindArtifact(store, params.aid);
      return query.view === 'page' ? artifactPageView(row, await textOf(store, row.digest)) : artifactView(row);
    },
  );

  app.get(
    '/v1/artifacts/:aid/content',
    {
      schema: {
        tags: ['artifacts'],
        params: ArtifactId,
        response: {
          200: { content: { '*/*': { schema: z.instanceof(Buffer) } } },
          304: z.undefined().describe('Not modified'),
          ...readProblems(),
        },
      },
    },
    async ({ params, headers }, reply) => {
      const { digest, mediaType } = await mustFindArtifact(store, params.aid);
      const etag = etagOf(digest);
      reply.header('etag', etag).header('content-security-policy', "default-src 'none'; sandbox");
      if (isUnchanged(headers['if-none-match'], etag)) return reply.code(304).send();
      return reply
        .code(200)
        .type(withCharset(mediaType))
        .send(Buffer.from(await textOf(store, digest)));
    },
  );
}

function addComparing(app: ZodApp, { store }: ApiContext): void {
  app.get(
    '/v1/artifacts/:aid/lineage',
    { schema: { tags: ['artifacts'], params: ArtifactId, response: { 200: LineageView, ...readProblems() } } },
    async ({ params }) => {
      const { id } = await mustFindArtifact(store, params.aid);
      const { nodes, edges } = await store.artifacts.lineage(id);
      return { nodes: nodes.map(artifactView), edges: edges.map((edge) => ({ ...edge })) };
    },
  );

  app.get(
    '/v1/artifacts/:aid/diff/:other',
    {
      schema: {
        tags: ['artifacts'],
        params: ArtifactId.extend({ other: z.string() }),
        response: { 200: DiffView, ...readProblems() },
      },
    },
    async ({ params }) => diffView(await sideOf(store, params.aid), await sideOf(store, params.other)),
  );
}

async function sideOf(store: Store, id: string): Promise<{ readonly id: string; readonly text: string }> {
  const { digest } = await mustFindArtifact(store, id);
  return { id, text: await textOf(store, digest) };
}

async function textOf({ contents }: Store, digest: string): Promise<string> {
  return (await contents.get([digest])).get(digest) ?? '';
}

function withCharset(mediaType: string): string {
  return mediaType.startsWith('text/') && !/charset=/i.test(mediaType) ? `${mediaType}; charset=utf-8` : mediaType;
}
