/** What answers that led to nothing have cost counts in the budgets (R111), and our own errors end as a question (R117). */

import { measuresOf } from '../../src/core/spending.ts';
import { leftOf, usedUpBefore } from '../../src/engine.ts';
import type { Broken } from '../../src/model/call-result.ts';
import type { Budgets } from '../../src/model/plan.ts';
import { openEscalations } from '../../src/model/run-state.ts';
import { beyond, NO_USAGE, type Usage } from '../../src/model/usage.ts';
import { aPlan, aStep } from '../support/played/plans.ts';
import { playing } from '../support/played/playing.ts';

const paid: Usage = {
  inputTokens: 60,
  cachedTokens: 0,
  outputTokens: 30,
  microUsd: 900,
  llmCalls: 3,
  estimated: true,
};
const artifact = { artifactId: 'art_1', digest: 'sha256:1', source: 'generated' } as const;

/** A run whose one step is being generated. */
function generating(budgets: Partial<Budgets> = {}) {
  const run = playing(aPlan([aStep('work')], budgets));
  return { run, token: run.state.steps['work']?.call?.token ?? '' };
}

const broken = (token: string, facts: Partial<Broken>): Broken => ({
  kind: 'broken',
  token,
  reason: 'infrastructure',
  detail: 'It broke.',
  ...facts,
});

test('(R111) what answers that broke off have cost counts in the budgets and stands apart from what led to something', () => {
  const { run, token } = generating({ maxTokens: 1_000, maxMicroUsd: 5_000 });
  const next = run.do({ kind: 'generated', token, ...artifact, usage: NO_USAGE, paid });
  expect(next.usage).toMatchObject({ inputTokens: 0, llmCalls: 0, discarded: paid });
  expect(measuresOf(next, 1)).toEqual([
    { budget: 'maxTokens', used: 90, limit: 1_000 },
    { budget: 'maxCostUsd', used: 900, limit: 5_000 },
  ]);
});

test('(R111) results tell what was paid in all: told twice it is counted once', () => {
  const { run, token } = generating();
  run.do({ kind: 'generated', token, ...artifact, usage: NO_USAGE, paid });
  const more = { ...paid, inputTokens: 80, llmCalls: 4 };
  const last = run.do({ kind: 'judged', token, verdict: 'pass', guard: 'scripted', paid: more });
  expect(last.usage.discarded).toEqual(more);
  expect(run.do({ kind: 'judged', token, verdict: 'pass', guard: 'scripted', paid }).usage.discarded).toEqual(more);
});

test('(R111) a try for which nothing is left parks the run on its budget and gives the attempt back', () => {
  const { run, token } = generating({ maxTokens: 90 });
  const next = run.do(broken(token, { reason: 'budget', budget: 'maxTokens', paid }));
  expect(next).toMatchObject({ life: { status: 'budget_exceeded' }, exceeded: 'maxTokens', usage: { attempts: 0 } });
  expect(openEscalations(next)).toMatchObject([{ kind: 'budget', allowedActions: ['raise', 'abort'] }]);
});

test('(R111) that parks too where the clock of whoever found it is ahead of the run', () => {
  const { run, token } = generating({ maxDurationMs: 1_000 });
  const next = run.do(broken(token, { reason: 'budget', budget: 'maxDuration' }), 999);
  expect(next).toMatchObject({ life: { status: 'budget_exceeded' }, exceeded: 'maxDuration' });
});

test('(R111) raised, the run tries again', () => {
  const { run, token } = generating({ maxTokens: 90 });
  const parked = run.do(broken(token, { reason: 'budget', budget: 'maxTokens', paid }));
  const [question] = openEscalations(parked);
  const decision = {
    kind: 'decide',
    escalationId: question?.id ?? '',
    action: 'raise',
    budgets: { maxTokens: 200 },
  } as const;
  const next = run.do(decision);
  expect(next).toMatchObject({ life: { status: 'running' }, steps: { work: { attempt: 1 } } });
  expect(leftOf(next)).toMatchObject({ tokens: 110, counted: paid });
});

test.each([
  ['nothing is limited', {}, 10_000, undefined],
  ['something is left', { tokens: 91, microUsd: 901, until: 10_001 }, 10_000, undefined],
  ['the tokens are used', { tokens: 90 }, 0, 'maxTokens'],
  ['the money is used', { tokens: 91, microUsd: 900 }, 0, 'maxCostUsd'],
  ['the time is used', { tokens: 91, until: 10_000 }, 10_000, 'maxDuration'],
])('(R111) before each try: %s', (_what, left, now, expected) => {
  expect(usedUpBefore(left, paid, now)).toBe(expected);
});

test('(R111) an unknown price leaves unknown what was paid since', () => {
  expect(beyond({ ...paid, microUsd: null }, { ...NO_USAGE, llmCalls: 1 })).toMatchObject({
    microUsd: null,
    llmCalls: 2,
  });
  expect(beyond(paid, paid)).toBeUndefined();
});

test('(R117) an error of our own is a question of kind internal, and retry goes on', () => {
  const { run, token } = generating();
  const asked = run.do(broken(token, { reason: 'internal' }));
  const [question] = openEscalations(asked);
  expect(question).toMatchObject({
    kind: 'internal',
    step: 'work',
    question: 'It broke.',
    allowedActions: ['amend', 'retry', 'skip', 'abort'],
  });
  expect(asked.usage.attempts).toBe(0);
  const next = run.do({ kind: 'decide', escalationId: question?.id ?? '', action: 'retry' });
  expect(next).toMatchObject({ life: { status: 'running' }, steps: { work: { epoch: 2, attempt: 1 } } });
});
