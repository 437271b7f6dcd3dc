import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import type { RunRow } from '../../ports/store/runs.ts';
import type { ApiContext } from '../dependencies.ts';
import type { Metrics } from '../http/metrics.ts';
import { Problem } from '../http/problem.ts';
import { createStreamGate } from '../http/stream-gate.ts';
import { mustFindRun } from '../runs/lookups.ts';
import { createSessionWatch, type SessionWatch } from '../session/session-watch.ts';
import type { BrowserSessions } from '../session/sessions.ts';
import { createEventStreams, type EventStreams } from './event-streams.ts';
import type { FeedKind } from './feed.ts';

/** Where all who want to be told of runs as they go on come in. */
export interface StreamDoor {
  /**
   * Answers with what a feed tells of a run after a seq, as server-sent events. Throws 404 where there is no such run and 429 to a client
   * with too many streams, which costs nothing but that answer: it is given before anything is read. Of `HEAD` the headers alone.
   */
  enter(request: FastifyRequest, reply: FastifyReply, wanted: Wanted): Promise<FastifyReply>;
  /** The same with what is told of all runs together, from an id on, or from now on. */
  follow(request: FastifyRequest, reply: FastifyReply, wanted: WantedOfAll): Promise<FastifyReply>;
}

interface Wanted {
  /** What is to be told; where that depends on the run, once it is found. */
  readonly kind: FeedKind | ((run: RunRow) => Promise<FeedKind>);
  readonly runId: string;
  readonly after: number;
  /** Where the client goes on, of a feed whose ids are no seqs. */
  readonly from?: string;
}

interface WantedOfAll {
  readonly kind: FeedKind;
  readonly from?: string | undefined;
}

/** One for a process: its streams end when the service closes. */
export function createStreamDoor(
  app: FastifyInstance,
  { store, settings }: ApiContext,
  { openStreams }: Metrics,
  sessions: Pick<BrowserSessions, 'held'>,
): StreamDoor {
  const gate = createStreamGate(settings.streams);
  const closing = new AbortController();
  app.addHook('preClose', async () => closing.abort());
  const watch = createSessionWatch(sessions, closing.signal);
  const streaming = { streams: createEventStreams(), openStreams, closing: closing.signal, watch };
  return {
    async enter(request, reply, wanted) {
      if (request.method !== 'GET') {
        await mustFindRun(store, wanted.runId);
        return reply.headers(STREAM_HEADERS).send('');
      }
      const leave = gate.enter(request.session || request.principal);
      try {
        const run = await mustFindRun(store, wanted.runId);
        const kind = typeof wanted.kind === 'function' ? await wanted.kind(run) : wanted.kind;
        return await stream(streaming, request, reply, { ...wanted, kind, runId: run.record.id });
      } finally {
        leave();
      }
    },
    async follow(request, reply, { kind, from }) {
      if (request.method !== 'GET') return reply.headers(STREAM_HEADERS).send('');
      const leave = gate.enter(request.session || request.principal);
      try {
        const all = { kind, runId: '', after: 0, ...(from !== undefined && { from }) };
        return await stream(streaming, request, reply, all);
      } finally {
        leave();
      }
    },
  };
}

export function wantsStream({ headers }: FastifyRequest): boolean {
  return (headers.accept ?? '').includes('text/event-stream');
}

/** Where a client that comes back had come to. Throws 400 for what is no seq. */
export function lastEventId({ headers }: FastifyRequest): number | undefined {
  const id = headers['last-event-id'];
  if (id === undefined || id === '') return undefined;
  if (typeof id === 'string' && /^\d{1,15}$/.test(id)) return Number(id);
  throw new Problem(400, 'invalid_header', 'Last-Event-ID is the seq of an event.');
}

interface Streaming extends Pick<Metrics, 'openStreams'> {
  readonly streams: EventStreams;
  /** Aborted when the service closes. */
  readonly closing: AbortSignal;
  readonly watch: SessionWatch;
}

/** From here on the answer is ours: a failure can only end the stream, and the client comes again with the last id. */
async function stream(
  { streams, openStreams, closing, watch }: Streaming,
  request: FastifyRequest,
  reply: FastifyReply,
  wanted: Wanted & { readonly kind: FeedKind },
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
  const session = request.session === '' ? undefined : watch.hold(request.session);
  try {
    const signal = AbortSignal.any([closing, left.signal, ...(session ? [session.over] : [])]);
    await streams.send({ ...wanted, response, signal });
  } catch (error) {
    request.log.error({ err: error }, 'an event stream broke off');
  } finally {
    openStreams.dec();
    session?.release();
  }
  return reply;
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
