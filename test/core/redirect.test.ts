// Pure: what a redirect does to a run under way, and what it leaves alone (api 4, R27, R48, R62).

import { raisedBound, remainingBound, wanted } from '../../src/engine.ts';
import type { RedirectRequest } from '../../src/model/input.ts';
import type { Plan, StepPlan } from '../../src/model/plan.ts';
import { openEscalations } from '../../src/model/run-state.ts';
import { aPlan, aStep } from '../support/played/plans.ts';
import { generated, judged, type Playing, playing } from '../support/played/playing.ts';

type Change = Omit<RedirectRequest, 'kind' | 'prepared' | 'description' | 'type'> &
  Partial<Pick<RedirectRequest, 'type'>>;

const request = (change: Change): RedirectRequest => ({
  kind: 'redirect',
  prepared: true,
  type: 'constraint_change',
  description: 'as said',
  by: 'ann',
  ...change,
});
const chainOf = (...ids: readonly string[]): Plan =>
  aPlan(ids.map((id, index) => aStep(id, { requires: index === 0 ? [] : [ids[index - 1] ?? ''] })));
const abc = () => playing(chainOf('a', 'b', 'c'));
const tokenOf = (run: Playing, step: string) => wanted(run.state).find((call) => call.step === step)?.token ?? '';
const refusal = (code: string) => expect.objectContaining({ code });

function pass(run: Playing, ...steps: readonly string[]): void {
  for (const step of steps) {
    const token = tokenOf(run, step);
    run.do(generated(token));
    run.do(judged(token));
  }
}

test('R27, S1-3.4-a: what is being generated is revoked and made again under the same number; a late answer changes nothing', () => {
  const run = abc();
  const before = tokenOf(run, 'a');
  run.do(request({}));
  expect(wanted(run.state)).toMatchObject([{ step: 'a', epoch: 1, attempt: 1, n: 1 }]);
  expect(tokenOf(run, 'a')).not.toBe(before);
  const { length } = run.log;
  run.do(generated(before));
  expect(run.log).toHaveLength(length);
  expect(run.state.usage.attempts).toBe(1);
});

test('R27: what is being judged goes on, unless the redirect touches its step', () => {
  const run = abc();
  const token = tokenOf(run, 'a');
  run.do(generated(token));
  run.do(request({}));
  expect(wanted(run.state)).toMatchObject([{ token, phase: 'guard' }]);
  run.do(request({ reset: ['a'] }));
  expect(wanted(run.state)).toMatchObject([{ step: 'a', phase: 'generate', epoch: 2 }]);
  expect(
    run.log.find((event) => 'token' in event && event.token === token && event.type === 'attempt.finished'),
  ).toMatchObject({
    status: 'discarded',
  });
});

test('reset runs a step again with all that depends on it, and nothing else', () => {
  const run = playing(aPlan([aStep('a'), aStep('b', { requires: ['a'] }), aStep('x')]));
  pass(run, 'a', 'x');
  run.do(request({ reset: ['a'] }));
  expect(run.state.steps).toMatchObject({
    a: { sigma: 'unsatisfied', epoch: 2 },
    b: { sigma: 'unsatisfied' },
    x: { sigma: 'satisfied', epoch: 1 },
  });
  const redirected = run.log.find(({ type }) => type === 'run.redirected');
  expect(run.log.find(({ type }) => type === 'step.invalidated')).toMatchObject({
    step: 'a',
    cause: redirected?.type === 'run.redirected' ? redirected.redirectId : '',
  });
});

test('S1-3.4-h: every redirect is kept as a correction, oldest first; only a changed objective clears the Trail and counts as new criteria', () => {
  const run = abc();
  const types = ['constraint_change', 'dag_adjustment', 'objective_change', 'bindings_override'] as const;
  pass(run, 'a');
  for (const type of types) run.do(request({ type, ...(type === 'bindings_override' && { bindings: { a: OTHER } }) }));
  expect(run.state.corrections?.map(({ type, trailCleared, by }) => [type, trailCleared, by])).toEqual(
    types.map((type) => [type, type === 'objective_change', 'ann']),
  );
  expect(run.state.trail).toMatchObject({ epoch: 2, entries: [{ type: 'user_correction', epoch: 1 }] });
  expect(run.state.criteria).toBe(2);
  const token = tokenOf(run, 'b');
  run.do(generated(token));
  run.do(judged(token));
  expect(run.log.findLast(({ type }) => type === 'guard.verdict')).toMatchObject({ criteria: 2 });
});

const OTHER = { artifactId: 'art_other', digest: 'sha256:other' };

