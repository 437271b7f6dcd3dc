/** What callers see while the database is away. Over a real PostgreSQL. */
import { useApp } from '../test-app.ts';

const api = useApp();

test('S: without its database the service lives, is not ready, and answers 503 naming the part, without insides', async () => {
  await api.database.drop();
  const answer = await api.get('/v1/runs');
  expect([answer.statusCode, answer.headers['retry-after']]).toEqual([503, '2']);
  expect(answer.json()).toMatchObject({ code: 'unavailable', part: 'postgres', retryable: true });
  expect(answer.body).not.toMatch(/test_|ECONN|password|select/i);
  expect((await api.get('/healthz')).statusCode).toBe(200);
  const ready = (await api.get('/readyz')).json();
  expect(ready).toMatchObject({ status: 503, checks: { postgres: { ok: false }, temporal: { ok: true } } });
});
