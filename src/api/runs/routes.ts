import type { FastifyPluginAsyncZod } from 'fastify-type-provider-zod';
import { z } from 'zod';
import { isClosed } from '../../model/run-state.ts';
import type { RunRow } from '../../ports/store/runs.ts';
import { ForkRequest, forkRun, previewFork } from '../control/fork-run.ts';
import { PreviewQuery, PreviewView } from '../control/preview.ts';
import type { ApiContext } from '../dependencies.ts';
import { isSmall, mustTakeInput, START_LIMIT, WAYS_OUT } from '../http/body-limits.ts';
import { etagOf, isUnchanged } from '../http/etag.ts';
import { ListView, PageQuery, pageOf, pageRequest } from '../http/pages.ts';
import { Keepable } from '../http/text-query.ts';
import { untilClosed, Wait, waitOf, whoeverWaits } from '../http/waiting.ts';
import type { ZodApp } from '../http/zod-app.ts';
import { problemResponse, readProblems, writeProblems } from '../reference/responses.ts';
import { RunRowView } from '../rows/run-row.ts';
import { filterOf, RunFilterQuery } from '../run-query.ts';
import { listedRuns } from './listed.ts';
import { mustFindDefinition, mustFindRun } from './lookups.ts';
import { askerOf } from './record.ts';
import { endingOf, resultOf } from './result.ts';
import { ResultView } from './result-view.ts';
import { StartRequest } from './start-request.ts';
import { startRun } from './start-run.ts';
import { RunView, runView, StartedRunView } from './view.ts';

const RunId = z.object({ id: z.string() });
const RunQuery = PageQuery.extend(RunFilterQuery.shape).extend({
  q: Keepable.optional().describe('a text in the id, the name of the workflow or a tag; capitals do not matter'),
  view: ListView,
});
const NotModified = z.undefined().describe('Not modified');

/** Runs: start, list, view, result. */
export function runRoutes(context: ApiContext): FastifyPluginAsyncZod {
  return async (app) => {
    addStarts(app, context);
    addReading(app, context);
    addResult(app, context);
  };
}

function addStarts(app: ZodApp, context: ApiContext): void {
  const { store, settings } = context;
  app.post(
    '/v1/runs',
    {
      bodyLimit: START_LIMIT,
      config: { wayOut: WAYS_OUT.start },
      schema: {
        tags: ['runs'],
        body: StartRequest,
        response: { 200: StartedRunView, 201: StartedRunView, ...writeProblems() },
      },
    },
    async (request, reply) => {
      // The input is part of the body: most are measured by that alone.
      if (!isSmall(request)) mustTakeInput(request.body.input);
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
        querystring: z.object({ preview: PreviewQuery }),
        body: ForkRequest,
        response: { 200: z.union([RunView, PreviewView]), 201: RunView, 412: problemResponse(412), ...writeProblems() },
      },
    },
    async (request, reply) => {
      const { id } = request.params;
      const ifMatch = request.headers['if-match'];
      if (request.query.preview === 'true')
        return reply.code(200).send(await previewFork(context, id, request.body, ifMatch));
      const { row, created } = await forkRun(context, id, request.body, ifMatch, askerOf(request));
      request.changed = created;
      reply.header('location', `/v1/runs/${row.record.id}`).header('etag', etagOf(row.state.seq));
      return reply.code(created ? 201 : 200).send(runView(row, settings, await endingOf(store, row)));
    },
  );
}

function addReading(app: ZodApp, context: ApiContext): void {
  const { store, settings } = context;
  app.get(
    '/v1/runs',
    {
      schema: {
        tags: ['runs'],
        querystring: RunQuery,
        response: { 200: pageOf(z.union([RunRowView, RunView])), ...readProblems() },
      },
    },
    async ({ query }) => {
      const search = { ...filterOf(query), ...(query.q !== undefined && { text: query.q }) };
      return listedRuns(context, await store.runs.list(search, pageRequest(query)), query.view);
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
}

/** The answer of a run, which may be waited for while its client does. */
function addResult(app: ZodApp, { store }: ApiContext): void {
  const waitingFor = whoeverWaits(app);
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
      const { id } = request.params;
      await untilClosed(store, id, wait, waitingFor(request, reply));
      const row = await mustFindRun(store, id);
      return reply.code(isClosed(row.state) ? 200 : 202).send(await resultOf(store, row));
    },
  );
}

/** What publishing would have warned of: nobody was told yet of a definition that came with the start. */
async function warningsOf({ store }: ApiContext, { record }: RunRow, { workflow }: StartRequest) {
  if (workflow.definition === undefined) return {};
  const { warnings } = await mustFindDefinition(store, record.definition.name, record.definition.version);
  return warnings.length > 0 ? { warnings: [...warnings] } : {};
}
