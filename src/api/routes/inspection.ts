import type { FastifyPluginAsyncZod } from 'fastify-type-provider-zod';
import { z } from 'zod';
import type { Event } from '../../domain/event.ts';
import { machineIn } from '../../domain/machine/turn.ts';
import { fieldsOf } from '../../domain/requests.ts';
import type { Store } from '../../domain/store.ts';
import { traceOf } from '../../domain/trace.ts';
import type { ApiContext } from '../dependencies.ts';
import { drawingOf } from '../drawing/drawing.ts';
import { DRAWING_POLICY } from '../drawing/style.ts';
import { drawn } from '../drawing/svg.ts';
import { etagOf, isUnchanged } from '../etag.ts';
import { PageQuery, pageOf, pageRequest, pageView, sliceOf } from '../pages.ts';
import { readProblems } from '../responses.ts';
import { bindingsOf } from '../use-cases/bindings.ts';
import { mustFindRun } from '../use-cases/lookups.ts';
import { machineVariables } from '../use-cases/machine-variables.ts';
import { withFeedback } from '../use-cases/trace.ts';
import { ArtifactView, artifactView } from '../views/artifact.ts';
import { BindingView } from '../views/binding.ts';
import { CorrectionView, correctionsView, TrailEntryView, trailView } from '../views/corrections.ts';
import { GraphView, graphView, mermaidOf } from '../views/graph.ts';
import { machineGraph, machineMermaid } from '../views/machine-graph.ts';
import { StateView, stateView } from '../views/state.ts';
import { TraceEntryView } from '../views/trace.ts';

const RunId = z.object({ id: z.string() });
const NotModified = z.undefined().describe('Not modified');
const GRAPH = {
  description: 'The graph as it stands, in the format asked for',
  content: {
    'application/json': { schema: GraphView },
    'text/plain': { schema: z.string().describe('A Mermaid flowchart') },
    'image/svg+xml': { schema: z.string().describe('A drawing') },
  },
};
const BATCH = 1_000;

/** How a run stands and what it did: state, trace, artifacts. */
export function inspectionRoutes({ store, layOut }: ApiContext): FastifyPluginAsyncZod {
  return async (app) => {
    app.get(
      '/v1/runs/:id/state',
      { schema: { tags: ['runs'], params: RunId, response: { 200: StateView, ...readProblems() } } },
      async ({ params }) => {
        const row = await mustFindRun(store, params.id);
        if (row.record.topology === 'dag') return stateView(row);
        const document = await store.revisions.document(params.id);
        const variables = await machineVariables(store, row, document);
        return stateView(row, { objective: fieldsOf(document)['objective'] ?? null, variables });
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
        const { record } = await mustFindRun(store, params.id);
        const trace = traceOf(await wholeLog(store, record.id), record.plan);
        const { rows, nextCursor } = sliceOf(trace, pageRequest(query));
        return pageView(await withFeedback(store, record.id, rows), nextCursor);
      },
    );

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

    app.get(
      '/v1/runs/:id/graph',
      {
        schema: {
          tags: ['runs'],
          params: RunId,
          querystring: z.object({ format: z.enum(['json', 'mermaid', 'svg']).default('json') }),
          response: { 200: GRAPH, 304: NotModified, ...readProblems() },
        },
      },
      async ({ params, query, headers }, reply) => {
        const row = await mustFindRun(store, params.id);
        const etag = etagOf(row.state.seq);
        reply.header('etag', etag);
        if (isUnchanged(headers['if-none-match'], etag)) return reply.code(304).send();
        const machine = machineIn(row.record.plan, row.state);
        const graph = machine ? machineGraph(row, machine.rules, machine.machine) : graphView(row);
        reply.code(200);
        if (query.format === 'json') return reply.send(graph);
        if (query.format === 'mermaid') {
          const text = machine ? machineMermaid(graph) : mermaidOf(graph);
          return reply.type('text/plain; charset=utf-8').send(text);
        }
        reply.header('content-security-policy', DRAWING_POLICY).type('image/svg+xml; charset=utf-8');
        return reply.send(await drawn(`Graph of run ${graph.runId}`, drawingOf(graph), layOut));
      },
    );

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
  };
}

function listOf<Row extends z.ZodType>(row: Row) {
  return { 200: pageOf(row), ...readProblems() };
}

async function wholeLog(store: Store, runId: string): Promise<readonly Event[]> {
  const log: Event[] = [];
  for (let batch = await store.events.read(runId, 0, BATCH); batch.length > 0; ) {
    log.push(...batch);
    batch = await store.events.read(runId, log.at(-1)?.seq ?? 0, BATCH);
  }
  return log;
}
