import type { FastifyPluginAsyncZod } from 'fastify-type-provider-zod';
import { z } from 'zod';
import type { Event } from '../../domain/event.ts';
import { machineIn } from '../../domain/machine/turn.ts';
import type { Store } from '../../domain/store.ts';
import { traceOf } from '../../domain/trace.ts';
import type { ApiContext } from '../dependencies.ts';
import { PageQuery, pageOf, pageRequest, pageView, sliceOf } from '../pages.ts';
import { readProblems } from '../responses.ts';
import { bindingsOf } from '../use-cases/bindings.ts';
import { mustFindRun } from '../use-cases/lookups.ts';
import { machineVariables } from '../use-cases/machine-variables.ts';
import { ArtifactView, artifactView } from '../views/artifact.ts';
import { BindingView } from '../views/binding.ts';
import { CorrectionView, correctionsView, TrailEntryView, trailView } from '../views/corrections.ts';
import { GraphView, graphView, mermaidOf } from '../views/graph.ts';
import { machineGraph, machineMermaid } from '../views/machine-graph.ts';
import { StateView, stateView } from '../views/state.ts';
import { TraceEntryView } from '../views/trace.ts';

const RunId = z.object({ id: z.string() });
const BATCH = 1_000;

/** How a run stands and what it did: state, trace, artifacts. */
export function inspectionRoutes({ store }: ApiContext): FastifyPluginAsyncZod {
  return async (app) => {
    app.get(
      '/v1/runs/:id/state',
      { schema: { tags: ['runs'], params: RunId, response: { 200: StateView, ...readProblems() } } },
      async ({ params }) => {
        const row = await mustFindRun(store, params.id);
        return stateView(row, await machineVariables(store, row));
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
        return pageView(
          rows.map((entry) => ({ ...entry })),
          nextCursor,
        );
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
          querystring: z.object({ format: z.enum(['json', 'mermaid']).default('json') }),
          response: { 200: z.union([GraphView, z.string()]), ...readProblems() },
        },
      },
      async ({ params, query }, reply) => {
        const row = await mustFindRun(store, params.id);
        const machine = machineIn(row.record.plan, row.state);
        const graph = machine ? machineGraph(row, machine.rules, machine.machine) : graphView(row);
        if (query.format === 'json') return graph;
        return reply.type('text/plain; charset=utf-8').send(machine ? machineMermaid(graph) : mermaidOf(graph));
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
