// A real PostgreSQL, two stores as two processes would have them: what one remembers of a log never hides what the other wrote.
import { evolve, toSchema1 } from '../../../src/engine.ts';
import { INITIAL } from '../../../src/model/run-state.ts';
import { LogFork } from '../../../src/ports/store/errors.ts';
import type { Store } from '../../../src/ports/store/store.ts';
import { createStore } from '../../../src/store/postgres-store.ts';
import { createTestDatabase, onServer, type TestDatabase } from '../../support/servers/database.ts';
import { numbered, startRun } from '../makers.ts';

let database: TestDatabase;
let one: Store;
let other: Store;
beforeAll(async () => {
  database = await createTestDatabase();
  one = await createStore({ databaseUrl: database.url });
  other = await createStore({ databaseUrl: database.url });
});
afterAll(async () => {
  await Promise.all([one.close(), other.close()]);
  await database.drop();
});

const note = (text: string) => ({ type: 'note.added', text }) as const;

test('writers that take turns leave a dense log and a view that is its fold', async () => {
  const record = await startRun(one);
  for (let seq = 2; seq < 12; seq += 1) {
    const writer = seq % 3 === 0 ? other : one;
    await writer.events.append(record.id, numbered([note(`event ${seq}`)], seq));
  }
  const log = await one.events.read(record.id, 0, 100);
  expect(log.map(({ seq }) => seq)).toEqual(Array.from({ length: 11 }, (_, index) => index + 1));
  expect((await other.runs.find(record.id))?.state).toEqual(JSON.parse(JSON.stringify(log.reduce(evolve, INITIAL))));
});

test('a writer that remembers an older end sees a fork all the same', async () => {
  const record = await startRun(one);
  await one.events.append(record.id, numbered([note('mine')], 2));
  await other.events.append(record.id, numbered([note('theirs')], 3));
  await expect(one.events.append(record.id, numbered([note('another')], 3))).rejects.toThrow(LogFork);
  await one.events.append(record.id, numbered([note('theirs'), note('next')], 3));
  expect(await one.events.read(record.id, 0, 100)).toHaveLength(4);
});

test('a view row that code of before has written is read in the form of today, and goes on from there', async () => {
  const record = await startRun(one);
  const { state } = (await one.runs.find(record.id)) ?? {};
  if (!state) throw new Error('unreachable');
  const before = JSON.stringify(toSchema1(state));
  await onServer(`update run_views set state = '${before}' where run_id = '${record.id}'`, database.url);
  expect((await other.runs.find(record.id))?.state).toEqual(state);
  expect((await other.runs.list({}, { limit: 200 })).rows.map((row) => row.state)).toContainEqual(state);
  await other.events.append(record.id, numbered([note('later')], 2));
  const log = await one.events.read(record.id, 0, 100);
  expect((await one.runs.find(record.id))?.state).toEqual(JSON.parse(JSON.stringify(log.reduce(evolve, INITIAL))));
});
