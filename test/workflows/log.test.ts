// A real Temporal server and a real PostgreSQL: the log, the workflow and the view never disagree.
import { setTimeout as wait } from 'node:timers/promises';
import { evolve } from '../../src/engine.ts';
import { INITIAL, type RunState } from '../../src/model/run-state.ts';
import { digestOf } from '../../src/store/digest.ts';
import { stateQuery } from '../../src/workflows/messages.ts';
import { asJson, ended, scripted, startEngine, type TestEngine } from '../support/engine/engine.ts';
import { diamond } from '../support/played/scenarios.ts';

let engine: TestEngine;
beforeAll(async () => {
  engine = await startEngine({ cards: [SLOW_CARD] });
});
afterAll(() => engine?.stop());

const LONG = Array.from({ length: 400 }, (_, index) => `word${index}`).join(' ');
const SLOW_CARD = { name: 'slow', tokensPerSecond: 100, steps: { work: { right: LONG } } };
const PASS = { verdict: 'pass' };
const RETRY = { verdict: 'retry', feedback: 'AssertionError: no' };

test('U-8, I12: at every point that was seen, workflow state and view row are the fold of the stored log', async () => {
  const id = await engine.start(diamond(PASS));
  const seen: RunState[] = [];
  for (let over = false; !over; ) {
    const [reported, row] = await Promise.all([
      engine.client.workflow.getHandle(id).query(stateQuery),
      engine.store.runs.find(id),
    ]);
    if (row) seen.push(row.state);
    seen.push(reported);
    over = row !== undefined && ended(row.state);
  }
  const log = await engine.log(id);
  const points = new Set(seen.map(({ seq }) => seq));
  expect(points.size).toBeGreaterThan(5);
  for (const state of seen) expect(asJson(log.slice(0, state.seq).reduce(evolve, INITIAL))).toEqual(asJson(state));
});

test('R74, design 5: other content under a number of the log fails the run as LogForked, nothing is overwritten', async () => {
  const id = await engine.start(scripted([{ text: 'x', delay: '600ms' }], [PASS]));
  const { seq } = await engine.until(id, ({ steps }) => steps['work']?.call?.phase === 'generate');
  await engine.store.events.append(id, [{ type: 'note.added', text: 'from somewhere else', seq: seq + 1, at: 1 }]);
  const failure = await engine.client.workflow
    .getHandle(id)
    .result()
    .catch((error: { cause?: { cause?: { type?: string } } }) => error.cause?.cause?.type);
  expect(failure).toBe('LogForked');
  expect(await engine.log(id)).toHaveLength(seq + 1);
});

test('R69: a seeded artifact is judged like a first attempt, and not again under the same definition', async () => {
  const definition = scripted(['generated'], [PASS, RETRY]);
  const seed = await engine.store.artifacts.save(imported('art_seed_1'), ['seeded']);
  const seeds = { seeds: { work: seed.id } };
  const first = await engine.until(await engine.start(definition, seeds), ended);
  expect(first).toMatchObject({ status: 'completed', usage: { attempts: 1, llmCalls: 0 } });
  const { rows } = await engine.store.attempts.list(first.runId, {}, { limit: 5 });
  expect(rows).toMatchObject([{ status: 'accepted', artifact: { source: 'imported' }, verdict: { verdict: 'pass' } }]);
  const again = await engine.until(
    await engine.start(definition, { seeds: { work: first.steps['work']?.artifact?.id ?? '' } }),
    ended,
  );
  expect(again.status).toBe('completed');
  const judged = (await engine.log(again.runId)).filter(({ type }) => type === 'guard.verdict');
  expect(judged).toHaveLength(0);
});

test('R27: the text that had arrived when a run was stopped is kept as discarded, with what it cost', async () => {
  const id = await engine.start({ ...scripted([], [PASS]), model: 'sim:slow' });
  await engine.until(id, ({ steps }) => steps['work']?.call?.phase === 'generate');
  await wait(400);
  await engine.runs.send(id, { kind: 'stop' }, 'stop-1');
  await engine.until(id, ended);
  const found = await eventually(async () => (await engine.store.artifacts.listByRun(id, { limit: 5 })).rows[0]);
  expect(found).toMatchObject({ status: 'discarded', finishReason: 'aborted', usage: { llmCalls: 1 } });
});

function imported(id: string) {
  const text = 'seeded';
  return {
    id,
    digest: digestOf(text),
    mediaType: 'text/plain',
    bytes: text.length,
    source: 'imported' as const,
    usage: { inputTokens: 0, cachedTokens: 0, outputTokens: 0, microUsd: 0, llmCalls: 0 },
    parents: [],
    createdAt: 1,
  };
}

async function eventually<Found>(look: () => Promise<Found | undefined>): Promise<Found> {
  for (let tries = 0; tries < 200; tries += 1) {
    const found = await look();
    if (found !== undefined) return found;
    await wait(20);
  }
  throw new Error('it did not come within four seconds');
}
