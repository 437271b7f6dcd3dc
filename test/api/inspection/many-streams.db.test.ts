/** Many event streams beside other requests: a server that really listens, over a real PostgreSQL. */
import { setTimeout as wait } from 'node:timers/promises';
import { Client } from 'pg';
import { onServer } from '../../support/servers/database.ts';
import { until } from '../../support/until.ts';
import { aDocument, useApp } from '../test-app.ts';

const api = useApp();
const narrow = useApp({ streams: { perPrincipal: 2, inAll: 1_000 } });

async function running(app: typeof api) {
  app.runs.script({});
  const { id } = (await app.post('/v1/runs', { workflow: { definition: aDocument() } })).json();
  const address =
    app.app.server.address() ?? (await app.app.listen({ port: 0, host: '127.0.0.1' }), app.app.server.address());
  if (address === null || typeof address === 'string') throw new Error('no port');
  const url = `http://127.0.0.1:${address.port}/v1/runs/${id}/events`;
  const leaving = new AbortController();
  const open = (signal = leaving.signal) => fetch(url, { headers: { accept: 'text/event-stream' }, signal });
  return { id, open, leave: () => leaving.abort() };
}

test('the stream after the last that a principal may have is 429 with Retry-After; one that ends makes room (R118)', async () => {
  const { open, leave } = await running(narrow);
  const first = new AbortController();
  expect((await open(first.signal)).status).toBe(200);
  expect((await open()).status).toBe(200);
  const refused = await open();
  expect([refused.status, refused.headers.get('retry-after')]).toEqual([429, '5']);
  expect(await refused.json()).toMatchObject({ code: 'too_many_streams', retryable: true });
  first.abort();
  await until('there is room again', async () => ((await open()).status === 200 ? true : undefined));
  leave();
});

test('streams that wait for the database leave the connections of other requests alone (R118)', async () => {
  const holder = new Client(api.database.url);
  await holder.connect();
  const { id, open, leave } = await running(api);
  try {
    const streams = await Promise.all(Array.from({ length: 30 }, () => open()));
    expect(streams.every(({ status }) => status === 200)).toBe(true);
    await holder.query('begin; lock table events in access exclusive mode');
    // Streams are told of an event, and read it.
    const told = JSON.stringify({ runId: id, seq: 100, status: 'running', tokens: [] });
    await onServer(`select pg_notify('dsap_events', '${told}')`, api.database.url);
    await until('streams wait for the table', async () => {
      const { rowCount } = await holder.query(
        "select from pg_locks where relation = 'events'::regclass and not granted",
      );
      return (rowCount ?? 0) > 0 ? true : undefined;
    });
    const answers = await Promise.all(Array.from({ length: 20 }, () => api.get('/v1/workflows')));
    expect(answers.map(({ statusCode }) => statusCode)).toEqual(answers.map(() => 200));
  } finally {
    leave();
    await holder.end();
  }
});

test('whoever goes before the stream begins leaves nothing open (R118)', async () => {
  const { open, leave } = await running(narrow);
  for (let times = 0; times < 20; times += 1) {
    const going = new AbortController();
    const stream = open(going.signal).catch(() => undefined);
    await wait(times / 4);
    going.abort();
    await stream;
  }
  await until('there is room again', async () => ((await open()).status === 200 ? true : undefined));
  leave();
});
