import { NO_USAGE } from '../../../src/model/usage.ts';
import type { RunHistory } from '../../../src/ports/store.ts';
import { aDefinition, anArtifact, aStepsWork, aVerdict, startRun, usage } from '../makers.ts';
import { useStore } from '../stores.ts';

const on = useStore();
const MOST = { runs: 10, events: 1_000 };

async function worked(workflow: string, createdAt = 1_000): Promise<string> {
  const definition = { name: workflow, version: 1, digest: `sha256:${workflow}` };
  const { id } = await startRun(on.store, { definition, createdAt });
  await on.store.events.append(id, aStepsWork('a'));
  return id;
}

async function newest(filter: Parameters<typeof on.store.statistics.newest>[0], most = MOST) {
  const { histories, ...counts } = await on.store.statistics.newest(filter, most);
  const found: RunHistory[] = [];
  for await (const history of histories) found.push(history);
  return { ids: found.map(({ runId }) => runId), found, ...counts };
}

test('S3-M: a history has the whole log, the verdicts by token and what was discarded', async () => {
  const id = await worked('whole');
  const verdict = aVerdict('retry', 'nul \0 stays');
  const context = { specification: '', constraints: '', dependencies: {}, history: [], injected: [], prompt: [] };
  const cut = { ...context, promptDigest: 'sha256:p', dropped: [{ kind: 'feedback', ref: 't1', reason: 'too long' }] };
  await on.store.artifacts.save(anArtifact('1', { runId: id, token: 't3', context: cut }), ['1']);
  await on.store.artifacts.save(anArtifact('2', { runId: id, token: 't7', usage: usage(7) }), ['2']);
  await on.store.artifacts.save(anArtifact('3', { runId: id, token: 't9', context: { ...cut, dropped: [] } }), ['3']);
  await on.store.verdicts.save(id, 't3', 'art_a1', verdict);
  const history = await on.store.statistics.history(id);
  expect(history).toMatchObject({ runId: id, workflow: 'whole', status: 'running', discarded: usage(7) });
  expect(history?.events.map(({ seq }) => seq)).toEqual(Array.from({ length: 13 }, (_, index) => index + 1));
  expect([...(history?.verdicts ?? [])]).toEqual([['t3', verdict]]);
  expect([...(history?.cut ?? [])]).toEqual(['t3']);
});

test('R58: a prompt that speaks of dropped things is not a context that was cut', async () => {
  const id = await worked('speaks');
  const prompt = [{ role: 'user' as const, parts: [{ text: '"dropped":[{"kind":"feedback"}]' }] }];
  const base = { constraints: '', dependencies: {}, history: [], injected: [], promptDigest: 'sha256:p', dropped: [] };
  const context = { specification: '"dropped":[{', prompt, ...base };
  await on.store.artifacts.save(anArtifact('1', { runId: id, token: 't3', context }), ['1']);
  expect((await on.store.statistics.history(id))?.cut).toEqual(new Set());
});

test('a run that is not there has no history; one without answers has an empty one', async () => {
  expect(await on.store.statistics.history('none')).toBeUndefined();
  const { id } = await startRun(on.store);
  expect(await on.store.statistics.history(id)).toMatchObject({
    verdicts: new Map(),
    cut: new Set(),
    discarded: NO_USAGE,
  });
});

test('the newest runs come first, no more than asked for, and how many fit is said (R94)', async () => {
  const ids = [await worked('many', 1_000), await worked('many', 2_000), await worked('many', 3_000)];
  const filter = { workflow: 'many' };
  expect(await newest(filter)).toMatchObject({ ids: ids.toReversed(), matched: 3, counted: 3, oldest: 1_000 });
  expect(await newest(filter, { runs: 2, events: 1_000 })).toMatchObject({
    ids: [ids[2], ids[1]],
    matched: 3,
    counted: 2,
  });
  expect(await newest(filter, { runs: 3, events: 1_000 })).toMatchObject({ matched: 3, counted: 3 });
  expect(await newest({ ...filter, createdAfter: 1_000, createdBefore: 3_000 })).toMatchObject({ ids: [ids[1]] });
});

test('long logs are cut off by their events, but for the first', async () => {
  const ids = [await worked('long', 1_000), await worked('long', 2_000)];
  expect(await newest({ workflow: 'long' }, { runs: 10, events: 25 })).toMatchObject({
    ids: [ids[1]],
    matched: 2,
    counted: 1,
  });
  expect(await newest({ workflow: 'long' }, { runs: 10, events: 26 })).toMatchObject({ matched: 2, counted: 2 });
  expect(await newest({ workflow: 'long' }, { runs: 10, events: 1 })).toMatchObject({
    ids: [ids[1]],
    matched: 2,
    counted: 1,
  });
});

test('a version is told by its digest', async () => {
  const { version } = await on.store.definitions.publish(aDefinition({ name: 'versioned' }));
  const definition = { name: 'versioned', version: version.version, digest: version.digest };
  const { id } = await startRun(on.store, { definition });
  expect((await newest({ workflow: 'versioned', version: 1 })).ids).toEqual([id]);
  expect((await newest({ workflow: 'versioned', version: 2 })).ids).toEqual([]);
});

test('runs are found by the model that made something, by tag and by status; none is said as none (R94)', async () => {
  const [one, other] = [await worked('modelled', 1_000), await worked('modelled', 2_000)];
  await on.store.artifacts.save(anArtifact('m', { runId: one, token: 't3', model: 'big "quoted"' }), ['m']);
  await on.store.artifacts.save(anArtifact('n', { runId: other, token: 't3', model: 'small' }), ['\0']);
  const filter = { workflow: 'modelled' };
  expect((await newest({ ...filter, model: 'big "quoted"' })).ids).toEqual([one]);
  expect((await newest({ ...filter, model: 'small' })).ids).toEqual([other]);
  expect((await newest({ ...filter, status: 'running' })).ids).toEqual([other, one]);
  expect(await newest({ ...filter, tag: 'none' })).toEqual({ ids: [], found: [], matched: 0, counted: 0 });
});
