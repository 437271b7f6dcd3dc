import { Client } from 'pg';
import { digestOf } from '../../../src/store/digest.ts';
import { anArtifact, aPlan, aStepsWork, aVerdict, numbered, startRun } from '../makers.ts';
import { useStore } from '../stores.ts';

const on = useStore();

test('design 4: contents are stored by digest, with every character they have', async () => {
  const texts = ['plain', '', 'NUL \u0000 é 😀', 'plain'];
  const digests = await on.store.contents.put(texts);
  expect(digests).toEqual(texts.map(digestOf));
  expect(await on.store.contents.get(digests)).toEqual(new Map(texts.map((text) => [digestOf(text), text])));
  expect(await on.store.contents.put([])).toEqual([]);
});

test('console 5: of a long content its start can be read alone, never half a character, with the bytes of all of it', async () => {
  const texts = ['a😀b', '\ufeffü', 'short', ''];
  const digests = await on.store.contents.put(texts);
  const heads = await on.store.contents.heads(digests, 4);
  expect(digests.map((digest) => heads.get(digest))).toEqual([
    { text: 'a', bytes: 6 },
    { text: '\ufeff', bytes: 5 },
    { text: 'shor', bytes: 5 },
    { text: '', bytes: 0 },
  ]);
  expect(await on.store.contents.heads([], 4)).toEqual(new Map());
  await expect(on.store.contents.heads([digestOf('missing')], 4)).rejects.toThrow(digestOf('missing'));
});

test('a content that is missing is an error that names it', async () => {
  await expect(on.store.contents.get([digestOf('missing')])).rejects.toThrow(digestOf('missing'));
});

test('design 4: texts are stored once, however often and by whomever they are put', async () => {
  const text = 'x'.repeat(65_536);
  const runs = await Promise.all(Array.from({ length: 4 }, () => startRun(on.store)));
  await Promise.all(
    runs.flatMap(({ id: runId }) => [
      on.store.contents.put([text, 'other']),
      on.store.artifacts.save(anArtifact(text, { runId, token: 't3' }), ['other', text]),
    ]),
  );
  const client = new Client({ connectionString: on.database.url });
  await client.connect();
  const { rows } = await client.query('select count(*)::int from contents where digest = $1', [digestOf(text)]);
  await client.end();
  expect(rows).toEqual([{ count: 1 }]);
});

test('design 4: an artifact is found as it was saved, by id and by token', async () => {
  const { id: runId } = await startRun(on.store);
  const record = anArtifact('text', {
    runId,
    token: 't3',
    step: 'a',
    epoch: 1,
    attempt: 1,
    parameters: { temperature: 0.7 },
  });
  expect(await on.store.artifacts.save(record, ['text'])).toEqual(record);
  expect(await on.store.artifacts.find(record.id)).toEqual({ ...record, status: 'pending' });
  expect(await on.store.artifacts.byToken(runId, 't3')).toEqual(record);
  expect(await on.store.artifacts.find('art_none')).toBeUndefined();
  expect(await on.store.artifacts.byToken(runId, 't4')).toBeUndefined();
});

test('api 2: what a result tells of artifacts is read together: of agents their state, also where records were written in another order', async () => {
  const { id: runId } = await startRun(on.store);
  const agent = { name: 'a', iterations: 1, tools: [], finalState: { note: 'NUL \u0000 "mediaType":"no"' } };
  const made = [
    anArtifact('plain', {
      runId,
      token: 't1',
      mediaType: 'text/x; a="1,2"',
      parameters: { mediaType: 'other', agent: {} },
    }),
    anArtifact('agent', { runId, token: 't2', mediaType: 'application/json', agent }),
    anArtifact('before', { runId, token: 't3', mediaType: 'text/old', parameters: { mediaType: 'other' } }),
  ];
  for (const record of made) await on.store.artifacts.save(record, ['plain', 'agent', 'before']);
  const client = new Client({ connectionString: on.database.url });
  await client.connect();
  await client.query('update artifacts set record = $2 where id = $1', [made[2]?.id, JSON.stringify(made[2])]);
  await client.end();
  const read = await on.store.artifacts.read([...made.map(({ id }) => id), 'art_none']);
  expect(made.map(({ id }) => read.get(id))).toEqual([
    { mediaType: 'text/x; a="1,2"', text: 'plain' },
    { mediaType: 'application/json', agent, text: 'agent' },
    { mediaType: 'text/old', text: 'before' },
  ]);
  expect(read.size).toBe(3);
});

test('S3-R2-a, R27: a token has one answer; a second one is not stored, nor are its texts', async () => {
  const { id: runId } = await startRun(on.store);
  const first = anArtifact('first', { runId, token: 't3' });
  await on.store.artifacts.save(first, ['first']);
  expect(await on.store.artifacts.save(anArtifact('second', { runId, token: 't3' }), ['second'])).toEqual(first);
  await expect(on.store.contents.get([digestOf('second')])).rejects.toThrow(digestOf('second'));
});

test('R27: of many answers under a token at once, all callers hear of the same one', async () => {
  const { id: runId } = await startRun(on.store);
  const answers = await Promise.all(
    Array.from({ length: 6 }, (_, at) =>
      on.store.artifacts.save(anArtifact(`${at}`, { runId, token: 't3' }), [`${at}`]),
    ),
  );
  expect(new Set(answers.map(({ id }) => id)).size).toBe(1);
});

