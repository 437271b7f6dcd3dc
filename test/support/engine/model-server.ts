/** An HTTP server that answers like a model endpoint on a bad day: each test hands it the exact bytes and the moment they end. */
import { createServer, type IncomingHttpHeaders, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { setTimeout as wait } from 'node:timers/promises';

interface Received {
  readonly url: string;
  readonly headers: IncomingHttpHeaders;
  readonly body: Readonly<Record<string, unknown>>;
  /** Settles when the connection of this request is closed, from whichever side. */
  readonly closed: Promise<void>;
}

/** Answers one request; an answer that is not ended stays open until the client leaves. */
export type Reply = (response: ServerResponse, received: Received) => void;

export interface ModelServer {
  /** With `/v1`. */
  readonly baseUrl: string;
  /** Since the last `answerWith`. */
  readonly received: readonly Received[];
  /** The replies to the next requests, in order; the last one repeats. */
  answerWith(...replies: readonly Reply[]): void;
  /** Settles when the next request has arrived. */
  arrival(): Promise<Received>;
  /** Refuses connections, and ends those that stand, until it opens at the same port again. */
  shut(): Promise<void>;
  open(): Promise<void>;
  close(): Promise<void>;
}

export async function startModelServer(): Promise<ModelServer> {
  let replies: readonly Reply[] = [];
  let received: Received[] = [];
  let arrivals: ((received: Received) => void)[] = [];
  const server = createServer((request, response) => void serve(request, response));
  const serve = async (request: IncomingMessage, response: ServerResponse) => {
    const arrived = await receive(request, response);
    received.push(arrived);
    replies[Math.min(received.length, replies.length) - 1]?.(response, arrived);
    for (const arrive of arrivals.splice(0)) arrive(arrived);
  };
  const listen = (at: number) => {
    const { promise, resolve, reject } = Promise.withResolvers<void>();
    server.once('listening', resolve).once('error', reject).listen(at, '127.0.0.1');
    return promise;
  };
  const shut = async () => {
    server.closeAllConnections();
    if (server.listening) await new Promise((resolve) => server.close(resolve));
  };
  await listen(0);
  const port = portOf(server.address());
  return {
    baseUrl: `http://127.0.0.1:${port}/v1`,
    get received() {
      return received;
    },
    answerWith(...next) {
      replies = next;
      received = [];
      arrivals = [];
    },
    arrival: () => new Promise((resolve) => arrivals.push(resolve)),
    shut,
    async open() {
      // For a moment somebody else's connection may have the port.
      for (let tries = 0; !server.listening; tries += 1) {
        await listen(port).catch(async (error: unknown) => {
          if (tries >= 100) throw error;
          await wait(100);
        });
      }
    },
    close: shut,
  };
}

export const json =
  (status: number, body: unknown, headers: Readonly<Record<string, string>> = {}): Reply =>
  (response) =>
    void response.writeHead(status, { 'content-type': 'application/json', ...headers }).end(JSON.stringify(body));

export const text =
  (status: number, body: string | Uint8Array, contentType = 'text/plain'): Reply =>
  (response) =>
    void response.writeHead(status, { 'content-type': contentType }).end(body);

/** How a stream ends: properly, without `[DONE]`, not at all, or by a reset of the connection. */
export type StreamEnd = 'done' | 'cut' | 'open' | 'reset';

/** Server-sent events; a string is sent as it is, anything else as the JSON of a `data` line. */
export const stream =
  (events: readonly unknown[], end: StreamEnd = 'done'): Reply =>
  (response) => {
    response.writeHead(200, { 'content-type': 'text/event-stream' }).flushHeaders();
    for (const event of events)
      response.write(typeof event === 'string' ? event : `data: ${JSON.stringify(event)}\n\n`);
    if (end === 'done') response.end('data: [DONE]\n\n');
    if (end === 'cut') response.end();
    // What has been written must arrive before the reset does.
    if (end === 'reset') response.write(': last\n\n', () => setImmediate(() => response.socket?.resetAndDestroy()));
  };

export const hang: Reply = () => undefined;

export const reset: Reply = (response) => void response.socket?.resetAndDestroy();

/** A chunk with a piece of content. */
export function piece(content: string): unknown {
  return { object: 'chat.completion.chunk', model: 'tiny-2026-05-01', choices: [{ index: 0, delta: { content } }] };
}

export function finish(reason: string): unknown {
  return {
    object: 'chat.completion.chunk',
    model: 'tiny-2026-05-01',
    choices: [{ index: 0, delta: {}, finish_reason: reason }],
  };
}

export function usage(fields: Readonly<Record<string, unknown>>): unknown {
  return { object: 'chat.completion.chunk', model: 'tiny-2026-05-01', choices: [], usage: fields };
}

async function receive(request: IncomingMessage, response: ServerResponse): Promise<Received> {
  const closed = new Promise<void>((resolve) => response.once('close', resolve));
  const chunks: Uint8Array[] = [];
  for await (const chunk of request) chunks.push(asBytes(chunk));
  const body: unknown = chunks.length === 0 ? {} : JSON.parse(Buffer.concat(chunks).toString('utf8'));
  return { url: request.url ?? '', headers: request.headers, body: { ...Object(body) }, closed };
}

/** A request without an encoding is a stream of buffers. */
function asBytes(chunk: unknown): Uint8Array {
  if (Buffer.isBuffer(chunk)) return chunk;
  throw new TypeError('a request body came as something else than bytes');
}

function portOf(address: string | AddressInfo | null): number {
  if (address === null || typeof address === 'string') throw new TypeError('the server listens on no port');
  return address.port;
}
