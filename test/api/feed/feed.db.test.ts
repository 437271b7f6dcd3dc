// A real PostgreSQL and real connections: what lists hear of changes.
import { buildApp } from '../../../src/api/app.ts';
import type { Store } from '../../../src/ports/store/store.ts';
import { createStore } from '../../../src/store/postgres-store.ts';
import { numbered, startRun } from '../../store/makers.ts';
import { onServer } from '../../support/servers/database.ts';
import { countStatements } from '../../support/servers/statements.ts';
import { until } from '../../support/until.ts';
import { useApp } from '../test-app.ts';
import { aFollower } from './feed-client.ts';

const api = useApp({ streams: { perPrincipal: 1_000, inAll: 1_000 } });
const guarded = useApp({ auth: 'keys', apiKey: 'correct-horse-battery-staple' });
const urls: string[] = [];
const opened: { readonly close: () => Promise<unknown> }[] = [];
/** Another process: its own connections, its own LISTEN. */
let other: Store;

beforeAll(async () => {
  urls.push(await api.app.listen({ host: '127.0.0.1', port: 0 }));
  other = await createStore({ databaseUrl: api.database.url });
  const app = await buildApp({ ...api.dependencies, store: other });
  urls.push(await app.listen({ host: '127.0.0.1', port: 0 }));
  opened.push(app, other);
});
afterAll(async () => {
  for (const one of opened) await one.close();
});

const [first, second] = [() => urls[0] ?? '', () => urls[1] ?? ''];
const followers: ReturnType<typeof aFollower>[] = [];
afterEach(() => followers.splice(0).forEach((one) => one.cut()));

function follower(from?: string) {
  const one = aFollower(from);
  followers.push(one);
  return one;
}

async function connected(url: string, from?: string) {
  const one = follower(from);
  await one.connect(url);
  await so(() => one.lastId() !== '');
  return one;
}

const so = (isSo: () => boolean) => until('what the feed tells', async () => isSo() || undefined);
const note = (id: string, seq: number, store: Store = api.store) =>
  store.events.append(id, numbered([{ type: 'note.added', text: `note ${seq}` }], seq));
const asked = (id: string, seq: number) =>
  api.store.events.append(
    id,
    numbered(
      [
        {
          type: 'escalation.opened',
          escalationId: `esc_${id}`,
          kind: 'fatal',
          question: 'Go on?',
          allowedActions: ['abort'],
        },
      ],
      seq,
    ),
  );
const here = async (): Promise<string> => (await api.get('/v1/feed')).json().id;

test('console 3: a run and its question are told as rows of the lists, from now on', async () => {
  const old = await startRun(api.store);
  // A position waits for transactions that are open in other databases too.
  await until('a position after the old run', async () => {
    const told = await api.store.changes.since((await api.store.changes.now()).id);
    return (told && !told.runs.some(({ row }) => row.record.id === old.id)) || undefined;
  });
  const one = await connected(first());
  const { id } = await startRun(api.store);
  await asked(id, 2);
  await so(() => one.rows.has(`esc_${id}`) && one.rows.get(id)?.revision === 2);
  const [row] = (await api.get(`/v1/runs?view=row&q=${id}`)).json().data;
  expect(one.rows.get(id)).toEqual(row);
  const [question] = (await api.get(`/v1/escalations?view=row&runId=${id}`)).json().data;
  expect(one.rows.get(`esc_${id}`)).toEqual(question);
  expect([one.rows.has(old.id), new Set(one.events)]).toEqual([false, new Set(['run', 'question'])]);
});

test('console 3: what is read after the id was told, and followed from there, has no gap, by the address as by the header', async () => {
  const { id } = await startRun(api.store);
  const from = await here();
  await note(id, 2);
  const one = await connected(first(), from);
  await so(() => one.rows.get(id)?.revision === 2);
  const answer = await fetch(`${first()}/v1/feed?after=${from}`, { headers: { accept: 'text/event-stream' } });
  const reader = answer.body?.pipeThrough(new TextDecoderStream()).getReader();
  expect((await reader?.read())?.value).toContain(id);
  await reader?.cancel();
});

test.each([
  ['that nobody has given', 'x'],
  ['of the future', '18446744073709551615-1'],
  ['of another server', '5-5'],
  ['that is one no more', '-1'],
])('console 3: an id %s is answered with a reset and an id to go on from', async (_, from) => {
  const one = await connected(first(), from);
  await so(() => one.events.includes('reset') && one.lastId() !== from);
  const { id } = await startRun(api.store);
  await so(() => one.rows.has(id));
});

