// A real PostgreSQL that lets nobody in for a while and comes back to the same process (R99, R100).
import { mkdtemp, readdir, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { pino } from 'pino';
import { openGateBy } from '../../../src/cli/start/open-gate.ts';
import { createGate } from '../../../src/ports/gate.ts';
import { StoreUnavailable } from '../../../src/ports/store/errors.ts';
import type { Store } from '../../../src/ports/store/store.ts';
import { openSpool } from '../../../src/store/keeping/answer-spool.ts';
import { emptySpool, keepingAnswers } from '../../../src/store/keeping/keeping-store.ts';
import { createStore } from '../../../src/store/postgres-store.ts';
import { anArtifact, startRun } from '../../store/makers.ts';
import { createTestDatabase, openDoors, type TestDatabase } from '../../support/servers/database.ts';
import { until } from '../../support/until.ts';

let database: TestDatabase;
let store: Store;
let directory: string;
let close: (() => Promise<void>) | undefined;
beforeEach(async () => {
  database = await createTestDatabase();
  store = await createStore({ databaseUrl: database.url, poolSize: 4 });
  directory = await mkdtemp(path.join(tmpdir(), 'dsap-spool-'));
});
afterEach(async () => {
  await close?.();
  await store.close();
  await database.drop();
  await rm(directory, { recursive: true });
});

/** A gate that is shut, since the database is away; something paid has gone to the spool. */
async function shutGate(restore: () => Promise<unknown> = async () => undefined) {
  const { id: runId } = await startRun(store);
  const spool = openSpool(directory);
  const keeping = keepingAnswers(store, { spool, tell: () => undefined, longestHold: 0 });
  const gate = createGate();
  const emptied = async () => {
    await restore();
    return emptySpool(spool, store, () => undefined);
  };
  const logger = pino({ level: 'silent' });
  close = await openGateBy({ gate, databaseUrl: database.url, logger, restore: emptied, patience: 0 });
  await openDoors(database.url, false);
  const saving = keeping.artifacts.save(anArtifact('paid', { runId, token: 't3' }), ['paid']);
  await expect(saving).rejects.toThrow(StoreUnavailable);
  await until('the gate is shut', () => (gate.isOpen() ? undefined : true));
  return { runId, gate };
}

test('what went to the spool is stored before the gate opens again, without a restart (R100)', async () => {
  const { runId, gate } = await shutGate();
  await openDoors(database.url, true);
  await gate.opened();
  expect(await store.artifacts.byToken(runId, 't3')).toMatchObject({ token: 't3' });
  expect(await readdir(directory)).toEqual([]);
});

test('a database that goes again meanwhile leaves the gate shut until it answers for good (R99)', async () => {
  let tries = 0;
  const { runId, gate } = await shutGate(async () => {
    tries += 1;
    if (tries === 1) throw new StoreUnavailable('gone again');
  });
  await openDoors(database.url, true);
  await gate.opened();
  expect(tries).toBe(2);
  expect(await store.artifacts.byToken(runId, 't3')).toMatchObject({ token: 't3' });
});

test('a spool that cannot be read does not keep the gate shut (R99)', async () => {
  const { gate } = await shutGate(() => Promise.reject(new Error('the disk is broken')));
  await openDoors(database.url, true);
  await gate.opened();
  expect(gate.isOpen()).toBe(true);
});
