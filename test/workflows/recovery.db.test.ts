// A real PostgreSQL, the simulated models: the recovery ladder beyond level 1.
import { traceOf } from '../../src/stories/trace.ts';
import { startInProcess } from '../support/engine/in-process.ts';
import type { AnyEngine } from '../support/engine/parts.ts';
import { ended } from '../support/engine/scripted.ts';

let engine: AnyEngine;
beforeAll(async () => {
  engine = await startInProcess();
});
afterAll(() => engine?.stop());

const PASS = { verdict: 'pass' };
const SAME = { verdict: 'retry', feedback: 'AssertionError: expected 3 items but got 2' };

/** plan → work, and a bystander; `verdicts` are those of work, over all its epochs. */
function pipeline(verdicts: readonly object[], recovery: object, facts: object = {}) {
  const step = (id: string, requires: readonly string[], judged: readonly object[], more: object = {}) => ({
    id,
    requires,
    generator: { kind: 'llm', prompt: `Make ${id}.` },
    guard: { use: 'scripted', id: `${id}_guard`, with: { verdicts: judged } },
    ...more,
  });
  const outputs = {
    plan: ['first plan', 'second plan', 'third plan'],
    work: ['one attempt at the work', 'another attempt at it', 'a third attempt at it'],
    aside: ['x'],
  };
  return {
    name: 'pipeline',
    model: { name: 'sim:script', extra: { sim: { outputs } } },
    steps: [step('plan', [], [PASS]), step('aside', [], [PASS]), step('work', ['plan'], verdicts, { recovery })],
    ...facts,
  };
}

test('U-6, S3-D8-a, S3-L2, R5: stagnation resets the blamed step and its dependents, tells it what went wrong, and runs them again', async () => {
  const id = await engine.start(
    pipeline([SAME, SAME, PASS], { rMax: 4, rPatience: 2, eMax: 1, backtrackTo: ['plan'] }),
  );
  const state = await engine.until(id, (now) => ended(now) || now.life.status !== 'running');
  expect(state).toMatchObject({
    life: { status: 'completed' },
    steps: {
      plan: { epoch: 2, n: 2, sigma: 'satisfied' },
      aside: { epoch: 1, n: 1 },
      work: { epoch: 2, n: 3, backtracks: 1 },
    },
  });
  const row = await engine.store.runs.find(id);
  const trace = row ? traceOf(await engine.log(id), row.record.plan) : [];
  const moves = trace.filter(({ action }) => !['QUERY-LLM', 'EXECUTE-GUARD', 'ADVANCE-STATE'].includes(action));
  expect(moves.map(({ action, step }) => `${action} ${step ?? ''}`)).toEqual([
    'REFINE-CONTEXT work',
    'REFINE-CONTEXT work',
    'BACKTRACK work',
    'INVALIDATE plan',
    'INVALIDATE work',
    'INJECT-CONTEXT plan',
    'REPLY-TO-USER ',
  ]);
  const plans = await engine.store.attempts.list(id, { step: 'plan' }, { limit: 5 });
  expect(plans.rows.map(({ status, epoch }) => [status, epoch])).toEqual([
    ['superseded', 1],
    ['accepted', 2],
  ]);
  const [first, second] = await promptsOf(id, 'plan');
  expect(first).not.toContain('What failed before');
  expect(second).toContain('## From work');
  expect(second).toContain('expected 3 items but got 2');
  expect(second).toContain('one attempt at the work');
  const work = await promptsOf(id, 'work');
  expect(work[2]).toContain('second plan');
  expect(work[2]).toContain('Earlier rounds of work');
  expect(work[2]).not.toContain('## Attempt');
});

test('S3-L3-b, R21: a second stagnation with eMax used up asks a person', async () => {
  const id = await engine.start(pipeline([SAME], { rMax: 4, rPatience: 2, eMax: 1, backtrackTo: ['plan'] }));
  const state = await engine.until(id, ({ life }) => life.status === 'escalated');
  expect(Object.values(state.escalations)).toMatchObject([{ kind: 'backtracks_exhausted', step: 'work' }]);
  expect(state).toMatchObject({ steps: { plan: { n: 2 }, work: { n: 4, backtracks: 1 } }, usage: { attempts: 7 } });
});

