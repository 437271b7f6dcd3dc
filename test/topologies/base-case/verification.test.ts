// Pure: a base case is verified beside the work, may break, and asks people what only people know.
import { ownCalls, preview, wanted, wantedCalls } from '../../../src/engine.ts';
import type { CallResult } from '../../../src/model/call-result.ts';
import type { Event } from '../../../src/model/event.ts';
import { openEscalations } from '../../../src/model/run-state.ts';
import { onceAsserted } from '../../../src/topologies/base-case/once-asserted.ts';
import { atom, objective } from '../../support/played/and-or.ts';
import { generated, judged, type Playing, playing } from '../../support/played/playing.ts';
import { searchPlan } from '../../support/played/plays.ts';

const ASSERTED = { all: [{ guard: { use: 'not-empty' }, on: 'a' }, { assertion: 'It is well.' }] };
const plan = (baseCase: object = ASSERTED, facts: object = {}) =>
  searchPlan([atom('a'), atom('b', { requires: ['a'] })], { objective: objective('a', { baseCase }), ...facts });
const callOf = (run: Playing) => ownCalls(run.plan, run.state)[0];
const asked = (run: Playing) =>
  openEscalations(run.state).map(({ kind, leaf }) => [kind, leaf].filter(Boolean).join(' '));
const ofBaseCase = (run: Playing) => run.log.filter(({ type }) => type.startsWith('basecase'));
const last = (run: Playing): Event | undefined => ofBaseCase(run).at(-1);

/** Until the base case is looked at: `a` is accepted. */
function looked(...given: Parameters<typeof plan>): Playing {
  const run = playing(plan(...given));
  pass(run, 'a');
  return run;
}

function pass(run: Playing, step: string): void {
  const token = () => wanted(run.state).find((call) => call.step === step)?.token ?? '';
  run.do(generated(token()));
  run.do(judged(token()));
}

function answer(run: Playing, result: object): void {
  run.do({ token: callOf(run)?.token ?? '', ...result } as CallResult);
}
const pending = (more: object = {}) => ({ kind: 'pending', leaf: 'well', ...more });
const found = (passed: boolean, more: object = {}) => ({
  kind: 'verified',
  passed,
  artifactId: 'art_b',
  digest: 'sha256:b',
  ...more,
});

test('R101: what is not accepted yet cannot hold: no call is made, and the log says so', () => {
  const run = playing(plan());
  expect([callOf(run), last(run)]).toMatchObject([undefined, { type: 'basecase.verified', passed: false }]);
  pass(run, 'a');
  expect([callOf(run), last(run)]).toMatchObject([{ phase: 'verify', answers: {} }, { type: 'basecase.started' }]);
});

test('S1-2.1-b: one that holds ends the run; one that does not leaves the work to go on', () => {
  const run = looked();
  answer(run, found(false, { falseLeaves: ['well'], because: 'nobody said so' }));
  expect(last(run)).toMatchObject({
    passed: false,
    artifactId: 'art_b',
    falseLeaves: ['well'],
    because: 'nobody said so',
  });
  expect(wantedCalls(run.plan, run.state)).toMatchObject([{ step: 'b' }]);
  const other = looked();
  answer(other, found(true));
  expect(other.state.life.status).toBe('completed');
  expect(last(other)).not.toHaveProperty('falseLeaves');
  expect(last(other)).not.toHaveProperty('because');
});

test('R75: of many leaves that are false fifty are told', () => {
  const run = looked();
  answer(run, found(false, { falseLeaves: Array.from({ length: 51 }, (_, at) => `leaf${at}`) }));
  expect(last(run)?.type === 'basecase.verified' && last(run)).toMatchObject({ falseLeaves: { length: 50 } });
});

test('S1-2.2: what models used to judge it counts as used', () => {
  const run = looked();
  const before = run.state.usage.inputTokens;
  answer(run, found(false, { usage: { inputTokens: 7, cachedTokens: 0, outputTokens: 1, microUsd: 3, llmCalls: 1 } }));
  expect(run.state.usage.inputTokens - before).toBe(7);
});

test.each([
  ['infrastructure', 'infrastructure'],
  ['internal', 'internal'],
  ['context', 'infrastructure'],
])('R32, R117: one that cannot be verified (%s) asks a person', (reason, kind) => {
  const run = looked();
  answer(run, { kind: 'broken', reason, detail: 'no sandbox' });
  expect(last(run)).toMatchObject({ type: 'basecase.broken', detail: 'no sandbox' });
  expect(asked(run)).toEqual([kind]);
  expect(openEscalations(run.state)[0]?.question).toContain('no sandbox');
});

