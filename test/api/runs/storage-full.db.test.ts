/** What callers see while the database has no room. Over a real PostgreSQL, whose refusal a trigger stands in for. */
import { onServer } from '../../support/servers/database.ts';
import { useApp } from '../test-app.ts';

const api = useApp();

const FULL = `
  create function full_disk() returns trigger language plpgsql as $$
  begin raise exception using errcode = '53100', message = 'could not extend file: No space left on device'; end $$;
  create trigger full_disk before insert on requests for each row execute function full_disk();
  create trigger full_disk before insert on runs for each row execute function full_disk();`;
const ROOM = 'drop trigger full_disk on requests; drop trigger full_disk on runs; drop function full_disk()';

const DEFINITION = {
  name: 'one',
  steps: [{ id: 'a', generator: { kind: 'fixed', content: 'x' }, guard: { use: 'not-empty' } }],
};

test('a full disk is not ready and told as storage_full, also by a start, until there is room again', async () => {
  expect((await api.get('/readyz')).statusCode).toBe(200);
  await onServer(FULL, api.database.url);
  const ready = (await api.get('/readyz')).json();
  expect(ready).toMatchObject({ status: 503, code: 'not_ready', checks: { postgres: { ok: false } } });
  expect(ready.detail).toContain('storage_full');
  const started = await api.post('/v1/runs', { workflow: { definition: DEFINITION } });
  expect(started.json()).toMatchObject({ status: 503, code: 'storage_full', part: 'postgres', retryable: true });
  await onServer(ROOM, api.database.url);
  expect((await api.get('/readyz')).statusCode).toBe(200);
});
