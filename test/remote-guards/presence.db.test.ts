// The API over a real PostgreSQL: workers that hold no secret say that they are there.
import type { FastifyInstance } from 'fastify';
import { buildApp } from '../../src/api/app.ts';
import { guardPresenceRoutes, tellPresence } from '../../src/remote-guards/presence.ts';
import { useApp } from '../api/test-app.ts';
import { until } from '../support/until.ts';

const KEY = 'a key of twenty-four letters';
const api = useApp();

let app: FastifyInstance;
let url: string;
const heard: string[] = [];
beforeAll(async () => {
  const { settings, ...rest } = api.dependencies;
  app = await buildApp({
    ...rest,
    settings: { ...settings, auth: 'keys', apiKey: KEY, rateLimit: { max: 2, windowMs: 60_000 } },
    extensions: [(it) => guardPresenceRoutes(it, { heard: (name) => heard.push(name) })],
  });
  url = await app.listen({ host: '127.0.0.1', port: 0 });
});
afterAll(() => app?.close());

test('such a worker needs no key and is not held back; it goes on telling until it is closed', async () => {
  const presence = tellPresence(url, '1@host (guards)');
  await until('told four times', () => (heard.length >= 4 ? true : undefined));
  await presence.close();
  expect(new Set(heard)).toEqual(new Set(['1@host (guards)']));
});

test.each([[{}], [{ name: '' }], [{ name: 'x'.repeat(1_001) }], [{ name: '1@host', more: 1 }]])(
  'what is no name of a worker is refused: %#',
  async (payload) => {
    const before = heard.length;
    const answer = await app.inject({ method: 'POST', url: '/internal/guard-workers', payload });
    expect([answer.statusCode, heard.length]).toEqual([422, before]);
  },
);

test('its words are kept under no key: whoever has none of ours makes the database write nothing', async () => {
  const tell = () =>
    app.inject({
      method: 'POST',
      url: '/internal/guard-workers',
      headers: { 'idempotency-key': 'again' },
      payload: { name: '2@host' },
    });
  const before = heard.length;
  const answers = [await tell(), await tell()];
  expect(answers.map(({ statusCode, headers }) => [statusCode, headers['idempotency-replayed']])).toEqual([
    [204, undefined],
    [204, undefined],
  ]);
  expect(heard.length).toBe(before + 2);
});
