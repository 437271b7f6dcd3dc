import { Client } from 'pg';
import { digestOf } from '../../../src/store/digest.ts';
import { aDefinition, anArtifact, aStepsWork, aVerdict, startRun } from '../makers.ts';
import { useStore } from '../stores.ts';

const on = useStore();

async function aRunUnderWay() {
  const definition = aDefinition();
  const { version } = await on.store.definitions.publish(definition);
  const run = await startRun(on.store, {
    definition: { name: 'flow', version: version.version, digest: version.digest },
  });
  await on.store.events.append(run.id, aStepsWork('a'));
  const made = { runId: run.id, step: 'a', epoch: 1 };
  const rejected = anArtifact('rejected \u0000', { ...made, token: 't3', attempt: 1 });
  const accepted = anArtifact('accepted', { ...made, token: 't9', attempt: 2 });
  await on.store.artifacts.save(rejected, ['rejected \u0000']);
  await on.store.artifacts.save(accepted, ['accepted']);
  await on.store.verdicts.save(run.id, 't3', rejected.id, aVerdict('retry', 'no'));
  await on.store.verdicts.save(run.id, 't9', accepted.id, aVerdict());
  return { run, document: definition.document, rejected, accepted };
}

test('a call is loaded with everything it reads', async () => {
  const { run, document, rejected, accepted } = await aRunUnderWay();
  await on.store.faults.record({
    runId: run.id,
    token: 't20',
    phase: 'generate',
    detail: '503',
    startedAt: 1,
  });
  const call = {
    runId: run.id,
    step: 'a',
    token: 't20',
    phase: 'generate',
    dependencies: { a: accepted.id },
    history: ['t3'],
  } as const;
  const expected = {
    run,
    document,
    dependencies: { a: { artifact: accepted, text: 'accepted', verdict: aVerdict() } },
    history: [{ token: 't3', artifact: rejected, text: 'rejected \u0000', verdict: aVerdict('retry', 'no') }],
    faults: 1,
  };
  expect(await on.store.calls.load(call)).toEqual(expected);
  expect(await on.store.calls.load(call)).toEqual(expected);
  expect((await on.store.calls.load({ ...call, phase: 'guard' })).faults).toBe(0);
});

test('R27: a call that was answered before is loaded with its answer', async () => {
  const { run, accepted } = await aRunUnderWay();
  const call = { runId: run.id, step: 'a', token: 't9', phase: 'guard', dependencies: {}, history: ['t3'] } as const;
  const { answer, history } = await on.store.calls.load(call);
  expect(answer).toEqual({ artifact: accepted, text: 'accepted', verdict: aVerdict() });
  expect(history.map(({ token }) => token)).toEqual(['t3']);
});

test('R69: an answer that the log names belongs to the call, also when it was made elsewhere', async () => {
  const { id: runId } = (await aRunUnderWay()).run;
  const imported = anArtifact('imported', { source: 'imported' });
  await on.store.artifacts.save(imported, ['imported']);
  const seeded = aStepsWork('b', 14).map((event) =>
    'artifactId' in event && event.artifactId === 'art_b1' ? { ...event, artifactId: imported.id } : event,
  );
  await on.store.events.append(runId, seeded);
  const { answer } = await on.store.calls.load({
    runId,
    step: 'b',
    token: 't15',
    phase: 'guard',
    dependencies: {},
    history: [],
  });
  expect(answer).toEqual({ artifact: imported, text: 'imported' });
});

test.each([
  ['a dependency', { dependencies: { a: 'art_none' } }, 'art_none'],
  ['an answer of the history', { history: ['t99'] }, 't99'],
  ['the run', { runId: 'run_none' }, 'run_none'],
])('what is missing is named: %s', async (_, change, named) => {
  const { run } = await aRunUnderWay();
  const call = {
    runId: run.id,
    step: 'a',
    token: 't20',
    phase: 'generate',
    dependencies: {},
    history: [],
    ...change,
  } as const;
  await expect(on.store.calls.load(call)).rejects.toThrow(named);
});

test('the first verdict under a token wins', async () => {
  const { id } = await startRun(on.store);
  expect(await on.store.verdicts.find(id, 't3')).toBeUndefined();
  expect(await on.store.verdicts.save(id, 't3', 'art_1', aVerdict('retry', 'NUL \u0000'))).toEqual(
    aVerdict('retry', 'NUL \u0000'),
  );
  expect(await on.store.verdicts.save(id, 't3', 'art_1', aVerdict())).toEqual(aVerdict('retry', 'NUL \u0000'));
  expect(await on.store.verdicts.find(id, 't3')).toEqual(aVerdict('retry', 'NUL \u0000'));
});

test('R32: faults are counted per call and phase, with the start of the first execution', async () => {
  const { id: runId } = await startRun(on.store);
  const fault = { runId, token: 't3', phase: 'generate', detail: '503 \u0000', partial: 'half \u0000' } as const;
  expect(await on.store.faults.record({ ...fault, startedAt: 500 })).toEqual({
    count: 1,
    equal: 1,
    firstStartedAt: 500,
  });
  expect(await on.store.faults.record({ ...fault, startedAt: 900 })).toEqual({
    count: 2,
    equal: 1,
    firstStartedAt: 500,
  });
  expect(await on.store.faults.record({ ...fault, phase: 'guard', startedAt: 950 })).toEqual({
    count: 1,
    equal: 1,
    firstStartedAt: 950,
  });
  const { equal } = await on.store.faults.record({ ...fault, token: 't5', equalBy: 'has no choices', startedAt: 1 });
  const again = await on.store.faults.record({ ...fault, token: 't5', equalBy: 'has no choices', startedAt: 2 });
  expect([equal, again.equal]).toEqual([1, 2]);
  expect(await on.store.faults.count(runId, 't3', 'generate')).toBe(2);
  expect(await on.store.faults.count(runId, 't4', 'generate')).toBe(0);
});

test('design 4: a hundred attempts at one text of 64 KiB leave one copy of it', async () => {
  const { id: runId } = await startRun(on.store);
  const noise = Array.from({ length: 8 * 1024 }, (_, at) => digestOf(`${at}`).slice(7, 15)).join('');
  for (let at = 0; at < 100; at++)
    await on.store.artifacts.save(anArtifact(noise, { runId, token: `s${at}` }), [noise]);
  expect(await sizeOf('contents')).toBeLessThan(200_000);
  expect(await sizeOf('artifacts')).toBeLessThan(400_000);
});

async function sizeOf(table: string): Promise<number> {
  const client = new Client({ connectionString: on.database.url });
  await client.connect();
  const { rows } = await client.query<{ size: string }>('select pg_total_relation_size($1) as size', [table]);
  await client.end();
  return Number(rows[0]?.size);
}
