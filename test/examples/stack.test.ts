// A real Temporal server, a real PostgreSQL, the real API, real sandboxes: the third demonstration as `dsap demo` plays it.
import type { FastifyInstance } from 'fastify';
import { runStackDemo } from '../../examples/stack/demo.ts';
import { cacheDirectory } from '../../src/platform/cache-directory.ts';
import { openSandboxes } from '../../src/sandbox/open.ts';
import { startEngine, type TestEngine } from '../support/engine/engine.ts';
import { apiOver } from '../support/engine/engine-api.ts';

let engine: TestEngine;
let api: FastifyInstance;

beforeAll(async () => {
  const sandboxes = await openSandboxes({
    order: ['deno', 'bwrap'],
    cacheDirectory: cacheDirectory(process.env),
    warn: () => {},
  });
  engine = await startEngine({ sandboxes });
  api = await apiOver(engine);
}, 120_000);
afterAll(async () => {
  await api?.close();
  await engine?.stop();
});

test('S0-T4a: tests are written first and shown red, code that errs is told why, and code that cheats is caught', async () => {
  const lines: string[] = [];
  const apiUrl = await api.listen({ host: '127.0.0.1', port: 0 });
  const { ok, run } = await runStackDemo({ apiUrl, print: (line) => lines.push(line) });
  expect({ ok, run }).toMatchObject({ ok: true, run: { status: 'completed', attempts: { used: 5 } } });
  const told = lines.map((line) => line.trim());
  expect(told).toEqual(
    expect.arrayContaining([
      expect.stringMatching(/^✗ g_test: test-red: .* passes on a stub/),
      '✓ g_test: 5 tests, all red against a stub',
      expect.stringMatching(/^✗ g_impl: tests_green: .*IndexError/),
      '! g_impl cheats: it keeps nothing, and whatever it gives equals everything',
      expect.stringMatching(/^✗ g_impl: tests_green: test_the_last_item_comes_off_first/),
      '✓ g_impl: every test is green',
      'the run completed',
      expect.stringMatching(/^accepted +22 lines of Python, 502 bytes$/),
      expect.stringMatching(/^judged by +the split protocol in (deno|bwrap) /),
      expect.stringMatching(/^the cheat +http.*\/steps\/g_impl\/attempts\/2$/),
    ]),
  );
}, 120_000);
