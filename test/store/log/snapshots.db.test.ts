// A real PostgreSQL: a large state is written now and then, and every reader sees where the log ends all the same (performance 2.4).
import { Client } from 'pg';
import { evolve, type StoredState, UnknownState, upgraded } from '../../../src/engine.ts';
import type { Event } from '../../../src/model/event.ts';
import { INITIAL } from '../../../src/model/run-state.ts';
import type { Store } from '../../../src/ports/store/store.ts';
import { createStore } from '../../../src/store/postgres-store.ts';
import { createTestDatabase, type TestDatabase } from '../../support/servers/database.ts';
import { longRun } from '../long-run.ts';
import { numbered } from '../makers.ts';

const STEPS = 120;
let database: TestDatabase;
let one: Store;
let other: Store;
let reading: Client;
let run: string;
beforeAll(async () => {
  database = await createTestDatabase();
  one = await createStore({ databaseUrl: database.url });
  other = await createStore({ databaseUrl: database.url });
  reading = new Client({ connectionString: database.url });
  await reading.connect();
  run = await longRun(one, STEPS);
});
afterAll(async () => {
  await Promise.all([one.close(), other.close(), reading.end()]);
  await database.drop();
});

interface Row {
  readonly seq: number;
  readonly state_seq: number | null;
  readonly state: StoredState;
}

async function rowOf(id: string): Promise<Row> {
  const { rows } = await reading.query<{ row: Row }>(
    `select json_build_object('seq', seq, 'state_seq', state_seq, 'state', state) as row from run_views where run_id = $1`,
    [id],
  );
  if (!rows[0]) throw new Error(`no row of ${id}`);
  return rows[0].row;
}

const logOf = (id: string) => one.events.read(id, 0, 10_000);
const folded = (log: readonly Event[]): unknown => JSON.parse(JSON.stringify(log.reduce(evolve, INITIAL)));
const asRead = (state: unknown): unknown => JSON.parse(JSON.stringify(state));

async function readings(store: Store, id: string): Promise<readonly unknown[]> {
  const { rows } = await store.runs.list({}, { limit: 200 });
  const reasons = await store.tellings.reasons(id, undefined, 1, 'with run');
  const states = [
    (await store.runs.find(id))?.state,
    rows.find(({ record }) => record.id === id)?.state,
    reasons?.run?.state,
  ];
  return states.map(asRead);
}

test('writers that take turns over a large run leave a dense log, and whoever reads it sees where it ends', async () => {
  const written = new Set<number | null>();
  let seq = (await rowOf(run)).seq;
  for (let turn = 0; turn < 30; turn += 1) {
    const events = numbered([{ type: 'note.added', text: `note ${turn}` }], seq + 1);
    seq += 1;
    await (turn % 3 === 0 ? other : one).events.append(run, events);
    written.add((await rowOf(run)).state_seq);
    if (turn % 6 !== 0) continue;
    const state = folded(await logOf(run));
    for (const store of [one, other]) expect(await readings(store, run)).toEqual([state, state, state]);
  }
  expect((await logOf(run)).map((event) => event.seq)).toEqual(Array.from({ length: seq }, (_, at) => at + 1));
  // Written anew at most once in some sixty events, of whichever writer.
  expect(written.size).toBeLessThanOrEqual(2);
});

test('a process that has just been started goes on behind a state that lags', async () => {
  const late = await createStore({ databaseUrl: database.url });
  try {
    const { seq } = await rowOf(run);
    await late.events.append(run, numbered([{ type: 'note.added', text: 'late' }], seq + 1));
    const state = folded(await logOf(run));
    expect(await readings(late, run)).toEqual([state, state, state]);
    expect(state).toMatchObject({ seq: seq + 1 });
  } finally {
    await late.close();
  }
});

test('code that knows nothing of states that lag waits for a worker that does', async () => {
  const { state, state_seq } = await rowOf(run);
  expect(state_seq).not.toBeNull();
  expect(() => upgraded(state, 'dag')).toThrow(UnknownState);
});

test('the state of a run that is over is there at once', async () => {
  const { seq } = await rowOf(run);
  await one.events.append(run, numbered([{ type: 'run.closed', status: 'completed' }], seq + 1));
  const over = await rowOf(run);
  expect(over).toMatchObject({ seq: seq + 1, state_seq: null });
  expect(asRead(upgraded(over.state, 'dag'))).toEqual(folded(await logOf(run)));
});

test('a small state is written with every batch', async () => {
  const small = await longRun(one, 2, 'short');
  const { seq, state_seq, state } = await rowOf(small);
  expect(state_seq).toBeNull();
  expect(upgraded(state, 'dag').seq).toBe(seq);
});
