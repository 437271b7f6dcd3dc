import type { FastifyReply, FastifyRequest } from 'fastify';
import type { FastifyPluginAsyncZod } from 'fastify-type-provider-zod';
import { z } from 'zod';
import type { Store } from '../../ports/store.ts';
import type { ApiContext } from '../dependencies.ts';
import { streamEvents } from '../http/event-stream.ts';
import type { Metrics } from '../http/metrics.ts';
import { fromCursor, PageQuery, pageOf, pageView, toCursor } from '../http/pages.ts';
import { Problem } from '../http/problem.ts';
import { createStreamGate } from '../http/stream-gate.ts';
import { readProblems } from '../reference/responses.ts';
import { mustFindRun } from '../runs/lookups.ts';
import { EventView, eventView } from './event-view.ts';

const Seq = z.coerce.number().int().min(0).max(Number.MAX_SAFE_INTEGER);
const EventQuery = PageQuery.extend({ after: Seq.optional() });

/** A run's event log, as a stream or in pages with the same numbers (api 3). */
export function eventRoutes(context: ApiContext, { openStreams }: Metrics): FastifyPluginAsyncZod {
  const { store, settings } = context;
  const gate = createStreamGate(settings.streams);
  return async (app) => {
    const closing = new AbortController();
    app.addHook('preClose', async () => closing.abort());

    app.get(
      '/v1/runs/:id/events',
      {
        schema: {
          tags: ['events'],
          params: z.object({ id: z.string() }),
          querystring: EventQuery,
          response: {
            200: {
              content: {
                'application/json': { schema: pageOf(EventView) },
                'text/event-stream': { schema: z.string() },
              },
            },
            ...readProblems(),
          },
        },
      },
      async (request, reply) => {
        const { params, query } = request;
        const wantsStream = (request.headers.accept ?? '').includes('text/event-stream');
        const last = lastEventId(request);
        const after = (wantsStream ? last : undefined) ?? query.after ?? 0;
        if (wantsStream && request.method === 'GET') return admitted(request, reply, { id: params.id, after });
        const { record } = await mustFindRun(store, params.id);
        if (wantsStream) return reply.headers(STREAM_HEADERS).send('');
        return reply.type('application/json; charset=utf-8').send(await eventPage(store, record.id, after, query));
      },
    );

    /** Before anything is read: a client with too many streams costs nothing but this answer. */
    async function admitted(
      request: FastifyRequest,
      reply: FastifyReply,
      { id, after }: { readonly id: string; readonly after: number },
    ): Promise<FastifyReply> {
      const leave = gate.enter(request.principal);
      try {
        const { record } = await mustFindRun(store, id);
        return await stream(request, reply, { runId: record.id, after });
      } finally {
        leave();
      }
    }

    /** From here on the answer is ours: a failure can only end the stream, and the client comes again with the last id. */
    async function stream(
      request: FastifyRequest,
      reply: FastifyReply,
      { runId, after }: { readonly runId: string; readonly after: number },
    ): Promise<FastifyReply> {
      const left = new AbortController();
      reply.hijack();
      const { raw: response } = reply;
      response.on('close', () => left.abort());
      response.on('error', () => left.abort());
      // Whoever left while the run was looked for is heard of no more.
      if (request.raw.socket.destroyed) left.abort();
      response.writeHead(200, { ...headersOf(reply), ...STREAM_HEADERS });
      response.flushHeaders();
      openStreams.inc();
      try {
        const signal = AbortSignal.any([closing.signal, left.signal]);
        await streamEvents({ store, runId, after, response, signal });
      } catch (error) {
        request.log.error({ err: error }, 'an event stream broke off');
      } finally {
        openStreams.dec();
        response.end();
      }
      return reply;
    }
  };
}

async function eventPage(store: Store, runId: string, after: number, { limit, cursor }: z.output<typeof PageQuery>) {
  const from = cursor === undefined ? after : fromCursor(cursor);
  const events = await store.events.read(runId, from, limit + 1);
  const shown = events.slice(0, limit);
  const next = events.length > limit ? toCursor(shown.at(-1)?.seq ?? from) : null;
  return pageView(
    shown.map((event) => eventView(runId, event)),
    next,
  );
}

const STREAM_HEADERS = {
  'content-type': 'text/event-stream; charset=utf-8',
  'cache-control': 'no-cache, no-transform',
  'x-accel-buffering': 'no',
};

/** The headers that hooks have set, which a hijacked reply does not send by itself. */
function headersOf(reply: FastifyReply): Record<string, string> {
  const entries = Object.entries(reply.getHeaders());
  return Object.fromEntries(entries.flatMap(([name, value]) => (value === undefined ? [] : [[name, String(value)]])));
}

function lastEventId({ headers }: FastifyRequest): number | undefined {
  const id = headers['last-event-id'];
  if (id === undefined || id === '') return undefined;
  if (typeof id === 'string' && /^\d{1,15}$/.test(id)) return Number(id);
  throw new Problem(400, 'invalid_header', 'Last-Event-ID is the seq of an event.');
}