describe('R45, R63: what people are asked to confirm', () => {
  test('parks a branch alone: the question says what follows, and work goes on beside it', () => {
    const run = looked();
    answer(run, pending({ beside: true, question: 'Is it well?', expiresIn: 700 }));
    expect(openEscalations(run.state)).toMatchObject([
      { kind: 'assertion', leaf: 'well', question: 'Is it well? The run is complete if it does.', expiresAt: 700 },
    ]);
    expect(last(run)).toMatchObject({ passed: false, hingesOn: 'well' });
    expect(wanted(run.state)).toMatchObject([{ step: 'b' }]);
  });

  test('without words of its own it is named', () => {
    const run = looked();
    answer(run, pending());
    expect(openEscalations(run.state)[0]?.question).toBe('Does well hold? The run is complete if it does.');
    expect(openEscalations(run.state)[0]).not.toHaveProperty('expiresAt');
    expect(callOf(run)).toBeUndefined();
  });

  test('is not asked before anything shows, while work is left', () => {
    const run = looked();
    answer(run, pending({ early: true }));
    expect([asked(run), last(run)]).toMatchObject([[], { type: 'basecase.verified', passed: false }]);
  });

  test('is asked once: while the question is open it is not asked again', () => {
    const run = looked();
    answer(run, pending({ beside: true }));
    pass(run, 'b');
    if (callOf(run)) answer(run, pending({ beside: true }));
    expect(run.log.filter(({ type }) => type === 'escalation.opened')).toHaveLength(1);
  });

  test('is withdrawn once the base case does not hinge on it any more', () => {
    const run = looked();
    answer(run, pending({ beside: true }));
    pass(run, 'b');
    if (callOf(run)) answer(run, found(false));
    expect(run.log.some(({ type }) => type === 'escalation.withdrawn')).toBe(true);
    expect(asked(run)).not.toContain('assertion well');
  });

  test('an answer goes on to the verification, which asks with it', () => {
    const run = looked();
    answer(run, pending({ beside: true }));
    const escalationId = openEscalations(run.state)[0]?.id ?? '';
    run.do({ kind: 'decide', escalationId, action: 'approve', by: 'ann' });
    expect(callOf(run)?.answers).toEqual({ well: true });
  });
});

test('R27: what is answered of another verification, or is no verification, changes nothing', () => {
  const run = looked();
  const { length } = run.log;
  run.do({ kind: 'verified', token: 'v0', passed: true, artifactId: 'art_x', digest: 'sha256:x' });
  run.do({ kind: 'judged', token: callOf(run)?.token ?? '', verdict: 'pass', guard: 'g' });
  expect(run.log).toHaveLength(length);
});

test.each(['infrastructure', 'internal', 'context'])(
  'R32: one that broke (%s) is verified again once a person says so',
  (reason) => {
    const run = looked();
    answer(run, { kind: 'broken', reason, detail: 'no sandbox' });
    expect(callOf(run)).toBeUndefined();
    run.do({ kind: 'decide', escalationId: openEscalations(run.state)[0]?.id ?? '', action: 'retry', by: 'ann' });
    expect(callOf(run)).toMatchObject({ phase: 'verify' });
  },
);

test('R45: of two assertions both answers go on to the verification, whatever they say', () => {
  const run = looked();
  for (const [leaf, action] of [
    ['well', 'approve'],
    ['kind', 'reject'],
  ] as const) {
    answer(run, { kind: 'pending', leaf, beside: true });
    run.do({
      kind: 'decide',
      escalationId: openEscalations(run.state)[0]?.id ?? '',
      action,
      by: 'ann',
      feedback: 'no',
    });
  }
  expect(callOf(run)?.answers).toEqual({ well: true, kind: false });
});

describe('console 6.3: what an assertion settles is foretold, and nothing else', () => {
  const says = (baseCase: object, leaf: string, action: 'approve' | 'reject') => {
    const run = looked(baseCase);
    answer(run, pending({ leaf }));
    const [question] = openEscalations(run.state);
    if (!question) throw new Error('nobody is asked');
    const request = {
      kind: 'decide',
      escalationId: question.id,
      action,
      ...(action === 'reject' && { feedback: 'no' }),
    } as const;
    const { endsRun, on } = preview(run, request, 5, onceAsserted(run, question, action));
    run.do(request);
    const still = callOf(run);
    if (still) answer(run, found(endsRun === 'yes'));
    return [endsRun, on, run.state.life.status];
  };
  const ALONE = { assertion: 'It is well.' };
  const EITHER = { any: [{ guard: { use: 'not-empty' }, on: 'a' }, ALONE] };
  test.each([
    ['alone, it holds', ALONE, 'baseCase', 'approve', ['yes', [], 'completed']],
    ['alone, it does not hold', ALONE, 'baseCase', 'reject', ['no', [], 'running']],
    ['one of all, it does not hold', ASSERTED, 'baseCase/all/1', 'reject', ['no', [], 'running']],
    ['one of several, it holds', EITHER, 'baseCase/any/1', 'approve', ['yes', [], 'completed']],
  ] as const)('%s', (_, baseCase, leaf, action, told) => {
    expect(says(baseCase, leaf, action)).toEqual(told);
  });

  test('where other leaves must be looked at again it depends on the base case', () => {
    expect(says(ASSERTED, 'baseCase/all/1', 'approve').slice(0, 2)).toEqual(['depends', ['base case']]);
    const file = { any: [{ file: 'done.txt' }, ALONE] };
    expect(says(file, 'baseCase/any/1', 'reject').slice(0, 2)).toEqual(['depends', ['base case']]);
  });
});