test('R22, S3-D6-i: without a target the next prompt says to change the approach, and retries go on', async () => {
  const id = await engine.start(pipeline([SAME, SAME, PASS], { rMax: 4, rPatience: 2 }));
  const state = await engine.until(id, ended);
  expect(state).toMatchObject({ life: { status: 'completed' }, steps: { work: { n: 3 } } });
  const [, second, third] = await promptsOf(id, 'work');
  expect(second).not.toContain('change the approach');
  expect(third).toContain('change the approach');
  const detected = (await engine.log(id)).filter(({ type }) => type === 'stagnation.detected');
  expect(detected).toMatchObject([{ step: 'work', detector: 'repetition', action: 'warned', guard: 'work_guard' }]);
});

test.each([
  ['escalate', { life: { status: 'escalated' } }],
  ['fail', { life: { status: 'failed', failure: { code: 'stagnated', step: 'work' } } }],
])('R66: onStagnation %s', async (onStagnation, expected) => {
  const id = await engine.start(pipeline([SAME], { rMax: 4, rPatience: 2, onStagnation }));
  expect(await engine.until(id, (now) => ended(now) || now.life.status === 'escalated')).toMatchObject(expected);
});

test('S3-D6-d: repetition is seen though the texts differ, by their signature', async () => {
  const verdicts = [2, 7].map((got) => ({
    verdict: 'retry',
    feedback: `AssertionError: got ${got}\n${'noise '.repeat(got * 9)}`,
  }));
  const id = await engine.start(pipeline([...verdicts, PASS], { rMax: 4, rPatience: 2, backtrackTo: ['plan'] }));
  await engine.until(id, ended);
  expect((await engine.log(id)).find(({ type }) => type === 'stagnation.detected')).toMatchObject({
    detector: 'repetition',
  });
});

test('R6: a moving progress measure vetoes stagnation', async () => {
  const scored = (score: number) => ({ ...SAME, score });
  const id = await engine.start(
    pipeline([scored(0.1), scored(0.2), scored(0.3), PASS], { rMax: 5, rPatience: 2, backtrackTo: ['plan'] }),
  );
  const state = await engine.until(id, ended);
  expect(state).toMatchObject({
    life: { status: 'completed' },
    steps: { plan: { n: 1 }, work: { n: 4, backtracks: 0 } },
  });
});

test('S3-DISC-1, R77: stagnation climbs the model ladder before it goes upstream; the attempt count goes on', async () => {
  const ladder = [{ temperature: 0.1 }, { temperature: 0.9 }];
  const recovery = { rMax: 5, rPatience: 2, backtrackTo: ['plan'], ladder };
  const id = await engine.start(pipeline([SAME, SAME, PASS], recovery));
  const state = await engine.until(id, ended);
  expect(state).toMatchObject({ steps: { plan: { n: 1 }, work: { epoch: 1, n: 3, rung: 1 } } });
  const { rows } = await engine.store.attempts.list(id, { step: 'work' }, { limit: 9 });
  expect(rows.map(({ artifact }) => artifact?.parameters)).toMatchObject([
    { temperature: 0.1 },
    { temperature: 0.1 },
    { temperature: 0.9 },
  ]);
});

test.each([
  ['backtrack', { life: { status: 'completed' }, steps: { plan: { n: 2 }, work: { backtracks: 1 } } }],
  ['escalate', { life: { status: 'escalated' }, steps: { plan: { n: 1 } } }],
])('R4: exhaustion with varied failures and onExhausted %s', async (onExhausted, expected) => {
  const varied = ['TypeError: not a function', 'KeyError: missing name here'].map((feedback) => ({
    verdict: 'retry',
    feedback,
  }));
  const recovery = { rMax: 1, eMax: 1, backtrackTo: ['plan'], onExhausted };
  const id = await engine.start(pipeline([...varied, PASS], recovery));
  expect(await engine.until(id, (now) => ended(now) || now.life.status === 'escalated')).toMatchObject(expected);
});

async function promptsOf(id: string, step: string): Promise<readonly string[]> {
  const { rows } = await engine.store.attempts.list(id, { step }, { limit: 20 });
  return Promise.all(
    rows.map(async ({ artifact }) => {
      const parts = artifact?.context?.prompt.flatMap((message) => message.parts) ?? [];
      const texts = await engine.store.contents.get(parts.flatMap((part) => ('digest' in part ? [part.digest] : [])));
      return parts.map((part) => ('text' in part ? part.text : (texts.get(part.digest) ?? ''))).join('');
    }),
  );
}
