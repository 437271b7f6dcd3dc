/** What answers that led to nothing have cost counts in the budgets (R111), and our own errors end as a question (R117). */

import { evolve } from '../../src/core/events/evolve.ts';
import { absorb } from '../../src/core/moves/absorb.ts';
import { leftOf, measuresOf, usedUpBefore } from '../../src/core/spending.ts';
import { tick } from '../../src/core/tick.ts';
import type { Event } from '../../src/model/event.ts';
import type { Broken, Input } from '../../src/model/input.ts';
import type { Budgets } from '../../src/model/plan.ts';
import { INITIAL, openEscalations, type RunState } from '../../src/model/run-state.ts';
import { beyond, NO_USAGE, type Usage } from '../../src/model/usage.ts';
import { aPlan, aStep } from '../support/played/plans.ts';

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
  const plan = aPlan([aStep('work')], budgets);
  const created = { type: 'run.created', runId: 'run_1', steps: ['work'], budgets: plan.budgets, by: 'me' } as const;
  const begun = evolve(INITIAL, { ...created, seq: 1, at: 0 });
  const fold = (state: RunState, events: readonly Event[]) => events.reduce(evolve, state);
  const scheduled = (state: RunState, now = 1) => fold(state, tick(plan, state, now));
  const state = scheduled(begun);
  const token = state.steps['work']?.call?.token ?? '';
  const after = (before: RunState, input: Input, now = 1) =>
    scheduled(fold(before, absorb(plan, before, input, now)), now);
  return { plan, state, token, after };
}

const broken = (token: string, facts: Partial<Broken>): Broken => ({
  kind: 'broken',
  token,
  reason: 'infrastructure',
  detail: 'It broke.',
  ...facts,
});

test('(R111) what answers that broke off have cost counts in the budgets and stands apart from what led to something', () => {
  const { state, token, after } = generating({ maxTokens: 1_000, maxMicroUsd: 5_000 });
  const next = after(state, { kind: 'generated', token, ...artifact, usage: NO_USAGE, paid });
  expect(next.usage).toMatchObject({ inputTokens: 0, llmCalls: 0, discarded: paid });
  expect(measuresOf(next, 1)).toEqual([
    { budget: 'maxTokens', used: 90, limit: 1_000 },
    { budget: 'maxCostUsd', used: 900, limit: 5_000 },
  ]);
});

test('(R111) results tell what was paid in all: told twice it is counted once', () => {
  const { state, token, after } = generating();
  const next = after(state, { kind: 'generated', token, ...artifact, usage: NO_USAGE, paid });
  const more = { ...paid, inputTokens: 80, llmCalls: 4 };
  const last = after(next, { kind: 'judged', token, verdict: 'pass', guard: 'scripted', paid: more });
  expect(last.usage.discarded).toEqual(more);
  expect(after(last, { kind: 'judged', token, verdict: 'pass', guard: 'scripted', paid }).usage.discarded).toEqual(
    more,
  );
});

test('(R111) a try for which nothing is left parks the run on its budget and gives the attempt back', () => {
  const { state, token, after } = generating({ maxTokens: 90 });
  const next = after(state, broken(token, { reason: 'budget', budget: 'maxTokens', paid }));
  expect(next).toMatchObject({ status: 'budget_exceeded', exceeded: 'maxTokens', usage: { attempts: 0 } });
  expect(openEscalations(next)).toMatchObject([{ kind: 'budget', allowedActions: ['raise', 'abort'] }]);
});

test('(R111) that parks too where the clock of whoever found it is ahead of the run', () => {
  const { state, token, after } = generating({ maxDurationMs: 1_000 });
  const next = after(state, broken(token, { reason: 'budget', budget: 'maxDuration' }), 999);
  expect(next).toMatchObject({ status: 'budget_exceeded', exceeded: 'maxDuration' });
});

test('(R111) raised, the run tries again', () => {
  const { state, token, after } = generating({ maxTokens: 90 });
  const parked = after(state, broken(token, { reason: 'budget', budget: 'maxTokens', paid }));
  const [question] = openEscalations(parked);
  const decision = {
    kind: 'decide',
    escalationId: question?.id ?? '',
    action: 'raise',
    budgets: { maxTokens: 200 },
  } as const;
  const next = after(parked, decision);
  expect(next).toMatchObject({ status: 'running', steps: { work: { attempt: 1 } } });
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
  const { state, token, after } = generating();
  const asked = after(state, broken(token, { reason: 'internal' }));
  const [question] = openEscalations(asked);
  expect(question).toMatchObject({
    kind: 'internal',
    step: 'work',
    question: 'It broke.',
    allowedActions: ['amend', 'retry', 'skip', 'abort'],
  });
  expect(asked.usage.attempts).toBe(0);
  const next = after(asked, { kind: 'decide', escalationId: question?.id ?? '', action: 'retry' });
  expect(next).toMatchObject({ status: 'running', steps: { work: { epoch: 2, attempt: 1 } } });
});
