// A real Temporal server, a real PostgreSQL, the simulated models over HTTP.
import { evolve } from '../../src/engine.ts';
import { INITIAL } from '../../src/model/run-state.ts';
import { traceOf } from '../../src/stories/trace.ts';
import { stateQuery } from '../../src/workflows/messages.ts';
import { asJson, ended, scripted, startEngine, type TestEngine } from '../support/engine/engine.ts';

let engine: TestEngine;
beforeAll(async () => {
  engine = await startEngine();
});
afterAll(() => engine?.stop());

const PASS = { verdict: 'pass' };
const RETRY = { verdict: 'retry', feedback: 'AssertionError: the second item is missing' };

test('S0-T1b, S0-T1a: a first answer that passes ends the run', async () => {
  const id = await engine.start(scripted(['good'], [PASS]));
  const state = await engine.until(id, ended);
  expect(state).toMatchObject({ status: 'completed', steps: { work: { sigma: 'satisfied', n: 1 } } });
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
  expect(await engine.client.workflow.getHandle(id).query(stateQuery)).toEqual(asJson(view));
});

test('U-1, U-2, U-3, U-4: a run is one workflow under its id; each try is an activity that makes and one that judges, and none of them is tried again by Temporal', async () => {
  const id = await engine.start(scripted(['bad', 'bad', 'good'], [RETRY, RETRY, PASS]));
  await engine.until(id, ended);
  const { events } = await engine.client.workflow.getHandle(id).fetchHistory();
  const begun = (events ?? []).flatMap(
    ({ activityTaskScheduledEventAttributes: one }) => one?.activityType?.name ?? [],
  );
  const tried = (events ?? []).flatMap(({ activityTaskStartedEventAttributes: one }) => one?.attempt ?? []);
  expect(begun.filter((name) => name === 'generate')).toHaveLength(3);
  expect(begun.filter((name) => name === 'evaluateGuard')).toHaveLength(3);
  expect(new Set(tried)).toEqual(new Set([1]));
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
