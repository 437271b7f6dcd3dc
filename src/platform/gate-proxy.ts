import { once } from 'node:events';
import {
  Agent,
  request as ask,
  createServer,
  type IncomingMessage,
  type ServerResponse,
  STATUS_CODES,
} from 'node:http';
import { createConnection } from 'node:net';
import type { Duplex } from 'node:stream';

/** What is answered instead of what stands behind. */
interface Refusal {
  readonly status: number;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: string;
}

export interface GateProxyOptions {
  readonly host: string;
  readonly port: number;
  /** What cannot check by itself who asks. */
  readonly behind: { readonly host: string; readonly port: number };
  readonly refuse: (request: IncomingMessage) => Refusal | undefined;
  /** Headers that an answer is given beside its own. */
  readonly adorn: (request: IncomingMessage) => Readonly<Record<string, string>>;
}

export interface GateProxy {
  close(): Promise<void>;
}

/** Stands before an HTTP server and lets through what may come in (R93), as a stream, upgraded connections too. Listens when it resolves. */
export async function startGateProxy(options: GateProxyOptions): Promise<GateProxy> {
  const server = createServer((incoming, outgoing) => {
    const refusal = options.refuse(incoming);
    if (refusal) answer(incoming, outgoing, refusal);
    else pass(options, incoming, outgoing);
  });
  const upgraded = new Set<Duplex>();
  server.on('upgrade', (incoming: IncomingMessage, socket: Duplex, head: Buffer) => {
    upgraded.add(socket.once('close', () => upgraded.delete(socket)));
    const refusal = options.refuse(incoming);
    if (refusal) socket.end(asText(refusal));
    else passUpgrade(options, incoming, socket, head);
  });
  server.listen({ host: options.host, port: options.port, exclusive: true });
  await once(server, 'listening');
  return {
    async close() {
      for (const socket of upgraded) socket.destroy();
      server.close();
      server.closeAllConnections();
    },
  };
}

/** What is still being sent is not read to its end. */
function answer(incoming: IncomingMessage, outgoing: ServerResponse, { status, headers, body }: Refusal): void {
  outgoing.writeHead(status, { ...headers, connection: 'close' }).end(body);
  incoming.resume();
}

/** What stands behind is on this machine: the environment's proxy, which the agent of all others may go by, is not asked (R120). */
const agent = new Agent();

function pass({ behind, adorn }: GateProxyOptions, incoming: IncomingMessage, outgoing: ServerResponse): void {
  const { method, url } = incoming;
  // Which headers follow the body is between the two sides of one connection.
  const { trailer: _, ...headers } = incoming.headers;
  const onward = ask({ ...behind, agent, method, path: url, headers });
  onward.once('response', (answered) => {
    outgoing.writeHead(answered.statusCode ?? 502, { ...answered.headers, ...adorn(incoming) });
    answered.pipe(outgoing);
  });
  onward.once('error', () => {
    if (outgoing.headersSent) outgoing.destroy();
    else outgoing.writeHead(502, { 'content-type': 'text/plain' }).end('What stands behind does not answer.\n');
  });
  outgoing.once('close', () => onward.destroy());
  incoming.pipe(onward);
}

function passUpgrade({ behind }: GateProxyOptions, incoming: IncomingMessage, socket: Duplex, head: Buffer): void {
  const onward = createConnection(behind, () => {
    onward.write(`${incoming.method} ${incoming.url} HTTP/1.1\r\n${headersOf(incoming)}\r\n\r\n`);
    onward.write(head);
    onward.pipe(socket).pipe(onward);
  });
  for (const [one, other] of [
    [socket, onward],
    [onward, socket],
  ] as const) {
    one.once('error', () => other.destroy()).once('close', () => other.destroy());
  }
}

function headersOf({ rawHeaders }: IncomingMessage): string {
  const lines = rawHeaders.flatMap((name, index) =>
    index % 2 === 0 ? [`${name}: ${rawHeaders[index + 1] ?? ''}`] : [],
  );
  return lines.join('\r\n');
}

function asText({ status, headers, body }: Refusal): string {
  const lines = Object.entries({ ...headers, connection: 'close', 'content-length': String(Buffer.byteLength(body)) });
  const head = lines.map(([name, value]) => `${name}: ${value}`).join('\r\n');
  return `HTTP/1.1 ${status} ${STATUS_CODES[status] ?? 'Refused'}\r\n${head}\r\n\r\n${body}`;
}
