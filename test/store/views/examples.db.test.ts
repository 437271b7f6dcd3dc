/** The labelled examples of an export: what is read for how many. Over a real PostgreSQL. */
import type { Event } from '../../../src/model/event.ts';
import type { Store } from '../../../src/ports/store/store.ts';
import { digestOf } from '../../../src/store/digest.ts';
import { createExamples } from '../../../src/store/views/examples.ts';
import { anArtifact, aVerdict, numbered, startRun } from '../makers.ts';
import { useStatements } from '../statements.ts';
import { useStore } from '../stores.ts';

const tested = useStore();
const statements = useStatements(() => tested.database.url);

const NO_CONTEXT = { specification: '', constraints: '', dependencies: {}, history: [], injected: [], dropped: [] };

/** Rejected attempts of one step; each prompt holds the answer before it. */
async function rejectedAttempts(
  store: Store,
  count: number,
  change: { readonly bytes?: number; readonly tag: string },
) {
  const { id } = await startRun(store, { tags: [change.tag] });
  const events: Event[] = [...numbered([{ type: 'step.started', step: 'a', epoch: 1, allowed: count }], 2)];
  let before = `nothing of ${id}`;
  for (let attempt = 1; attempt <= count; attempt += 1) {
    const token = `t${attempt}`;
    const text = `${attempt} of ${id} `.padEnd(change.bytes ?? 0, 'x');
    const at = { step: 'a', epoch: 1, attempt, token };
    const parts = [{ text: 'Not this: {"digest":"x"}' }, { digest: digestOf(before) }];
    const context = { ...NO_CONTEXT, prompt: [{ role: 'user' as const, parts }], promptDigest: digestOf(token) };
    const artifact = anArtifact(text, { runId: id, token, step: 'a', epoch: 1, attempt, context });
    await store.artifacts.save(artifact, [text, before]);
    await store.verdicts.save(id, token, artifact.id, aVerdict('retry', `no ${attempt}`));
    const made = {
      artifactId: artifact.id,
      digest: artifact.digest,
      source: 'generated' as const,
      usage: artifact.usage,
    };
    events.push(
      ...numbered(
        [
          { type: 'attempt.started', n: attempt, ...at },
          { type: 'artifact.created', ...at, ...made },
          { type: 'attempt.finished', ...at, status: 'rejected' },
        ],
        3 * attempt,
      ),
    );
    before = text;
  }
  await store.events.append(id, events);
  return id;
}

async function taken(tag: string) {
  const seen: { runId: string; attempt: number; prompt: string; output: string }[] = [];
  for await (const { runId, attempt, prompt, output } of createExamples(statements.database).stream({ tag })) {
    seen.push({ runId, attempt, output, prompt: prompt.map(({ content }) => content).join('') });
  }
  return seen;
}

test('R94, performance 3: a hundred attempts take one statement, their texts and those of their prompts included', async () => {
  const id = await rejectedAttempts(tested.store, 200, { tag: 'hundreds' });
  statements.reset();
  const seen = await taken('hundreds');
  expect(seen.map(({ attempt }) => attempt)).toEqual(Array.from({ length: 200 }, (_, at) => at + 1));
  expect(seen[1]).toMatchObject({ output: `2 of ${id} `, prompt: `Not this: {"digest":"x"}1 of ${id} ` });
  expect(statements.count()).toBe(2);
});

test('performance 3: runs share a statement; the newest comes first, and a run goes on where the last portion ended', async () => {
  const ids: string[] = [];
  for (const count of [60, 1, 60]) ids.unshift(await rejectedAttempts(tested.store, count, { tag: 'runs' }));
  // Created at the same millisecond, so by id.
  const order = ids.toSorted().toReversed();
  statements.reset();
  const seen = await taken('runs');
  expect([...new Set(seen.map(({ runId }) => runId))]).toEqual(order);
  expect(new Set(seen.map(({ runId, attempt }) => `${runId} ${attempt}`)).size).toBe(121);
  expect([seen.length, statements.count()]).toEqual([121, 2]);
});

test('performance 3: a portion holds 8 MiB of texts at most, each once, and the next is read while it is taken', async () => {
  const bytes = 2 ** 20;
  await rejectedAttempts(tested.store, 10, { tag: 'large', bytes });
  statements.reset();
  const examples = createExamples(statements.database).stream({ tag: 'large' })[Symbol.asyncIterator]();
  await examples.next();
  expect(statements.count()).toBe(1);
  await examples.next();
  // Asked for, though the first portion is not used up.
  expect(statements.count()).toBe(2);
  expect(statements.bytes()).toBeLessThan(9 * bytes);
  for (let left = 8; left > 0; left -= 1) expect((await examples.next()).value?.output).toHaveLength(bytes);
  expect((await examples.next()).done).toBe(true);
  expect(statements.count()).toBe(2);
});
