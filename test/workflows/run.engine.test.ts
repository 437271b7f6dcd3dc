// A real Temporal server, a real PostgreSQL, the simulated models: a run from beginning to end, its log and its view.

import { evolve, type StateOfSchema1, toSchema1 } from '../../src/engine.ts';
import { INITIAL } from '../../src/model/run-state.ts';
import { digestOf } from '../../src/store/digest.ts';
import { traceOf } from '../../src/stories/trace.ts';
import { stateQuery } from '../../src/workflows/messages.ts';
import { calledBy } from '../support/engine/called.ts';
import { startEngine, type TestEngine } from '../support/engine/engine.ts';
import { asJson, ended, scripted } from '../support/engine/scripted.ts';
import { diamond } from '../support/played/scenarios.ts';
import { until } from '../support/until.ts';

let engine: TestEngine;
beforeAll(async () => {
  engine = await startEngine({ cards: [SLOW_CARD] });
});
afterAll(() => engine?.stop());

const PASS = { verdict: 'pass' };
const RETRY = { verdict: 'retry', feedback: 'AssertionError: the second item is missing' };

test('S0-T1b, S0-T1a: a first answer that passes ends the run', async () => {
  const id = await engine.start(scripted(['good'], [PASS]));
  const state = await engine.until(id, ended);
  expect(state).toMatchObject({ life: { status: 'completed' }, steps: { work: { sigma: 'satisfied', n: 1 } } });
  expect(await actions(id)).toEqual(['QUERY-LLM', 'EXECUTE-GUARD', 'ADVANCE-STATE', 'REPLY-TO-USER']);
});

test('S0-T2b, S3-L1, S0-T2a: a rejection refines the context and the next answer is accepted', async () => {
  const id = await engine.start(scripted(['bad', 'good'], [RETRY, PASS]));
  await engine.until(id, ended);
  expect(await actions(id)).toEqual([
    'QUERY-LLM',
    'EXECUTE-GUARD',
    'REFINE-CONTEXT',
    'QUERY-LLM',
    'EXECUTE-GUARD',
    'ADVANCE-STATE',
    'REPLY-TO-USER',
  ]);
  const { rows } = await engine.store.attempts.list(id, {}, { limit: 10 });
  expect(rows.map(({ status, n, verdict }) => [status, n, verdict?.feedback])).toEqual([
    ['rejected', 1, RETRY.feedback],
    ['accepted', 2, ''],
  ]);
  const prompt = await promptOf(rows[1]);
  expect(prompt).toContain(RETRY.feedback);
  expect(prompt).toContain('bad');
});

test('S0-S1: fold of the stored log = state that the workflow reports = the view row', async () => {
  const id = await engine.start(scripted(['bad', 'bad', 'good'], [RETRY, RETRY, PASS]));
  const view = await engine.until(id, ended);
  const folded = (await engine.log(id)).reduce(evolve, INITIAL);
  expect(asJson(folded)).toEqual(asJson(view));
  expect(await engine.client.workflow.getHandle(id).query(stateQuery)).toEqual(asJson(toSchema1(view)));
});

test('U-1, U-2, U-3, U-4: a run is one workflow under its id; each try is an activity that makes and one that judges, and none of them is tried again by Temporal', async () => {
  const id = await engine.start(scripted(['bad', 'bad', 'good'], [RETRY, RETRY, PASS]));
  await engine.until(id, ended);
  const { events } = await engine.client.workflow.getHandle(id).fetchHistory();
  const begun = (await calledBy(engine.client, id)).map(({ name }) => name);
  const tried = (events ?? []).flatMap(({ activityTaskStartedEventAttributes: one }) => one?.attempt ?? []);
  expect(begun.filter((name) => name === 'generate')).toHaveLength(3);
  expect(begun.filter((name) => name === 'evaluateGuard')).toHaveLength(3);
  expect(new Set(tried)).toEqual(new Set([1]));
});

