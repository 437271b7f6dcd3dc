import { NO_USAGE } from '../../../src/model/usage.ts';
import { toldStory } from '../../../src/stories/told-runs.ts';
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
  const { runs, ...counts } = await on.store.statistics.newest(filter, most);
  return { ids: runs.map(({ runId }) => runId), counted: runs.length, ...counts };
}

test('S3-M: a portion of a log has its events, the verdicts on their attempts and which contexts were cut; what was discarded is summed up', async () => {
  const id = await worked('whole');
  const verdict = aVerdict('retry', 'nul \0 stays');
  const context = { specification: '', constraints: '', dependencies: {}, history: [], injected: [], prompt: [] };
  const cut = { ...context, promptDigest: 'sha256:p', dropped: [{ kind: 'feedback', ref: 't1', reason: 'too long' }] };
  await on.store.artifacts.save(anArtifact('1', { runId: id, token: 't3', context: cut }), ['1']);
  await on.store.artifacts.save(anArtifact('2', { runId: id, token: 't7', usage: usage(7) }), ['2']);
  await on.store.artifacts.save(anArtifact('3', { runId: id, token: 't9', context: { ...cut, dropped: [] } }), ['3']);
  await on.store.verdicts.save(id, 't3', 'art_a1', verdict);
  const { events, verdicts, cut: cutShort } = await on.store.tellings.portion(id, 1, 100);
  expect(events.map(({ seq }) => seq)).toEqual(Array.from({ length: 12 }, (_, index) => index + 2));
  expect([...verdicts]).toEqual([['t3', verdict]]);
  expect([...cutShort]).toEqual(['t3']);
  expect((await on.store.tellings.portion(id, 11, 1)).events.map(({ seq }) => seq)).toEqual([12]);
  expect(await on.store.statistics.discarded([id])).toEqual(usage(7));
});

test('R58: a prompt that speaks of dropped things is not a context that was cut', async () => {
  const id = await worked('speaks');
  const prompt = [{ role: 'user' as const, parts: [{ text: '"dropped":[{"kind":"feedback"}]' }] }];
  const base = { constraints: '', dependencies: {}, history: [], injected: [], promptDigest: 'sha256:p', dropped: [] };
  const context = { specification: '"dropped":[{', prompt, ...base };
  await on.store.artifacts.save(anArtifact('1', { runId: id, token: 't3', context }), ['1']);
  await on.store.verdicts.save(id, 't3', 'art_a1', aVerdict('retry'));
  expect(await on.store.tellings.portion(id, 0, 100)).toMatchObject({ verdicts: { size: 1 }, cut: new Set() });
});

test('a run that is not there has no story; one without answers has an empty one', async () => {
  expect(await on.store.tellings.load('none')).toBeUndefined();
  expect(await toldStory(on.store.tellings, 'none')).toBeUndefined();
  const { id } = await startRun(on.store);
  expect(await on.store.tellings.portion(id, 0, 100)).toMatchObject({ verdicts: new Map(), cut: new Set() });
  expect(await on.store.statistics.discarded([id])).toEqual(NO_USAGE);
  expect(await on.store.statistics.discarded([])).toEqual(NO_USAGE);
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

test('performance 3: a run whose counts are kept costs no events, and its counts come with it', async () => {
  const ids = [await worked('kept', 1_000), await worked('kept', 2_000), await worked('kept', 3_000)];
  for (const id of ids.slice(1)) await toldStory(on.store.tellings, id);
  const { runs } = await on.store.statistics.newest({ workflow: 'kept' }, { runs: 10, events: 13 });
  expect(runs.map(({ runId, survey }) => [runId, survey !== undefined])).toEqual([
    [ids[2], true],
    [ids[1], true],
    [ids[0], false],
  ]);
  // The log has gone on since.
  const [one = ''] = ids.slice(2);
  await on.store.events.append(one, aStepsWork('b', 14));
  const [moved] = (await on.store.statistics.newest({ workflow: 'kept' }, MOST)).runs;
  expect(moved).toEqual({ runId: one, survey: undefined });
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
  expect(await newest({ ...filter, tag: 'none' })).toEqual({ ids: [], matched: 0, counted: 0 });
});
