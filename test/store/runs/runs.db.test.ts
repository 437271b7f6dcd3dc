import { NO_USAGE } from '../../../src/model/usage.ts';
import type { RunFilter } from '../../../src/ports/store/runs.ts';
import { digestOf } from '../../../src/store/digest.ts';
import { createStore } from '../../../src/store/postgres-store.ts';
import { ExactNumber } from '../../../src/text/exact-json.ts';
import { CONNECTIONS, onServer } from '../../support/servers/database.ts';
import { anArtifact, aRun, aStepsWork, created, numbered, startRun, usage } from '../makers.ts';
import { useStore } from '../stores.ts';

const on = useStore();

test('R74: a run is stored together with its first event', async () => {
  const run = await startRun(on.store, { tags: ['x'], specification: 'NUL \u0000', seeds: { a: 'art_1' } });
  const row = await on.store.runs.find(run.id);
  expect(row?.record).toEqual(run);
  expect(row?.state).toMatchObject({ life: { status: 'running' }, runId: run.id, seq: 1, createdAt: 1_010 });
  expect(row?.discarded).toEqual(NO_USAGE);
  expect(await on.store.events.read(run.id, 0, 10)).toEqual(numbered([created(run.id)]));
});

test('R56: an id that is taken answers with the run that has it, and changes nothing', async () => {
  const run = await startRun(on.store);
  const other = { ...run, input: 'other', requestDigest: digestOf('other') };
  const [first] = numbered([created(run.id, ['z'])]);
  if (!first) throw new Error('unreachable');
  expect((await on.store.runs.create(other, first)).existing?.record).toEqual(run);
  expect((await on.store.runs.find(run.id))?.record).toEqual(run);
  expect(await on.store.events.read(run.id, 0, 10)).toHaveLength(1);
});

test('R56: of many starts with one id one makes the run, and the others are told of it', async () => {
  const run = aRun();
  const [first] = numbered([created(run.id)]);
  if (!first) throw new Error('unreachable');
  const answers = await Promise.all(Array.from({ length: 6 }, () => on.store.runs.create(run, first)));
  expect(answers.filter(({ existing }) => existing === undefined)).toHaveLength(1);
  expect(answers.filter(({ existing }) => existing?.record.id === run.id)).toHaveLength(5);
});

test.each(['run_none', '', 'run_\u0000'])('a run that does not exist is not found: %j', async (id) => {
  expect(await on.store.runs.find(id)).toBeUndefined();
});

test('R27: usage of answers that the log discarded is summed apart, whenever they arrive', async () => {
  const { id: runId } = await startRun(on.store);
  await on.store.artifacts.save(anArtifact('early', { runId, token: 't3', usage: usage(5) }), ['early']);
  await on.store.events.append(runId, aStepsWork('a'));
  expect((await on.store.runs.find(runId))?.discarded).toEqual(NO_USAGE);
  await on.store.artifacts.save(anArtifact('late', { runId, token: 't7', usage: usage(7) }), ['late']);
  expect((await on.store.runs.find(runId))?.discarded).toEqual(usage(7));
});

test('whether any of some ids is a run of this database (R99)', async () => {
  const { id } = await startRun(on.store);
  expect(await on.store.runs.hasAny(['run_none', id])).toBe(true);
  expect(await on.store.runs.hasAny(['run_none'])).toBe(false);
  expect(await on.store.runs.hasAny([])).toBe(false);
});