test('U-5, R32: two faults of the provider and then an answer cost one attempt', async () => {
  const id = await engine.start(scripted([{ status: 503 }, { status: 503 }, 'good'], [PASS]));
  const state = await engine.until(id, ended);
  const { rows } = await engine.store.attempts.list(id, {}, { limit: 5 });
  expect(state).toMatchObject({ life: { status: 'completed' }, usage: { attempts: 1, llmCalls: 1 } });
  expect(rows).toHaveLength(1);
  expect(rows[0]?.faults).toHaveLength(2);
});

test('R32: a guard that breaks twice is asked again and costs no attempt', async () => {
  const id = await engine.start(scripted(['good'], [{ error: true }, { error: true }, PASS]));
  const state = await engine.until(id, ended);
  const { rows } = await engine.store.attempts.list(id, {}, { limit: 5 });
  expect(state).toMatchObject({ life: { status: 'completed' }, usage: { attempts: 1, llmCalls: 1 } });
  expect(rows[0]?.faults.map(({ phase }) => phase)).toEqual(['guard', 'guard']);
});

async function actions(id: string): Promise<readonly string[]> {
  const row = await engine.store.runs.find(id);
  if (!row) throw new Error('no such run');
  return traceOf(await engine.log(id), row.record.plan).map(({ action }) => action);
}

async function promptOf(
  row: Awaited<ReturnType<TestEngine['store']['attempts']['list']>>['rows'][number] | undefined,
): Promise<string> {
  const parts = row?.artifact?.context?.prompt.flatMap((message) => message.parts) ?? [];
  const texts = await engine.store.contents.get(parts.flatMap((part) => ('digest' in part ? [part.digest] : [])));
  return parts.map((part) => ('text' in part ? part.text : texts.get(part.digest))).join('');
}

const LONG = Array.from({ length: 400 }, (_, index) => `word${index}`).join(' ');
const SLOW_CARD = { name: 'slow', tokensPerSecond: 100, steps: { work: { right: LONG } } };

test('U-8, I12: at every point that was seen, workflow state and view row are the fold of the stored log', async () => {
  const id = await engine.start(diamond(PASS));
  const seen: StateOfSchema1[] = [];
  for (let over = false; !over; ) {
    const [reported, row] = await Promise.all([
      engine.client.workflow.getHandle(id).query(stateQuery),
      engine.store.runs.find(id),
    ]);
    if (row) seen.push(toSchema1(row.state));
    seen.push(reported);
    over = row !== undefined && ended(row.state);
  }
  const log = await engine.log(id);
  const points = new Set(seen.map(({ seq }) => seq));
  expect(points.size).toBeGreaterThan(5);
  for (const state of seen)
    expect(asJson(toSchema1(log.slice(0, state.seq).reduce(evolve, INITIAL)))).toEqual(asJson(state));
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
  expect(first).toMatchObject({ life: { status: 'completed' }, usage: { attempts: 1, llmCalls: 0 } });
  const { rows } = await engine.store.attempts.list(first.runId, {}, { limit: 5 });
  expect(rows).toMatchObject([{ status: 'accepted', artifact: { source: 'imported' }, verdict: { verdict: 'pass' } }]);
  const again = await engine.until(
    await engine.start(definition, { seeds: { work: first.steps['work']?.artifact?.id ?? '' } }),
    ended,
  );
  expect(again.life.status).toBe('completed');
  const judged = (await engine.log(again.runId)).filter(({ type }) => type === 'guard.verdict');
  expect(judged).toHaveLength(0);
});

test('R27: the text that had arrived when a run was stopped is kept as discarded, with what it cost', async () => {
  const id = await engine.start({ ...scripted([], [PASS]), model: 'sim:slow' });
  await engine.until(id, ({ steps }) => steps['work']?.call?.phase === 'generate');
  await until(
    'text has arrived',
    async () => (await engine.store.texts.underWay(id, new Map())).length > 0 || undefined,
  );
  await engine.runs.send(id, { kind: 'stop' }, 'stop-1');
  await engine.until(id, ended);
  const found = await until(
    'it is kept',
    async () => (await engine.store.artifacts.listByRun(id, { limit: 5 })).rows[0],
  );
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