test('console 3: who has missed more than 500 runs is told to read anew', async () => {
  const from = await here();
  for (let some = 0; some < 510; some += 1) await startRun(api.store);
  const one = await connected(first(), from);
  await so(() => one.events.includes('reset') && one.lastId() !== from);
  expect(one.rows.size).toBe(0);
});

test('console 6.10: cut ten times while two processes write, and back at either, nothing is missing', async () => {
  const one = await connected(first());
  const runs = await Promise.all(Array.from({ length: 8 }, () => startRun(api.store)));
  // A fixed sequence that looks like chance.
  let state = 20261124;
  const chance = (below: number) => (state = (state * 1_103_515_245 + 12_345) % 2 ** 31) % below;
  const heads = new Map(runs.map(({ id }) => [id, 1]));
  const ids = [...heads.keys()];
  const change = async () => {
    const id = ids[chance(ids.length)] ?? '';
    const seq = (heads.get(id) ?? 0) + 1;
    heads.set(id, seq);
    await note(id, seq, chance(2) === 0 ? api.store : other);
  };
  for (let cuts = 0; cuts < 10; cuts += 1) {
    for (let changes = chance(12); changes > 0; changes -= 1) await change();
    one.cut();
    for (let changes = chance(12); changes > 0; changes -= 1) await change();
    await one.connect(chance(2) === 0 ? first() : second());
    for (let changes = chance(12); changes > 0; changes -= 1) await change();
  }
  await so(() => ids.every((id) => one.rows.get(id)?.revision === heads.get(id)));
});

test('what was stored while nothing was heard is told as soon as it is heard again', async () => {
  const one = await connected(first());
  const { id } = await startRun(api.store);
  await so(() => one.rows.has(id));
  const end = `select pg_terminate_backend(pid) from pg_stat_activity
    where datname = current_database() and query ilike 'listen%' and pid <> pg_backend_pid()`;
  await onServer(end, api.database.url);
  await note(id, 2);
  await so(() => one.rows.get(id)?.revision === 2);
});

test('console 4: to watch costs no statement beside those who watch already, and what happens is read once for all', async () => {
  const { id } = await startRun(api.store);
  const [one] = [await connected(first())];
  const statements = countStatements();
  try {
    const watchers = [one, ...(await Promise.all(Array.from({ length: 199 }, () => connected(first()))))];
    expect(statements.taken()).toEqual([]);
    await note(id, 2, other);
    await so(() => watchers.every(({ rows }) => rows.get(id)?.revision === 2));
    const told = ['changed-heads-among', 'runs-by-id', 'changed-questions'];
    expect(statements.taken().filter((name) => told.includes(name))).toEqual(told);
  } finally {
    statements.stop();
  }
});

test('an id claims nothing that was seen but not heard: what was lost on the way is told to who comes back', async () => {
  const { changes } = api.store;
  const held: (() => void)[] = [];
  const lossy: Store = {
    ...api.store,
    changes: {
      ...changes,
      follow: (hearer) => changes.follow({ ...hearer, hear: (id, seq) => void held.push(() => hearer.hear(id, seq)) }),
    },
  };
  const app = await buildApp({ ...api.dependencies, store: lossy });
  opened.push(app);
  const one = await connected(await app.listen({ host: '127.0.0.1', port: 0 }));
  const heard = await startRun(api.store);
  const lost = await startRun(api.store);
  await so(() => held.length === 2);
  held[0]?.();
  await so(() => one.rows.has(heard.id));
  one.cut();
  expect(one.rows.has(lost.id)).toBe(false);
  await one.connect(second());
  await so(() => one.rows.has(lost.id));
});

test('HEAD answers the headers of either form, and begins no stream', async () => {
  const json = await api.send({ method: 'HEAD', url: '/v1/feed' });
  const stream = await api.send({ method: 'HEAD', url: '/v1/feed', headers: { accept: 'text/event-stream' } });
  expect([json.statusCode, json.headers['content-type']]).toEqual([200, 'application/json; charset=utf-8']);
  expect([stream.statusCode, stream.headers['content-type'], stream.body]).toEqual([
    200,
    'text/event-stream; charset=utf-8',
    '',
  ]);
});

test('who may not read is told nothing, and a session may', async () => {
  const stream = { accept: 'text/event-stream' };
  expect((await guarded.get('/v1/feed', stream)).statusCode).toBe(401);
  const { cookies } = await guarded.post('/v1/session', { key: 'correct-horse-battery-staple' });
  const headers = { cookie: `dsap_session=${cookies[0]?.value}` };
  expect((await guarded.get('/v1/feed', headers)).json()).toEqual({ id: expect.stringMatching(/^\d+-\d+$/) });
  expect((await guarded.send({ method: 'HEAD', url: '/v1/feed', headers: { ...headers, ...stream } })).statusCode).toBe(
    200,
  );
});
