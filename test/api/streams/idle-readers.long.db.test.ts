/** What idle readers cost the database, in statements: a server that really listens, over a real PostgreSQL. */
import { setTimeout as wait } from 'node:timers/promises';
import { countStatements, type Statements } from '../../support/servers/statements.ts';
import { until } from '../../support/until.ts';
import { useApp } from '../test-app.ts';
import { addressOf, aRunOf, streamsOf } from './readers.ts';

const api = useApp({ streams: { perPrincipal: 1_000, inAll: 1_000 } });

let statements: Statements;
beforeAll(() => {
  statements = countStatements();
});
afterAll(() => statements?.stop());

/** What is sent to the database in some seconds in which nothing happens. */
async function atRest(seconds: number): Promise<{ readonly asked: readonly string[]; readonly allowed: number }> {
  statements.taken();
  const begun = Date.now();
  await wait(seconds * 1_000);
  const asked = statements.taken();
  return { asked, allowed: Math.ceil((Date.now() - begun) / EVERY) + 1 };
}

function connections(): Promise<number> {
  return new Promise((resolve) => api.app.server.getConnections((_, count) => resolve(count)));
}

/** Milliseconds between two looks. */
const EVERY = 2_000;

test('five hundred idle streams cost one look every two seconds, of all their runs together', async () => {
  const ids = await Promise.all(Array.from({ length: 10 }, () => aRunOf(api)));
  const { got, leave } = await streamsOf(api, ids, 50);
  await until('all have what there is', () => (got.every(({ length }) => length > 0) ? true : undefined));
  const { asked, allowed } = await atRest(6);
  leave();
  expect(asked.length).toBeGreaterThan(0);
  expect(asked.length).toBeLessThanOrEqual(allowed);
  expect(new Set(asked)).toEqual(new Set(['heads']));
});

test('two hundred idle waits cost the same, and end with their runs', async () => {
  const ids = await Promise.all(Array.from({ length: 10 }, () => aRunOf(api)));
  const base = await addressOf(api);
  const waits = ids.flatMap((id) => Array.from({ length: 20 }, () => fetch(`${base}/v1/runs/${id}/result?wait=60s`)));
  await until('each has a connection', async () => ((await connections()) >= waits.length ? true : undefined));
  await until('all rest', async () => ((await atRest(2)).asked.length <= 2 ? true : undefined));
  const { asked, allowed } = await atRest(6);
  expect(asked.length).toBeLessThanOrEqual(allowed);
  expect(new Set(asked)).toEqual(new Set(['heads']));
  await Promise.all(ids.map((id) => api.post(`/v1/runs/${id}/stop`)));
  expect((await Promise.all(waits)).map(({ status }) => status)).toEqual(waits.map(() => 200));
});