test('R48: an override takes the place of an accepted artifact unguarded; the step stays, its dependents run again', () => {
  const run = abc();
  pass(run, 'a', 'b');
  run.do(request({ type: 'bindings_override', bindings: { a: OTHER } }));
  expect(run.state.steps).toMatchObject({
    a: { sigma: 'satisfied', epoch: 1, artifact: { id: 'art_other' }, amendments: 1 },
    b: { sigma: 'unsatisfied', epoch: 2 },
    c: { epoch: 1, open: false },
  });
  expect(wanted(run.state)).toMatchObject([{ step: 'b', phase: 'generate' }]);
});

test('R48: of two that are overridden at once the one that depends on the other stays as the person wrote it', () => {
  const run = abc();
  pass(run, 'a', 'b');
  const bindings = { a: OTHER, b: { artifactId: 'art_b', digest: 'sha256:b' } };
  run.do(request({ type: 'bindings_override', bindings }));
  expect(run.state.steps).toMatchObject({
    a: { sigma: 'satisfied', artifact: { id: 'art_other' } },
    b: { sigma: 'satisfied', artifact: { id: 'art_b' } },
    c: { sigma: 'unsatisfied' },
  });
});

test('R45: a run that waits for a person alone goes on with what a redirect opens', () => {
  const run = playing(aPlan([aStep('a'), aStep('h', { requires: ['a'] })]));
  pass(run, 'a');
  const token = tokenOf(run, 'h');
  run.do(generated(token));
  run.do({ kind: 'pending', token, leaf: 'human' });
  expect(run.state.life.status).toBe('escalated');
  const plan = aPlan([aStep('a'), aStep('h', { requires: ['a'] }), aStep('z')]);
  run.do(request({ type: 'dag_adjustment', revision: { digest: 'sha256:next', plan } }));
  expect(run.state.life.status).toBe('running');
  expect(wanted(run.state)).toMatchObject([{ step: 'z' }]);
  pass(run, 'z');
  expect(run.state.life.status).toBe('escalated');
});

test('a redirect that its sender names keeps that name, so that asking again can be answered', () => {
  const run = abc();
  run.do(request({ redirectId: 'rdr_mine' }));
  expect(run.state.corrections).toMatchObject([{ id: 'rdr_mine' }]);
});

describe('free words', () => {
  const spoken = (plan: Plan, digest = 'sha256:spoken') => ({
    kind: 'clarify' as const,
    prepared: true as const,
    step: 'redirect_1',
    by: 'ann',
    revision: {
      digest,
      plan: aPlan([...plan.steps, aStep('redirect_1', { clarification: true, optional: true })], plan.budgets),
    },
  });

  test('what is meant is found out beside the work, also where there is no room for more of that', () => {
    const plan = aPlan([aStep('a'), aStep('b', { requires: ['a'] })], { maxParallelAgents: 1 });
    const run = playing(plan);
    run.do(spoken(plan));
    expect(wanted(run.state)).toMatchObject([{ step: 'a' }, { step: 'redirect_1' }]);
    pass(run, 'a');
    expect(wanted(run.state)).toMatchObject([{ step: 'b' }, { step: 'redirect_1' }]);
  });

  test('a run that is complete before it is clear says so', () => {
    const plan = aPlan([aStep('a')]);
    const run = playing(plan);
    run.do(spoken(plan));
    const words = tokenOf(run, 'redirect_1');
    run.do(generated(words));
    run.do({ kind: 'pending', token: words, leaf: 'clarification' });
    pass(run, 'a');
    expect(run.state.life.status).toBe('completed');
    expect(run.log.filter(({ type }) => type === 'note.added')).toMatchObject([{ step: 'redirect_1' }]);
  });
});

