import { randomUUID } from 'node:crypto';
import { Client } from 'pg';
import { onServer } from '../../support/servers/database.ts';
import { until } from '../../support/until.ts';
import { useStore } from '../stores.ts';

const on = useStore();
const answer = { status: 201, headers: { location: '/v1/runs/run_1' }, body: '{"text":"NUL \\u0000 é"}' };

function aKey(change: { scope?: string; digest?: string } = {}) {
  return { scope: 'POST /v1/runs', key: randomUUID(), digest: 'sha256:1', ...change };
}

/** Lets time pass for all requests. */
async function age(milliseconds: number): Promise<void> {
  const text = `update requests set started_at = started_at - ${milliseconds}, expires_at = expires_at - ${milliseconds}`;
  await onServer(text, on.database.url);
}

test('R56: a key is new, busy while in flight, and then answers the same again', async () => {
  const key = aKey();
  const { requests } = on.store;
  expect(await requests.begin(key)).toEqual({ state: 'new' });
  expect(await requests.begin(key)).toEqual({ state: 'busy' });
  await requests.finish(key, answer);
  expect(await requests.begin(key)).toEqual({ state: 'done', answer });
  expect(await requests.begin(key)).toEqual({ state: 'done', answer });
});

test('R56: another body under a key is told, in flight and after', async () => {
  const key = aKey();
  const other = { ...key, digest: 'sha256:2' };
  await on.store.requests.begin(key);
  expect(await on.store.requests.begin(other)).toEqual({ state: 'other' });
  await on.store.requests.finish(key, answer);
  expect(await on.store.requests.begin(other)).toEqual({ state: 'other' });
});

test('R56: the same key elsewhere is another key', async () => {
  const key = aKey();
  await on.store.requests.begin(key);
  expect(await on.store.requests.begin({ ...key, scope: 'POST /v1/workflows' })).toEqual({ state: 'new' });
});

test('R56: a request that is forgotten can be sent anew, with another body too', async () => {
  const key = aKey();
  await on.store.requests.begin(key);
  await on.store.requests.forget(key);
  expect(await on.store.requests.begin({ ...key, digest: 'sha256:2' })).toEqual({ state: 'new' });
});

test('R56: of many at once one may go on', async () => {
  const key = aKey();
  const states = await Promise.all(Array.from({ length: 8 }, () => on.store.requests.begin(key)));
  expect(states.map(({ state }) => state).toSorted()).toEqual([...Array.from({ length: 7 }, () => 'busy'), 'new']);
});

test('R56: what a dead process left in flight is taken over within 5 s, by the same request only', async () => {
  const key = aKey();
  await on.store.requests.begin(key);
  await age(4_900);
  expect(await on.store.requests.begin({ ...key, digest: 'sha256:2' })).toEqual({ state: 'other' });
  expect(await on.store.requests.begin(key)).toEqual({ state: 'new' });
  expect(await on.store.requests.begin(key)).toEqual({ state: 'busy' });
});

test('R56: what a live process works on stays its own, however long that takes', async () => {
  const key = aKey();
  await on.store.requests.begin(key);
  await age(3_600_000);
  await until('the lease is renewed', async () => {
    const client = new Client({ connectionString: on.database.url });
    await client.connect();
    const { rows } = await client.query('select from requests where answer is null and started_at < $1', [
      Date.now() - 60_000,
    ]);
    await client.end();
    return rows.length === 0 ? true : undefined;
  });
  expect(await on.store.requests.begin(key)).toEqual({ state: 'busy' });
  await on.store.requests.finish(key, answer);
});

test('R56: an answer is kept for 24 hours', async () => {
  const key = aKey();
  await on.store.requests.begin(key);
  await on.store.requests.finish(key, answer);
  await age(24 * 3_600_000 - 60_000);
  expect(await on.store.requests.begin(key)).toEqual({ state: 'done', answer });
  await age(60_000);
  expect(await on.store.requests.begin({ ...key, digest: 'sha256:2' })).toEqual({ state: 'new' });
});

test('every write of a person leaves a row', async () => {
  await on.store.audit.add({
    actor: 'ann',
    action: 'run.stop',
    subject: 'run_1',
    reason: 'NUL \u0000',
    requestId: 'r1',
  });
  await on.store.audit.add({ actor: 'bob', action: 'run.start', subject: 'run_2' });
});
