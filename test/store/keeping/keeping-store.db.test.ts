// A real PostgreSQL that lets nobody in for a while: what was paid for outlasts it (R100).
import { mkdtemp, readdir, rm, stat } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import { StoreUnavailable } from '../../../src/ports/store/errors.ts';
import type { Store } from '../../../src/ports/store/store.ts';
import { digestOf } from '../../../src/store/digest.ts';
import { openSpool } from '../../../src/store/keeping/answer-spool.ts';
import { emptySpool, keepingAnswers } from '../../../src/store/keeping/keeping-store.ts';
import { createStore } from '../../../src/store/postgres-store.ts';
import { createTestDatabase, openDoors, type TestDatabase } from '../../support/servers/database.ts';
import { anArtifact, aVerdict, startRun, usage } from '../makers.ts';

let database: TestDatabase;
let store: Store;
let directory: string;
let told: string[];
const tell = (line: string) => void told.push(line);

beforeEach(async () => {
  database = await createTestDatabase();
  store = await createStore({ databaseUrl: database.url, poolSize: 4 });
  directory = path.join(await mkdtemp(path.join(tmpdir(), 'dsap-spool-')), 'spool');
  told = [];
});
afterEach(async () => {
  await store.close();
  await database.drop();
  await rm(path.dirname(directory), { recursive: true });
});

const spooled = () => readdir(directory).catch(() => []);

test('an answer that comes while the database is away is held and stored once it is back (R100)', async () => {
  const { id: runId } = await startRun(store);
  const keeping = keepingAnswers(store, { spool: openSpool(directory), tell });
  await openDoors(database.url, false);
  let isStored = false;
  const saving = keeping.artifacts.save(anArtifact('paid', { runId, token: 't3' }), ['paid']).then((saved) => {
    isStored = true;
    return saved;
  });
  await wait(1_200);
  expect(isStored).toBe(false);
  await openDoors(database.url, true);
  expect(await saving).toMatchObject({ runId, token: 't3' });
  expect(await store.artifacts.byToken(runId, 't3')).toMatchObject({ digest: digestOf('paid') });
  expect([await spooled(), told]).toEqual([[], []]);
});

test.each([
  ['the process ends', {}, true],
  ['it lasts too long', { longestHold: 0 }, false],
  ['it is too much', { mostHeld: 10 }, false],
])(
  'what is held goes to the spool when %s, and a restart stores it before all else (R100)',
  async (_, limits, ends) => {
    const { id: runId } = await startRun(store);
    const spool = openSpool(directory);
    const keeping = keepingAnswers(store, { spool, tell, ...limits });
    const artifact = anArtifact('paid', { runId, token: 't3' });
    const turn = { runId, token: 't4', iteration: 1, step: 'a', epoch: 1, usage: usage(7) };
    await openDoors(database.url, false);
    const saving = Promise.allSettled([
      keeping.artifacts.save(artifact, ['paid', 'context']),
      keeping.verdicts.save(runId, 't3', artifact.id, aVerdict('retry', 'no')),
      keeping.contents.put(['session']).then(([stateRef = '']) => keeping.agents.save({ ...turn, stateRef })),
      keeping.agents.saveEffect({ runId, token: 't4', iteration: 1, call: 'c' }, { result: 1 }),
    ]);
    if (ends) keeping.spill();
    for (const outcome of await saving)
      expect(outcome).toMatchObject({ status: 'rejected', reason: expect.any(StoreUnavailable) });
    const files = await spooled();
    expect(files).toHaveLength(5);
    for (const file of files) expect((await stat(path.join(directory, file))).mode & 0o777).toBe(0o600);
    await expect(emptySpool(openSpool(directory), store, tell)).rejects.toThrow(StoreUnavailable);

    await openDoors(database.url, true);
    // Made again meanwhile elsewhere: the token makes it one.
    await store.artifacts.save(anArtifact('again', { runId, token: 't3' }), ['again']);
    expect(await emptySpool(openSpool(directory), store, tell)).toBe(5);
    expect(await store.artifacts.byToken(runId, 't3')).toMatchObject({ digest: digestOf('again') });
    expect(await store.agents.find(runId, 't4', 1)).toEqual({ ...turn, stateRef: digestOf('session') });
    expect(await store.contents.get([digestOf('session')])).toEqual(new Map([[digestOf('session'), 'session']]));
    expect(await store.agents.findEffect({ runId, token: 't4', iteration: 1, call: 'c' })).toEqual({ result: 1 });
    expect(await spooled()).toEqual([]);
  },
);

test('what a full spool takes is told (R100)', async () => {
  const { id: runId } = await startRun(store);
  const keeping = keepingAnswers(store, { spool: openSpool(directory, 100), tell, longestHold: 0 });
  await openDoors(database.url, false);
  const saving = keeping.artifacts.save(anArtifact('paid', { runId, token: 't3' }), ['paid']);
  await expect(saving).rejects.toThrow(StoreUnavailable);
  expect(told).toEqual([
    `an answer that was paid for (artifact of run ${runId}) is lost: the spool is full. Bring the database back, or make room.`,
  ]);
  await openDoors(database.url, true);
});
