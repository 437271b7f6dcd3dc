// A real Temporal server and PostgreSQL: calls that wait for limits of their endpoint (llm 3.7).

import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { asking, endpointAt } from '../../support/engine/away-endpoint.ts';
import { startEngine, type TestEngine } from '../../support/engine/engine.ts';
import { ended } from '../../support/engine/scripted.ts';
import { until } from '../../support/until.ts';

/** A provider that answers each call after a while, and counts. */
interface SlowProvider {
  readonly baseUrl: string;
  readonly seen: { inFlight: number; most: number; calls: number };
  close(): void;
}

async function startSlowProvider(
  milliseconds: number,
  headers: Readonly<Record<string, string>> = {},
): Promise<SlowProvider> {
  const seen = { inFlight: 0, most: 0, calls: 0 };
  const chunk = { choices: [{ index: 0, delta: { content: 'done' }, finish_reason: 'stop' }] };
  const server: Server = createServer((request, response) => {
    request.resume().on('end', () => {
      seen.calls += 1;
      seen.inFlight += 1;
      seen.most = Math.max(seen.most, seen.inFlight);
      setTimeout(() => {
        seen.inFlight -= 1;
        response.writeHead(200, { ...headers, 'content-type': 'text/event-stream' });
        response.end(`data: ${JSON.stringify(chunk)}\n\ndata: [DONE]\n\n`);
      }, milliseconds);
    });
  });
  await new Promise<void>((resolve) => void server.listen(0, '127.0.0.1', resolve));
  const address: AddressInfo = Object(server.address());
  return {
    baseUrl: `http://127.0.0.1:${address.port}/v1`,
    seen,
    close() {
      server.closeAllConnections();
      server.close();
    },
  };
}

let narrow: SlowProvider;
let rated: SlowProvider;
let learned: SlowProvider;
let engine: TestEngine;
beforeAll(async () => {
  const headers = {
    'x-ratelimit-limit-requests': '3',
    'x-ratelimit-remaining-requests': '0',
    'x-ratelimit-reset-requests': '40s',
  };
  [narrow, rated, learned] = [
    await startSlowProvider(300),
    await startSlowProvider(0),
    await startSlowProvider(0, headers),
  ];
  const endpoints = [
    { ...endpointAt('narrow', narrow.baseUrl), concurrency: 2 },
    { ...endpointAt('rated', rated.baseUrl), requestsPerMinute: 3 },
    endpointAt('learned', learned.baseUrl),
  ];
  engine = await startEngine({ slots: { generate: 4, guard: 4 }, models: { endpoints, defaultModel: 'narrow/one' } });
});
afterAll(async () => {
  await engine?.stop();
  for (const provider of [narrow, rated, learned]) provider?.close();
}, 60_000);

const startAll = (count: number, model: string) =>
  Promise.all(Array.from({ length: count }, () => engine.start(asking(model))));

test('llm 3.7: no more calls are in flight than the settings allow; the others wait without a slot, a try or a question, and all complete', async () => {
  const ids = await startAll(12, 'narrow/one');
  for (const id of ids) {
    const state = await engine.until(id, ended);
    expect(state).toMatchObject({ life: { status: 'completed' }, usage: { attempts: 1 }, escalations: {} });
    expect(await engine.store.waits.ofRun(id)).toEqual([]);
  }
  expect(narrow.seen).toMatchObject({ most: 2, calls: 12 });
}, 120_000);

test.each([
  ['rated', () => rated, 3],
  ['learned', () => learned, 1],
])(
  'llm 3.7: runs beyond the limit of a minute wait for %s, and say until when, while those of another endpoint go on',
  async (name, provider, passing) => {
    const [first = ''] = await startAll(1, `${name}/one`);
    await engine.until(first, ended);
    const ids = await startAll(passing + 4, `${name}/one`);
    const waiting = await until('calls to wait', async () => {
      const found = ids.map(async (id) => (await engine.store.waits.ofRun(id)).map((wait) => ({ ...wait, id })));
      const waits = (await Promise.all(found)).flat();
      return waits.length === ids.length - (passing - 1) ? waits : undefined;
    });
    for (const wait of waiting) expect(wait).toMatchObject({ reason: 'limit', endpoint: name });
    expect(waiting.every((wait) => wait.until > Date.now() + 5_000)).toBe(true);
    const others = await startAll(4, 'narrow/one');
    for (const id of others) expect(await engine.until(id, ended)).toMatchObject({ life: { status: 'completed' } });
    expect(provider().seen.calls).toBe(passing);
    const states = await Promise.all(ids.map((id) => engine.store.runs.find(id)));
    expect(states.every((row) => Object.keys(row?.state.escalations ?? {}).length === 0)).toBe(true);
    await Promise.all(waiting.map(({ id }) => engine.runs.kill(id, 'enough')));
  },
  120_000,
);
