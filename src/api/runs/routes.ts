import type { FastifyPluginAsyncZod } from 'fastify-type-provider-zod';
import { z } from 'zod';
import { isClosed } from '../../model/run-state.ts';
import type { RunRow } from '../../ports/store.ts';
import { ForkRequest, forkRun } from '../control/fork-run.ts';
import type { ApiContext } from '../dependencies.ts';
import { etagOf, isUnchanged } from '../http/etag.ts';
import { PageQuery, pageOf, pageRequest, pageView } from '../http/pages.ts';
import { Wait, waitOf, waitUntilClosed, whoeverWaits } from '../http/waiting.ts';
import { readProblems, writeProblems } from '../reference/responses.ts';
import { filterOf, RunFilterQuery } from '../run-query.ts';
import { mustFindDefinition, mustFindRun } from './lookups.ts';
import { askerOf } from './record.ts';
import { endingOf, resultOf } from './result.ts';
import { ResultView } from './result-view.ts';
import { StartRequest } from './start-request.ts';
import { startRun } from './start-run.ts';
import { RunView, runView, StartedRunView } from './view.ts';

const RunId = z.object({ id: z.string() });
const RunQuery = PageQuery.extend(RunFilterQuery.shape);
const NotModified = z.undefined().describe('Not modified');

/** Runs: start, list, view, result. */
export function runRoutes(context: ApiContext): FastifyPluginAsyncZod {
  const { store, settings } = context;
  return async (app) => {
    const isWanted = whoeverWaits(app);
    app.post(
      '/v1/runs',
      {
        schema: {
          tags: ['runs'],
          body: StartRequest,
          response: { 200: StartedRunView, 201: StartedRunView, ...writeProblems() },
        },
      },
      async (request, reply) => {
        const { row, created } = await startRun(context, request.body, askerOf(request));
        request.changed = created;
        reply.header('location', `/v1/runs/${row.record.id}`).header('etag', etagOf(row.state.seq));
        const view = runView(row, settings, await endingOf(store, row));
        return reply.code(created ? 201 : 200).send({ ...view, ...(await warningsOf(context, row, request.body)) });
      },
    );

    app.post(
      '/v1/runs/:id/fork',
      {
        schema: {
          tags: ['runs'],
          params: RunId,
          body: ForkRequest,
          response: { 200: RunView, 201: RunView, ...writeProblems() },
        },
      },
      async (request, reply) => {
        const { row, created } = await forkRun(context, request.params.id, request.body, askerOf(request));
        request.changed = created;
        reply.header('location', `/v1/runs/${row.record.id}`).header('etag', etagOf(row.state.seq));
        return reply.code(created ? 201 : 200).send(runView(row, settings, await endingOf(store, row)));
      },
    );

    app.get(
      '/v1/runs',
      { schema: { tags: ['runs'], querystring: RunQuery, response: { 200: pageOf(RunView), ...readProblems() } } },
      async ({ query }) => {
        const { rows, nextCursor } = await store.runs.list(filterOf(query), pageRequest(query));
        return pageView(
          rows.map((row) => runView(row, settings)),
          nextCursor,
        );
      },
    );

    app.get(
      '/v1/runs/:id',
      { schema: { tags: ['runs'], params: RunId, response: { 200: RunView, 304: NotModified, ...readProblems() } } },
      async ({ params, headers }, reply) => {
        const row = await mustFindRun(store, params.id);
        const etag = etagOf(row.state.seq);
        reply.header('etag', etag);
        if (isUnchanged(headers['if-none-match'], etag)) return reply.code(304).send();
        return reply.code(200).send(runView(row, settings, await endingOf(store, row)));
      },
    );

    app.get(
      '/v1/runs/:id/result',
      {
        schema: {
          tags: ['runs'],
          params: RunId,
          querystring: z.object({ wait: Wait }),
          response: { 200: ResultView, 202: ResultView, ...readProblems() },
        },
      },
      async (request, reply) => {
        const wait = waitOf(request.query.wait);
        const run = await mustFindRun(store, request.params.id);
        const row = await waitUntilClosed(store, run, wait, isWanted(request));
        return reply.code(isClosed(row.state) ? 200 : 202).send(await resultOf(store, row));
      },
    );
  };
}

/** What publishing would have warned of: nobody was told yet of a definition that came with the start. */
async function warningsOf({ store }: ApiContext, { record }: RunRow, { workflow }: StartRequest) {
  if (workflow.definition === undefined) return {};
  const { warnings } = await mustFindDefinition(store, record.definition.name, record.definition.version);
  return warnings.length > 0 ? { warnings: [...warnings] } : {};
}