describe('the graph', () => {
  const revision = (steps: readonly StepPlan[]) => ({ revision: { digest: 'sha256:next', plan: aPlan(steps) } });
  const adjust = (steps: readonly StepPlan[], remove?: readonly string[]) =>
    request({ type: 'dag_adjustment', ...revision(steps), ...(remove && { remove }) });

  test('steps come and go; one that goes takes its work and its question along', () => {
    const run = playing(aPlan([aStep('a'), aStep('b')]));
    const token = tokenOf(run, 'b');
    run.do(generated(token));
    run.do(judged(token, 'fatal'));
    expect(run.state.life.status).toBe('escalated');
    run.do(adjust([aStep('a'), aStep('new')], ['b']));
    expect(Object.keys(run.state.steps)).toEqual(['a', 'new']);
    expect(openEscalations(run.state)).toEqual([]);
    expect(run.state).toMatchObject({ life: { status: 'running' }, revision: 'sha256:next' });
    expect(wanted(run.state).map(({ step }) => step)).toEqual(['a', 'new']);
  });

  test('a step that is removed and added again is another one: it starts over, and so does what depends on it', () => {
    const run = abc();
    const token = tokenOf(run, 'a');
    run.do(generated(token));
    run.do(
      adjust([aStep('a', { model: 'other' }), aStep('b', { requires: ['a'] }), aStep('c', { requires: ['b'] })], ['a']),
    );
    expect(wanted(run.state)).toMatchObject([{ step: 'a', phase: 'generate', epoch: 2 }]);
  });

  test('R20, R25: one that comes back after it was gone goes on with its ordinals and its backtracks', () => {
    const run = playing(aPlan([aStep('a'), aStep('b')]));
    const token = tokenOf(run, 'b');
    run.do(generated(token));
    run.do(judged(token, 'retry'));
    run.do(adjust([aStep('a')], ['b']));
    const back = { digest: 'sha256:back', plan: aPlan([aStep('a'), aStep('b')]), from: 'sha256:next' };
    run.do(request({ type: 'dag_adjustment', revision: back }));
    expect(wanted(run.state)).toMatchObject([{ step: 'a' }, { step: 'b', epoch: 2, n: 2 }]);
  });

  test('S1x-7: a deadlock that the new graph resolves is asked no more; one that it does not is asked again', () => {
    const skipped = (run: Playing) => run.do({ kind: 'skipped', token: tokenOf(run, 'a'), reason: 'when is false' });
    const run = playing(chainOf('a', 'b'));
    skipped(run);
    expect(openEscalations(run.state)).toMatchObject([{ kind: 'deadlock' }]);
    run.do(request({}));
    expect(openEscalations(run.state)).toMatchObject([{ kind: 'deadlock' }]);
    run.do(adjust([aStep('a'), aStep('b')], ['b']));
    expect(openEscalations(run.state)).toEqual([]);
    expect(wanted(run.state)).toMatchObject([{ step: 'b' }]);
  });

  test('resolved steps cannot be removed, and a change from an outdated document is refused', () => {
    const run = abc();
    pass(run, 'a');
    expect(() => run.do(adjust([aStep('b')], ['a']))).toThrow(refusal('step_resolved'));
    run.do(adjust([aStep('a'), aStep('b'), aStep('d')], ['c']));
    expect(() => run.do(adjust([aStep('a')], ['b']))).toThrow(refusal('redirect_stale'));
  });
});

test.each([
  ['a run that has ended', { kind: 'terminate' as const }, {}, 'run_not_open'],
  ['work in the way of one that must not interrupt', undefined, { onConflict: 'reject' as const }, 'redirect_conflict'],
  ['a step that is not there', undefined, { reset: ['z'] }, 'unknown_step'],
  ['an override of nothing', undefined, { bindings: { a: OTHER } }, 'no_artifact'],
])('refused, and nothing changes: %s', (_, first, change, code) => {
  const run = abc();
  if (first) run.do(first);
  const { length } = run.log;
  expect(() => run.do(request(change))).toThrow(refusal(code));
  expect(run.log).toHaveLength(length);
});

test('a paused run is corrected and stays paused; one that waits for budget goes on when the redirect gives it', () => {
  const run = abc();
  const token = tokenOf(run, 'a');
  run.do({ kind: 'pause' });
  run.do(request({}));
  expect(run.state).toMatchObject({ life: { status: 'paused' }, corrections: [{}] });
  run.do({ kind: 'resume' });
  expect(tokenOf(run, 'a')).not.toBe(token);
  const poor = playing(aPlan([aStep('a'), aStep('b', { requires: ['a'] })], { maxAttempts: 1 }));
  pass(poor, 'a');
  expect(poor.state.life.status).toBe('budget_exceeded');
  poor.do(request({ budgets: { maxAttempts: 5 } }));
  expect(poor.state).toMatchObject({ life: { status: 'running' }, budgets: { maxAttempts: 5 } });
});

test('R26: the bound that is shown covers what was and what can still be generated', () => {
  const run = abc();
  pass(run, 'a', 'b');
  const plan = aPlan([
    aStep('a', { attempts: 1 }),
    aStep('b', { requires: ['a'], attempts: 1 }),
    aStep('d', { attempts: 1 }),
  ]);
  run.do(request({ type: 'dag_adjustment', reset: ['a'], remove: ['c'], revision: { digest: 'sha256:next', plan } }));
  const { usage } = run.state;
  expect(raisedBound(plan, run.state)).toBeGreaterThanOrEqual(usage.attempts + remainingBound(plan, run.state));
});
