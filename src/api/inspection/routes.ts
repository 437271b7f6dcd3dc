import type { FastifyPluginAsyncZod } from 'fastify-type-provider-zod';
import { z } from 'zod';
import { revisable } from '../../definitions/redirects/revision.ts';
import { topologyViewOf } from '../../stories/topology-view.ts';
import { BindingView } from '../artifacts/binding-view.ts';
import { bindingsOf } from '../artifacts/bindings.ts';
import { ArtifactView, artifactView } from '../artifacts/view.ts';
import { CorrectionView, correctionsView, TrailEntryView, trailView } from '../control/corrections-view.ts';
import type { ApiContext } from '../dependencies.ts';
import { etagOf, isUnchanged } from '../http/etag.ts';
import { PageQuery, pageOf, pageRequest, pageView, sliceOf } from '../http/pages.ts';
import type { ZodApp } from '../http/zod-app.ts';
import { component } from '../reference/components.ts';
import { readProblems } from '../reference/responses.ts';
import { mustFindRun } from '../runs/lookups.ts';
import { StateView, stateView } from '../runs/state-view.ts';
import { runIn, storedOf } from '../runs/told-run.ts';
import { GraphView } from './graph-view.ts';
import { GraphQuery, graphAnswer, sendGraph } from './send-graph.ts';
import { tracePage } from './told.ts';
import { withFeedback } from './trace.ts';
import { TraceEntryView } from './trace-view.ts';

const RunId = z.object({ id: z.string() });
const NotModified = z.undefined().describe('Not modified');
/** How a run stands and what it did: state, trace, artifacts. */
export function inspectionRoutes(context: ApiContext): FastifyPluginAsyncZod {
  return async (app) => {
    addStateAndTrace(app, context);
    addPeoplesMarks(app, context);
    addDefinition(app, context);
    addGraph(app, context);
    addArtifacts(app, context);
  };
}

function addStateAndTrace(app: ZodApp, { store }: ApiContext): void {
  app.get(
    '/v1/runs/:id/state',
    { schema: { tags: ['runs'], params: RunId, response: { 200: StateView, ...readProblems() } } },
    async ({ params }) => {
      const row = await mustFindRun(store, params.id);
      const view = topologyViewOf(row.record.plan.topology);
      return stateView(row, await view.said(runIn(row), storedOf(store, row)));
    },
  );

  app.get(
    '/v1/runs/:id/trace',
    {
      schema: {
        tags: ['runs'],
        params: RunId,
        querystring: PageQuery,
        response: { 200: pageOf(TraceEntryView), ...readProblems() },
      },
    },
    async ({ params, query }) => {
      const { rows, nextCursor } = await tracePage(store.tellings, params.id, pageRequest(query));
      return pageView(await withFeedback(store, params.id, rows), nextCursor);
    },
  );
}

export const RunDefinitionView = component(
  'RunDefinition',
  z.object({
    workflow: z.object({ name: z.string(), version: z.number(), digest: z.string() }),
    revised: z.boolean().describe('a redirect, or the start of a fork, has changed it'),
    document: z
      .record(z.string(), z.unknown())
      .describe('what the run goes by, with the specification that was given at its start'),
  }),
);

/** The definition that it goes by now, which redirects change. */
function addDefinition(app: ZodApp, { store }: ApiContext): void {
  app.get(
    '/v1/runs/:id/definition',
    { schema: { tags: ['runs'], params: RunId, response: { 200: RunDefinitionView, ...readProblems() } } },
    async ({ params }) => {
      const { record } = await mustFindRun(store, params.id);
      const document = { ...revisable(record, await store.revisions.document(record)) };
      return { workflow: { ...record.definition }, revised: record.revision !== undefined, document };
    },
  );
}

/** What people changed of it, and what now holds for its names. */
function addPeoplesMarks(app: ZodApp, { store }: ApiContext): void {
  app.get(
    '/v1/runs/:id/corrections',
    { schema: { tags: ['runs'], params: RunId, querystring: PageQuery, response: listOf(CorrectionView) } },
    async ({ params, query }) => {
      const { state } = await mustFindRun(store, params.id);
      const { rows, nextCursor } = sliceOf(correctionsView(state).toReversed(), pageRequest(query));
      return pageView(rows, nextCursor);
    },
  );

  app.get(
    '/v1/runs/:id/trail',
    { schema: { tags: ['runs'], params: RunId, querystring: PageQuery, response: listOf(TrailEntryView) } },
    async ({ params, query }) => {
      const { state } = await mustFindRun(store, params.id);
      const { rows, nextCursor } = sliceOf(trailView(state).toReversed(), pageRequest(query));
      return pageView(rows, nextCursor);
    },
  );

  app.get(
    '/v1/runs/:id/bindings',
    { schema: { tags: ['runs'], params: RunId, querystring: PageQuery, response: listOf(BindingView) } },
    async ({ params, query }) => {
      const { rows, nextCursor } = await bindingsOf(store, await mustFindRun(store, params.id), pageRequest(query));
      return pageView(rows, nextCursor);
    },
  );
}

function addGraph(app: ZodApp, { store, layOut }: ApiContext): void {
  app.get(
    '/v1/runs/:id/graph',
    {
      schema: {
        tags: ['runs'],
        params: RunId,
        querystring: GraphQuery,
        response: { 200: graphAnswer(GraphView), 304: NotModified, ...readProblems() },
      },
    },
    async ({ params, query, headers }, reply) => {
      const row = await mustFindRun(store, params.id);
      const etag = etagOf(row.state.seq);
      reply.header('etag', etag);
      if (isUnchanged(headers['if-none-match'], etag)) return reply.code(304).send();
      const of = { run: runIn(row), title: `Graph of run ${row.record.id}`, facts: { runId: row.record.id } };
      return sendGraph(reply.code(200), query.format, of, layOut);
    },
  );
}

function addArtifacts(app: ZodApp, { store }: ApiContext): void {
  app.get(
    '/v1/runs/:id/artifacts',
    {
      schema: {
        tags: ['runs'],
        params: RunId,
        querystring: PageQuery,
        response: { 200: pageOf(ArtifactView), ...readProblems() },
      },
    },
    async ({ params, query }) => {
      const { record } = await mustFindRun(store, params.id);
      const { rows, nextCursor } = await store.artifacts.listByRun(record.id, pageRequest(query));
      return pageView(rows.map(artifactView), nextCursor);
    },
  );
}

function listOf<Row extends z.ZodType>(row: Row) {
  return { 200: pageOf(row), ...readProblems() };
}
