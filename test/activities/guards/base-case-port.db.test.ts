// A real PostgreSQL that lets nobody in for a while: what judges said of a base case outlasts it (R100).
import { mkdtemp, readdir, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { createBaseCasePort } from '../../../src/activities/guards/base-case-port.ts';
import { documentDigest } from '../../../src/definitions/document-digest.ts';
import { StoreUnavailable } from '../../../src/ports/store/errors.ts';
import type { Store } from '../../../src/ports/store/store.ts';
import { openSpool } from '../../../src/store/keeping/answer-spool.ts';
import { emptySpool, keepingAnswers } from '../../../src/store/keeping/keeping-store.ts';
import { createStore } from '../../../src/store/postgres-store.ts';
import '../../../src/topologies/documents.ts';
import { anArtifact, numbered, startRun, usage } from '../../store/makers.ts';
import { createTestDatabase, openDoors, type TestDatabase } from '../../support/servers/database.ts';

let database: TestDatabase;
let store: Store;
let directory: string;
beforeEach(async () => {
  database = await createTestDatabase();
  store = await createStore({ databaseUrl: database.url, poolSize: 4 });
  directory = await mkdtemp(path.join(tmpdir(), 'dsap-spool-'));
});
afterEach(async () => {
  await store.close();
  await database.drop();
  await rm(directory, { recursive: true });
});

test('K11: a verification asks no model where the limits in force and what broken tries have cost leave nothing', async () => {
  const { id: runId } = await startRun(store);
  const port = createBaseCasePort(store);
  const call = { runId, token: 't9', seq: 1, events: [], answers: {}, infraTimeout: 1 };
  const limited = (maxTokens: number, seq: number) =>
    store.events.append(runId, numbered([{ type: 'budget.raised', budgets: { maxTokens }, by: 'ann' }], seq));

  expect(await port.open(call)).toMatchObject({ sparing: false });
  await limited(1_000, 2);
  const fault = { runId, token: 't9', phase: 'guard', detail: '503', startedAt: 1, usage: usage(7) } as const;
  await store.faults.record(fault);
  expect(await port.open(call)).toMatchObject({ sparing: false, paid: usage(7) });
  await limited(10, 3);
  expect(await port.open(call)).toMatchObject({ sparing: true, paid: usage(7) });
  await limited(15, 4);
  expect(await port.open(call)).toMatchObject({ sparing: false });
});

test('what a judge said of one leaf is found under its token; the first answer wins (R100)', async () => {
  const { id: runId } = await startRun(store);
  const port = createBaseCasePort(store);
  const call = { runId, token: 't9', seq: 1, events: [], answers: {}, infraTimeout: 1 };
  const text = JSON.stringify({ detail: 'a \u0000 that jsonb refuses' });
  expect(await port.findLeaf(call, 'baseCase/all/0')).toBeUndefined();
  expect(await port.keepLeaf(call, 'baseCase/all/0', text)).toBe(text);
  expect(await port.keepLeaf(call, 'baseCase/all/0', '{}')).toBe(text);
  expect(await port.findLeaf(call, 'baseCase/all/0')).toBe(text);
  expect(await port.findLeaf({ ...call, token: 't10' }, 'baseCase/all/0')).toBeUndefined();
});

test('what a judge said of a base case while the database is away goes to the spool, whole (R100)', async () => {
  const run = await startRun(store);
  const { id: runId } = run;
  const spool = openSpool(directory);
  const port = createBaseCasePort(keepingAnswers(store, { spool, tell: () => undefined, longestHold: 0 }));
  const call = { runId, token: 't9', seq: 1, events: [], answers: {}, infraTimeout: 1 };
  const artifact = anArtifact('made', { runId, token: 't3' });
  const material = { run, document: {}, results: [{ step: 'a', artifact, text: 'made' }], winners: {}, sparing: false };
  const evidence = { passed: true, text: '{"passed": true}', usage: usage(7) };

  await openDoors(database.url, false);
  await expect(port.keep(call, evidence, { material })).rejects.toThrow(StoreUnavailable);
  expect(await readdir(directory)).toHaveLength(1);

  await openDoors(database.url, true);
  expect(await emptySpool(spool, store, () => undefined)).toBe(1);
  expect(await store.artifacts.byToken(runId, 't9')).toMatchObject({
    usage: usage(7),
    definitionDigest: documentDigest(run),
    parents: [{ artifactId: artifact.id, relation: 'dependency' }],
  });
});