describe('lists of runs', () => {
  const ids = ['list_1', 'list_2', 'list_3', 'list_4', 'list_5'];

  beforeAll(async () => {
    for (const [at, id] of ids.entries()) {
      const name = at % 2 === 0 ? 'even' : 'odd';
      const definition = { name, version: 1, digest: digestOf(name) };
      const createdAt = 1_000_000 + Math.floor(at / 2) * 100;
      await startRun(on.store, { id, definition, createdAt, tags: at < 2 ? ['old', 'all'] : ['all'] });
    }
    await on.store.events.append('list_4', numbered([{ type: 'run.closed', status: 'completed' }], 2));
  });

  test.each<[RunFilter, readonly string[]]>([
    [{ tag: 'all' }, ['list_5', 'list_4', 'list_3', 'list_2', 'list_1']],
    [{ tag: 'old' }, ['list_2', 'list_1']],
    [{ tag: 'ol' }, []],
    [{ workflow: 'odd' }, ['list_4', 'list_2']],
    [{ workflow: 'odd', status: 'completed' }, ['list_4']],
    [{ workflow: 'odd', status: 'running' }, ['list_2']],
    [{ status: 'completed', tag: 'old' }, []],
    [{ tag: 'all', createdAfter: 1_000_000 }, ['list_5', 'list_4', 'list_3']],
    [{ tag: 'all', createdBefore: 1_000_100 }, ['list_2', 'list_1']],
    [{ createdAfter: 1_000_000, createdBefore: 1_000_200 }, ['list_4', 'list_3']],
  ])('R57: %j lists, newest first, %j', async (filter, expected) => {
    expect(await idsOf(filter)).toEqual(expected);
  });

  test.each([1, 2, 3, 5])('R57: pages of %i show every run once, in order', async (limit) => {
    const seen: string[] = [];
    let cursor: string | null | undefined;
    while (cursor !== null) {
      const page = await on.store.runs.list({ tag: 'all' }, { limit, ...(cursor !== undefined && { cursor }) });
      seen.push(...page.rows.map(({ record }) => record.id));
      cursor = page.nextCursor;
    }
    expect(seen).toEqual(ids.toReversed());
  });
});

describe('inputs of up to 4 MiB', () => {
  const large = { text: 'ö"\u0000'.repeat(512 * 1024), id: new ExactNumber('9007199254740993.10') };

  test('a list has small inputs and leaves out large ones; a run that is found has its own', async () => {
    const small = await startRun(on.store, { tags: ['inputs'], input: { who: 'Ada' }, createdAt: 5_000 });
    const big = await startRun(on.store, { tags: ['inputs'], input: large, createdAt: 5_001 });
    const { rows } = await on.store.runs.list({ tag: 'inputs' }, { limit: 10 });
    expect(rows.map(({ record }) => [record.id, record.input])).toEqual([
      [big.id, undefined],
      [small.id, { who: 'Ada' }],
    ]);
    expect(JSON.stringify(rows).length).toBeLessThan(10_000);
    expect((await on.store.runs.find(big.id))?.record).toEqual(big);
  });

  test('a process that has not made the run reads its input with all digits', async () => {
    const { id } = await startRun(on.store, { input: large });
    const other = await createStore({ databaseUrl: on.database.url, poolSize: CONNECTIONS });
    try {
      expect((await other.runs.find(id))?.record.input).toEqual(large);
    } finally {
      await other.close();
    }
  });

  test('a run that was stored with its input in the record is read as before', async () => {
    const { id } = await startRun(on.store);
    const earlier = aRun({ tags: ['earlier'], input: { who: 'Ada' } });
    await onServer(
      `insert into runs (id, definition_name, definition_digest, tags, record, created_at)
       select '${earlier.id}', definition_name, definition_digest, tags, '${JSON.stringify(earlier)}', created_at from runs where id = '${id}';
       insert into run_views (run_id, status, seq, started, state, updated_at)
       select '${earlier.id}', status, seq, started, state, updated_at from run_views where run_id = '${id}'`,
      on.database.url,
    );
    expect((await on.store.runs.find(earlier.id))?.record).toEqual(earlier);
  });
});

test('R74: runs that a crash left unstarted are found, with their first event, when they are old enough', async () => {
  const old = await startRun(on.store, { createdAt: 5 });
  const begun = await startRun(on.store, { createdAt: 6 });
  const young = await startRun(on.store, { createdAt: Date.now() });
  await on.store.events.append(begun.id, numbered([{ type: 'run.started' }], 2));
  const found = await on.store.runs.unstarted(60_000);
  expect(found[0]).toEqual({ record: old, created: numbered([created(old.id)])[0] });
  const ids = found.map(({ record }) => record.id);
  expect(ids).not.toContain(begun.id);
  expect(ids).not.toContain(young.id);
});

async function idsOf(filter: RunFilter): Promise<readonly string[]> {
  const { rows } = await on.store.runs.list(filter, { limit: 200 });
  return rows.map(({ record }) => record.id);
}
