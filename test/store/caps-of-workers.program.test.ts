/** Four workers, killed at random, under one cap (llm 3.4): real processes, a real PostgreSQL, and a provider that counts. */
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { Client } from 'pg';
import { usePrograms } from '../support/processes/processes.ts';
import { useStore } from './stores.ts';

const held = useStore();
const runProgram = usePrograms();

/** By the provider's count, of each call. */
const TOKENS = { prompt_tokens: 20, completion_tokens: 100 };
const CALL = TOKENS.prompt_tokens + TOKENS.completion_tokens;
const MOST = 50 * CALL;
const WORKERS = 4;
const CALLS = 200;

/** What the cap counts; what stays reserved is what killed workers had in flight. */
async function counted(): Promise<{ readonly used: number; readonly reserved: number }> {
  const client = new Client({ connectionString: held.database.url });
  await client.connect();
  try {
    const { rows } = await client.query<{ used: number; reserved: number }>(
      'select used::int, reserved::int from cap_windows',
    );
    return rows[0] ?? { used: 0, reserved: 0 };
  } finally {
    await client.end();
  }
}

test('llm 3.4: 200 calls of four workers under a cap for 50, with kills: never above it, and nearly all of it usable', async () => {
  const kills = new Set(Array.from({ length: 3 }, (_, at) => at * 12 + 1 + Math.floor(Math.random() * 12)));
  const doomed = new Set<number>();
  let paid = 0;
  const provider = createServer((request, response) => {
    request.resume().on('end', () => {
      paid += 1;
      const worker = Number(/\d+/.exec(request.headers.authorization ?? '')?.[0]);
      if (kills.has(paid)) {
        doomed.add(worker);
        process.kill(worker, 'SIGKILL');
      }
      if (doomed.has(worker)) return;
      const chunk = { choices: [{ index: 0, delta: { content: 'done' }, finish_reason: 'stop' }], usage: TOKENS };
      response.writeHead(200, { 'content-type': 'text/event-stream' });
      response.end(`data: ${JSON.stringify(chunk)}\n\ndata: [DONE]\n\n`);
    });
  });
  await new Promise<void>((resolve) => void provider.listen(0, '127.0.0.1', resolve));
  const address: AddressInfo = Object(provider.address());
  const run = (calls: readonly string[]) =>
    runProgram('test/store/support/caps-worker.ts', [
      held.database.url,
      `http://127.0.0.1:${address.port}/v1`,
      String(MOST),
      ...calls,
    ]);
  try {
    const calls = Array.from({ length: CALLS }, (_, at) => `run_${at}`);
    const shares = Array.from({ length: WORKERS }, (_, worker) => calls.filter((_call, at) => at % WORKERS === worker));
    await Promise.all(shares.map((share) => run(share).ended));
    // What is reserved for calls that have settled meanwhile is there for those that were refused, and the killed ones are tried again.
    for (let round = 0; round < 3; round += 1) await run(calls.map((call) => `${call}-${round}`)).ended;
    expect(doomed.size).toBeGreaterThan(0);
    expect(paid * CALL).toBeLessThanOrEqual(MOST);
    const { used, reserved } = await counted();
    expect(used + reserved).toBeLessThanOrEqual(MOST);
    expect(used).toBeGreaterThanOrEqual(0.95 * MOST - reserved);
  } finally {
    provider.close();
    provider.closeAllConnections();
  }
});
