// A real Temporal server, a real PostgreSQL, the real API: the fifth demonstration as `dsap demo` plays it.
import type { FastifyInstance } from 'fastify';
import { runResearchDemo } from '../../examples/research/demo.ts';
import { startEngine, type TestEngine } from '../support/engine/engine.ts';
import { apiOver } from '../support/engine/engine-api.ts';

let engine: TestEngine;
let api: FastifyInstance;

beforeAll(async () => {
  engine = await startEngine();
  api = await apiOver(engine);
});
afterAll(async () => {
  await api?.close();
  await engine?.stop();
});

test('S2-2-e, S2-2-f: an agent is held back from shipping what misses, pivots, and ships what is measured to be right', async () => {
  const lines: string[] = [];
  const apiUrl = await api.listen({ host: '127.0.0.1', port: 0 });
  const { ok, run, path } = await runResearchDemo({ apiUrl, print: (line) => lines.push(line) });
  expect({ ok, status: run.status }).toEqual({ ok: true, status: 'completed' });
  const told = lines.map((line) => line.trim());
  expect(path).toEqual([
    'observing',
    'implementing',
    'reflecting',
    'implementing',
    'reflecting',
    'observing',
    'implementing',
    'reflecting',
    'shipping',
  ]);
  expect(told).toEqual(
    expect.arrayContaining([
      expect.stringContaining('✗ reflect: "ship" leads to shipping, where no transition permits to go now.'),
      '✓ reflect: continue',
      '↺ pivot: back to observing',
      '✓ implement: {"a": 375, "b": 200, "c": 425}',
      'the run completed',
    ]),
  );
});
