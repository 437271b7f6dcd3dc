import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';

/** Addresses of what a client may meet instead of the service. */
export interface Others {
  /** It dies in each stream, after one event. */
  readonly dying: string;
  /** A web server that is no dsap. */
  readonly stranger: string;
  readonly nobody: string;
  close(): void;
}

export async function startOthers(): Promise<Others> {
  const dying = await listening((_, response) => {
    response.writeHead(200, { 'content-type': 'text/event-stream' });
    response.write('id: 1\nevent: run.created\ndata: {"seq":1,"type":"run.created"}\n\n', () => response.destroy());
  });
  const stranger = await listening((_, response) => void response.writeHead(404).end('<h1>Not found</h1>'));
  const gone = await listening(() => undefined);
  gone.close();
  const servers = [dying, stranger, gone];
  const [first = '', second = '', third = ''] = servers.map(({ url }) => url);
  return { dying: first, stranger: second, nobody: third, close: () => servers.forEach((server) => server.close()) };
}

interface Other {
  readonly url: string;
  close(): void;
}

/** Pages of any origin may ask it. */
async function listening(answer: (request: IncomingMessage, response: ServerResponse) => void): Promise<Other> {
  const server: Server = createServer((request, response) => {
    response.setHeader('access-control-allow-origin', '*');
    response.setHeader('access-control-allow-headers', 'authorization, last-event-id, idempotency-key, content-type');
    if (request.method === 'OPTIONS') response.end();
    else answer(request, response);
  });
  await new Promise<void>((resolve) => void server.listen(0, '127.0.0.1', resolve));
  const address = server.address();
  const port = typeof address === 'object' && address ? address.port : 0;
  const close = () => {
    server.close();
    server.closeAllConnections();
  };
  return { url: `http://127.0.0.1:${port}`, close };
}
