import { createServer, type ServerResponse } from 'node:http';
import { setTimeout as wait } from 'node:timers/promises';
import { freePort } from '../../src/platform/ports.ts';

/** A model that answers `final` after a while and knows how many ask at once: it sees how many slots are in use. */
export interface SlowModel {
  /** With `/v1`. */
  readonly baseUrl: string;
  /** The most that asked at once since the last look. */
  readonly mostAtOnce: () => number;
  close(): Promise<void>;
}

/** A name of the model says how long it takes: `wait-200` answers after 200 ms. */
export function slowModelName(milliseconds: number): string {
  return `wait-${milliseconds}`;
}

export async function startSlowModel(): Promise<SlowModel> {
  let [now, most] = [0, 0];
  const server = createServer((request, response) => {
    const chunks: Buffer[] = [];
    request.on('data', (chunk: Buffer) => chunks.push(chunk));
    request.on('end', () => {
      now += 1;
      most = Math.max(most, now);
      response.once('close', () => (now -= 1));
      const milliseconds = Number(/"wait-(\d+)"/.exec(Buffer.concat(chunks).toString('utf8'))?.[1] ?? 0);
      void wait(milliseconds).then(() => answer(response));
    });
  });
  const port = await freePort();
  await new Promise<void>((resolve) => server.listen(port, '127.0.0.1', resolve));
  return {
    baseUrl: `http://127.0.0.1:${port}/v1`,
    mostAtOnce() {
      const seen = most;
      most = now;
      return seen;
    },
    async close() {
      server.closeAllConnections();
      await new Promise((resolve) => server.close(resolve));
    },
  };
}

function answer(response: ServerResponse): void {
  const choice = (delta: object, finish: string | null) => ({ index: 0, delta, finish_reason: finish });
  const frame = (more: object) =>
    `data: ${JSON.stringify({ id: 'bench', object: 'chat.completion.chunk', created: 0, model: 'bench', ...more })}\n\n`;
  response.writeHead(200, { 'content-type': 'text/event-stream' });
  response.write(frame({ choices: [choice({ role: 'assistant', content: 'final' }, null)] }));
  response.write(frame({ choices: [choice({}, 'stop')] }));
  response.write(frame({ choices: [], usage: { prompt_tokens: 4, completion_tokens: 1, total_tokens: 5 } }));
  response.end('data: [DONE]\n\n');
}
