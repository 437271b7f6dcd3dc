// A real Temporal server, a real PostgreSQL, the real API: the second demonstration as `dsap demo` plays it.
import type { FastifyInstance } from 'fastify';
import { runLedgerDemo } from '../../examples/ledger/demo.ts';
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

test('running 1, S3-RT: the step that is to blame is told what failed, and a person signs', async () => {
  const lines: string[] = [];
  const apiUrl = await api.listen({ host: '127.0.0.1', port: 0 });
  const { ok, run } = await runLedgerDemo({ apiUrl, print: (line) => lines.push(line) });
  expect({ ok, run }).toMatchObject({ ok: true, run: { status: 'completed', attempts: { used: 7 } } });
  const told = lines.map((line) => line.trim());
  expect(told.filter((line) => line.startsWith('✗ entry: json-schema: ') && line.includes('amount'))).toHaveLength(3);
  expect(told).toEqual(
    expect.arrayContaining([
      '↺ entry goes in circles',
      expect.stringContaining('← back to schema'),
      '? Is this payment to be booked?',
      '“Book 12.50 on 2026-01-31 as entry 1.”',
      'the run completed',
    ]),
  );
});
