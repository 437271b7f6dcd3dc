import { createServer } from 'node:http';
import { freePort } from '../../src/platform/ports.ts';

/** A model that never answers, and knows when each who asked has hung up. */
export interface SilentModel {
  /** With `/v1`. */
  readonly baseUrl: string;
  /** The open connection whose request holds these words; waits for it. */
  connection(words: string): Promise<OpenConnection>;
  /** How many have asked. */
  readonly total: number;
  /** Waits until so many have asked, ever. */
  asked(count: number): Promise<void>;
  close(): Promise<void>;
}

interface OpenConnection {
  /** Settles with the time (`performance.now()`) at which it was closed. */
  readonly closed: Promise<number>;
}

export async function startSilentModel(): Promise<SilentModel> {
  const open: (OpenConnection & { readonly request: string })[] = [];
  let arrived = Promise.withResolvers<void>();
  const server = createServer((request, response) => {
    const chunks: Buffer[] = [];
    request.on('data', (chunk: Buffer) => chunks.push(chunk));
    const closed = new Promise<number>((resolve) => response.once('close', () => resolve(performance.now())));
    request.on('end', () => {
      open.push({ request: Buffer.concat(chunks).toString('utf8'), closed });
      arrived.resolve();
      arrived = Promise.withResolvers();
    });
  });
  const port = await freePort();
  await new Promise<void>((resolve) => server.listen(port, '127.0.0.1', resolve));
  return {
    baseUrl: `http://127.0.0.1:${port}/v1`,
    async connection(words) {
      for (;;) {
        const found = open.find(({ request }) => request.includes(words));
        if (found) return found;
        await arrived.promise;
      }
    },
    get total() {
      return open.length;
    },
    async asked(count) {
      while (open.length < count) await arrived.promise;
    },
    async close() {
      server.closeAllConnections();
      await new Promise((resolve) => server.close(resolve));
    },
  };
}
