import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';

/** A proxy that refuses whatever it is asked for, and remembers what that was. */
export interface RefusingProxy {
  readonly url: string;
  readonly asked: readonly string[];
  close(): void;
}

export async function startRefusingProxy(): Promise<RefusingProxy> {
  const asked: string[] = [];
  const server = createServer((request, response) => {
    asked.push(String(request.url));
    response.writeHead(403).end();
  });
  server.on('connect', (request, socket) => {
    asked.push(String(request.url));
    socket.end('HTTP/1.1 403 Forbidden\r\n\r\n');
  });
  const listening = Promise.withResolvers<void>();
  server.listen(0, '127.0.0.1', () => listening.resolve());
  await listening.promise;
  const { port } = server.address() as AddressInfo;
  return { url: `http://127.0.0.1:${port}`, asked, close: () => server.close() };
}
