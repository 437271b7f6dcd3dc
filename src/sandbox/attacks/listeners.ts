import { once } from 'node:events';
import { createServer, type ListenOptions } from 'node:net';

/** A server that answers nobody and counts who comes. */
export interface Listener {
  readonly port: number;
  hits(): number;
  close(): Promise<void>;
}

export async function listen(options: ListenOptions): Promise<Listener> {
  let hits = 0;
  const server = createServer((connection) => {
    hits += 1;
    connection.on('error', () => {}).end();
  });
  await once(server.listen(options), 'listening');
  const address = server.address();
  return {
    port: typeof address === 'object' && address ? address.port : 0,
    hits: () => hits,
    close: () => new Promise((resolve) => server.close(() => resolve())),
  };
}
