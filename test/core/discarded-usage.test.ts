/** What answers that led to nothing have cost counts in the budgets (R111), and our own errors end as a question (R117). */

import { measuresOf } from '../../src/core/spending.ts';
import { type BudgetStatus, budgetStatusOf, exhaustedBudget } from '../../src/engine.ts';
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
  const next = run.do(broken(token, { reason: 'budget', exhausted: { budget: 'maxTokens', limit: 90 }, paid }));
  expect(next).toMatchObject({ life: { status: 'budget_exceeded' }, exceeded: 'maxTokens', usage: { attempts: 0 } });
  expect(openEscalations(next)).toMatchObject([{ kind: 'budget', allowedActions: ['raise', 'abort'] }]);
});

test('(R111) that parks too where the clock of whoever found it is ahead of the run', () => {
  const { run, token } = generating({ maxDurationMs: 1_000 });
  const next = run.do(broken(token, { reason: 'budget', exhausted: { budget: 'maxDuration', limit: 1_000 } }), 999);
  expect(next).toMatchObject({ life: { status: 'budget_exceeded' }, exceeded: 'maxDuration' });
});

test('(R111) raised, the run tries again', () => {
  const { run, token } = generating({ maxTokens: 90 });
  const parked = run.do(broken(token, { reason: 'budget', exhausted: { budget: 'maxTokens', limit: 90 }, paid }));
  const [question] = openEscalations(parked);
  const decision = {
    kind: 'decide',
    escalationId: question?.id ?? '',
    action: 'raise',
    budgets: { maxTokens: 200 },
  } as const;
  const next = run.do(decision);
  expect(next).toMatchObject({ life: { status: 'running' }, steps: { work: { attempt: 1 } } });
  expect(budgetStatusOf(next)).toMatchObject({ limits: { maxTokens: 200 }, tokens: 90, discarded: paid });
});

const limits = { maxTokens: 101, maxMicroUsd: 1_001, maxDurationMs: 5_000 };

test.each<[string, Partial<BudgetStatus>, number, string | undefined]>([
  ['nothing is limited', { limits: {}, until: 1 }, 10_000, undefined],
  ['something remains', { limits, until: 10_001 }, 10_000, undefined],
  ['the tokens are used', { limits: { ...limits, maxTokens: 100 } }, 0, 'maxTokens'],
  ['the money is used', { limits: { ...limits, maxMicroUsd: 1_000 } }, 0, 'maxCostUsd'],
  ['the time is used', { limits, until: 10_000 }, 10_000, 'maxDuration'],
  ['no time passes', { limits }, 10_000, undefined],
])('(R111) before each try: %s', (_what, status, now, expected) => {
  expect(exhaustedBudget({ limits: {}, tokens: 10, microUsd: 100, ...status }, paid, now)?.budget).toBe(expected);
});

describe('K11, R49: a limit that changes during a call', () => {
  const spent = (token: string, limit: number) =>
    broken(token, { reason: 'budget', exhausted: { budget: 'maxTokens', limit }, paid });

  test('N33: raised after the call has read it, the step is tried again and nobody is asked', () => {
    const { run, token } = generating({ maxTokens: 90 });
    run.do({ kind: 'budget', budgets: { maxTokens: 200 } });
    const next = run.do(spent(token, 90));
    expect(next).toMatchObject({ life: { status: 'running' }, steps: { work: { attempt: 1, n: 1 } } });
    expect(openEscalations(next)).toEqual([]);
    expect(next.steps['work']?.call?.token).not.toBe(token);
  });

  test('N33: raised, but not above what is used, the run parks', () => {
    const { run, token } = generating({ maxTokens: 20 });
    run.do({ kind: 'budget', budgets: { maxTokens: 90 } });
    expect(run.do(spent(token, 20))).toMatchObject({ life: { status: 'budget_exceeded' }, exceeded: 'maxTokens' });
  });

  test('N34: lowered below what is used, the run asks at once; the call that then stops withdraws nothing', () => {
    const run = playing(aPlan([aStep('first'), aStep('work', { requires: ['first'] })], { maxTokens: 1_000 }));
    const tokenOf = (step: string) => run.state.steps[step]?.call?.token ?? '';
    const usage = { ...NO_USAGE, inputTokens: 40, llmCalls: 1 };
    run.do({ kind: 'generated', token: tokenOf('first'), ...artifact, usage });
    run.do({ kind: 'judged', token: tokenOf('first'), verdict: 'pass', guard: 'scripted' });
    const [question] = openEscalations(run.do({ kind: 'budget', budgets: { maxTokens: 20 } }));
    expect(question).toMatchObject({ kind: 'budget', question: expect.stringContaining('(40 of 20)') });
    const next = run.do(spent(tokenOf('work'), 20));
    expect(next).toMatchObject({ life: { status: 'budget_exceeded' }, steps: { work: { sigma: 'unsatisfied' } } });
    expect(openEscalations(next)).toEqual([question]);
  });
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