test('R27: the status of an artifact is what the log says of its token, whenever it arrives', async () => {
  const { id: runId } = await startRun(on.store);
  const [rejected, accepted, late] = [
    anArtifact('r', { id: 'art_a1', runId, token: 't3' }),
    anArtifact('a', { id: 'art_a2', runId, token: 't9' }),
    anArtifact('l', { runId, token: 't7' }),
  ];
  await on.store.artifacts.save(rejected, ['r']);
  await on.store.events.append(runId, aStepsWork('a'));
  await on.store.artifacts.save(accepted, ['a']);
  await on.store.artifacts.save(late, ['l']);
  const { rows } = await on.store.artifacts.listByRun(runId, { limit: 200 });
  expect(rows.map(({ id, status }) => [id, status])).toEqual([
    [late.id, 'discarded'],
    ['art_a2', 'accepted'],
    ['art_a1', 'rejected'],
  ]);
});

test('R69: an imported artifact belongs to no run and is pending; it was accepted where a log says so', async () => {
  const imported = anArtifact('i', { source: 'imported' });
  await on.store.artifacts.save(imported, ['i']);
  expect((await on.store.artifacts.find(imported.id))?.status).toBe('pending');
  const { id: runId } = await startRun(on.store);
  const { digest } = aPlan().definition;
  const work = aStepsWork('a').map((event) =>
    'artifactId' in event && event.artifactId === 'art_a2' ? { ...event, artifactId: imported.id } : event,
  );
  expect(await on.store.artifacts.acceptedBefore(imported.id, 'a', digest)).toBe(false);
  await on.store.events.append(runId, work);
  await on.store.verdicts.save(runId, 't9', imported.id, aVerdict('pass'));
  expect(await on.store.artifacts.acceptedBefore(imported.id, 'a', digest)).toBe(true);
  expect(await on.store.artifacts.acceptedBefore(imported.id, 'b', digest)).toBe(false);
  expect(await on.store.artifacts.acceptedBefore(imported.id, 'a', digestOf('other'))).toBe(false);
  expect((await on.store.artifacts.find(imported.id))?.status).toBe('accepted');
  const copy = anArtifact('i', { source: 'imported' });
  await on.store.artifacts.save(copy, ['i']);
  expect(await on.store.artifacts.acceptedBefore(copy.id, 'a', digest)).toBe(true);
});

test.each([
  ['accepted without a verdict, as of a fork or an override', undefined, 'accepted', false],
  ['waived over a fatal verdict and superseded', 'fatal', 'superseded', false],
  ['passed and superseded', 'pass', 'superseded', true],
] as const)('R69: accepted before means by the guard: %s', async (_, word, status, isAccepted) => {
  const seed = anArtifact(`${word} ${status}`, { source: 'imported' });
  await on.store.artifacts.save(seed, [`${word} ${status}`]);
  const { id: runId } = await startRun(on.store);
  const work = aStepsWork('a').map((event) =>
    'artifactId' in event && event.artifactId === 'art_a2' ? { ...event, artifactId: seed.id } : event,
  );
  const redone = numbered([{ type: 'step.invalidated', step: 'a', epoch: 1, attempt: 2, cause: 'esc_1' }], 14);
  await on.store.events.append(runId, status === 'superseded' ? [...work, ...redone] : work);
  // A verdict may quote anything, NUL included.
  if (word) await on.store.verdicts.save(runId, 't9', seed.id, aVerdict(word, 'a\0b'));
  expect((await on.store.artifacts.find(seed.id))?.status).toBe(status);
  expect(await on.store.artifacts.acceptedBefore(seed.id, 'a', aPlan().definition.digest)).toBe(isAccepted);
});

test('R57: artifacts of a run come in pages, newest first', async () => {
  const { id: runId } = await startRun(on.store);
  for (const token of ['t1', 't2', 't3']) await on.store.artifacts.save(anArtifact(token, { runId, token }), [token]);
  const first = await on.store.artifacts.listByRun(runId, { limit: 2 });
  const second = await on.store.artifacts.listByRun(runId, { limit: 2, cursor: first.nextCursor ?? '' });
  expect([...first.rows, ...second.rows].map(({ token }) => token)).toEqual(['t3', 't2', 't1']);
  expect(second.nextCursor).toBeNull();
});

test('S3-R2-b, design 4: the lineage of an artifact is what it was made of and what was made of it', async () => {
  const save = async (id: string, ...parents: string[]): Promise<void> => {
    const relations = parents.map((artifactId) => ({ artifactId, relation: 'dependency' as const }));
    await on.store.artifacts.save(anArtifact(id, { id, parents: relations }), [id]);
  };
  await save('art_root');
  await save('art_other');
  await save('art_middle', 'art_root');
  await save('art_sibling', 'art_root');
  await save('art_leaf', 'art_middle', 'art_other');
  const { nodes, edges } = await on.store.artifacts.lineage('art_middle');
  expect(nodes.map(({ id }) => id).toSorted()).toEqual(['art_leaf', 'art_middle', 'art_root']);
  expect(edges).toEqual([
    { from: 'art_root', to: 'art_middle', relation: 'dependency' },
    { from: 'art_middle', to: 'art_leaf', relation: 'dependency' },
  ]);
  expect(await on.store.artifacts.lineage('art_none')).toEqual({ nodes: [], edges: [] });
});
