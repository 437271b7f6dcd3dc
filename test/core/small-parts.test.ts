// Pure: small parts of the core by themselves.

import { isUnasked } from '../../src/core/conditions.ts';
import { isReady } from '../../src/core/frontier.ts';
import { standingOf } from '../../src/core/moves/as-seen.ts';
import { setBudget } from '../../src/core/moves/set-budget.ts';
import { openInOrder } from '../../src/core/opening.ts';
import { createRegistry } from '../../src/core/registry.ts';
import {
  conditions,
  draft,
  mustNameWhatItAccepts,
  raisedBound,
  remainingBound,
  sentenceOf,
  stepsAtWork,
  wanted,
  wantedCalls,
} from '../../src/engine.ts';
import type { Event } from '../../src/model/event.ts';
import type { DecideRequest, Input } from '../../src/model/input.ts';
import { DEFAULT_RECOVERY, type StepPlan } from '../../src/model/plan.ts';
import { INITIAL, NEW_STEP, openEscalations, type RunState } from '../../src/model/run-state.ts';
import { aPlan, aStep } from '../support/played/plans.ts';
import { generated, judged, playing } from '../support/played/playing.ts';
import { made } from '../support/played/standing-plan.ts';

describe('what topologies have of one port', () => {
  const registry = createRegistry<{ readonly kind: string }>('words', 'src/topologies/words.ts');

  test('is kept by kind, in order; a kind is registered once', () => {
    expect(() => registry.of('dag')).toThrow(
      'No topology has registered its words as dag (there: none): import src/topologies/words.ts',
    );
    const [dag, other] = [{ kind: 'dag' }, { kind: 'other' }];
    for (const each of [dag, other, dag]) registry.register(each);
    expect([registry.of('dag'), registry.all()]).toEqual([dag, [dag, other]]);
    expect(() => registry.of('gone')).toThrow('(there: dag, other)');
    expect(() => registry.register({ kind: 'dag' })).toThrow('The topology dag has registered its words already');
  });
});

test('api 4: lists of runs name the steps at work, by name and fifty at most', () => {
  const ids = Array.from({ length: 60 }, (_, at) => `s${59 - at}`);
  const run = playing(
    aPlan(
      ids.map((id) => aStep(id)),
      { maxParallelAgents: 60 },
    ),
  );
  expect(wanted(run.state)).toHaveLength(60);
  expect(stepsAtWork(run.state)).toEqual(ids.toSorted().slice(0, 50));
});

test('R62: a limit that lets the run go on answers the question about the budget that parked it', () => {
  const run = playing(aPlan([aStep('a'), aStep('b', { requires: ['a'] })], { maxAttempts: 1, maxTokens: 9 }));
  const { token = '' } = wanted(run.state)[0] ?? {};
  run.do(generated(token));
  run.do(judged(token));
  expect(run.state.life.status).toBe('budget_exceeded');
  const raised = (budgets: object) => {
    const next = draft(run.plan, run.state, 5);
    setBudget(next, { kind: 'budget', budgets, by: 'ann' });
    return [openEscalations(next.state).length, next.state.life.status];
  };
  expect(raised({ maxAttempts: 2 })).toEqual([0, 'running']);
  expect(raised({ maxTokens: 99 })).toEqual([1, 'budget_exceeded']);
  expect(raised({ maxAttempts: 1 })).toEqual([1, 'budget_exceeded']);
});

test('R26: what a person has opened again counts beside the bound, once it is not settled', () => {
  const run = playing(aPlan([aStep('a', { attempts: 2 }), aStep('b', { requires: ['a'], attempts: 1 })]));
  const before = raisedBound(run.plan, run.state);
  for (const verdict of ['pass', 'retry'] as const) {
    const { token = '' } = wanted(run.state)[0] ?? {};
    run.do(generated(token));
    run.do(judged(token, verdict));
  }
  const [question] = openEscalations(run.state);
  run.do({ kind: 'decide', escalationId: question?.id ?? '', action: 'redo', step: 'a', by: 'ann' });
  expect(raisedBound(run.plan, run.state) - before).toBe(3);
});

test('R43: a question stands where its artifact and the plan do', () => {
  const run = playing(aPlan([aStep('a')]));
  expect(standingOf({ plan: run.plan, state: run.state }, { step: 'a' })).toEqual({ amendments: 0, plan: 'sha256:0' });
  expect(standingOf({ plan: run.plan, state: { ...run.state, revision: 'sha256:r' } }, {})).toEqual({
    amendments: 0,
    plan: 'sha256:r',
  });
});

describe('what an event says to a person', () => {
  const AT = { seq: 9, at: 0, step: 'a', epoch: 1, attempt: 1, token: 't' };
  const back = { seq: 3, step: 'c', targets: ['a'], changed: { a: true } };
  const said = (event: object, backtracks: readonly object[] = []) =>
    sentenceOf({ ...AT, ...event } as Event, { backtracks } as Parameters<typeof sentenceOf>[1]);

  test.each<[object, string | undefined]>([
    [{ type: 'run.closed', status: 'completed' }, 'The run is completed.'],
    [{ type: 'run.closed', status: 'stopped', by: 'ann', reason: 'late' }, 'The run is stopped by ann: late.'],
    [{ type: 'run.closed', status: 'stopped', by: 'api-key' }, 'The run is stopped with the API key.'],
    [
      { type: 'run.stopping', mode: 'now', reason: '', by: 'api-key' },
      'Somebody with the API key asked the run to stop.',
    ],
    [
      { type: 'run.closed', status: 'failed', failure: { detail: 'no way' }, reason: 'x' },
      'The run is failed: no way.',
    ],
    [{ type: 'run.failing', failure: { detail: 'no way' } }, 'The run fails once what was said is settled: no way.'],
    [{ type: 'run.paused' }, undefined],
    [{ type: 'run.pausing', by: 'ann' }, 'ann asked the run to pause.'],
    [{ type: 'run.resumed', by: 'ann', reason: 'now' }, 'ann let the run go on: now.'],
    [{ type: 'step.reopened', sameEpoch: true, cause: 'x' }, 'What a proposed could not be made.'],
    [{ type: 'step.reopened', automatic: true, cause: 'g' }, 'a starts over for another choice of g.'],
    [{ type: 'step.reopened', cause: 'esc_1' }, 'a starts over, as decided in esc_1.'],
    [{ type: 'step.invalidated', cause: 'esc_1' }, 'a is done anew, as decided in esc_1.'],
    [{ type: 'step.satisfied' }, 'a passed at its first attempt.'],
    [{ type: 'step.satisfied', attempt: 2, epoch: 2 }, 'a passed at attempt 2 of epoch 2.'],
    [{ type: 'context.injected', from: 'esc_1' }, "a was given a person's guidance."],
    [{ type: 'context.injected', from: 'esc_1', text: 'Be brief.' }, "a was given a person's guidance: Be brief."],
    [{ type: 'context.injected', from: 'basecase', text: 'It does not hold.' }, 'a was told more: It does not hold.'],
    [{ type: 'context.injected', from: 'c', fromEpoch: 1 }, undefined],
    [{ type: 'context.injected', from: 'decomposition' }, undefined],
    [{ type: 'guard.verdict', verdict: 'fatal', guard: 'g', signature: 'no' }, 'g judged attempt 1 of a fatal: no.'],
    [{ type: 'guard.verdict', verdict: 'retry', guard: 'g' }, undefined],
    [{ type: 'guard.error', guard: 'g', detail: 'down' }, 'g broke while it judged a and gave no verdict: down.'],
    [
      { type: 'run.redirect_ended', outcome: 'expired' },
      'Nobody said in time what a should change; nothing was changed.',
    ],
    [{ type: 'run.redirect_ended', outcome: 'dropped' }, 'What a was to find out was let be; nothing was changed.'],
    [{ type: 'escalation.withdrawn', escalationId: 'esc_1' }, 'esc_1 needs no answer any more.'],
    [{ type: 'basecase.verified', passed: true }, 'The base case holds.'],
    [{ type: 'basecase.verified', passed: false }, undefined],
    [{ type: 'basecase.verified', passed: false, artifactId: 'art' }, 'The base case does not hold yet.'],
    [{ type: 'basecase.broken', detail: 'down' }, 'The base case could not be verified: down.'],
  ])('%j', (event, sentence) => {
    expect(said(event)).toBe(sentence);
  });

  test('a pass on a way back tells whether what was made is another', () => {
    const passed = { type: 'step.satisfied', attempt: 1, epoch: 2 };
    expect(said(passed, [back])).toBe(
      'a passed at its first attempt of epoch 2 and made something else than before c failed.',
    );
    expect(said(passed, [{ ...back, changed: { a: false } }])).toBe(
      'a passed at its first attempt of epoch 2 and made the same as before c failed.',
    );
    expect(said(passed, [{ ...back, seq: 10 }])).toBe('a passed at its first attempt of epoch 2.');
    expect(said(passed, [{ ...back, changed: {} }])).toBe('a passed at its first attempt of epoch 2.');
    expect(said({ ...passed, epoch: 1 }, [back])).toBe('a passed at its first attempt.');
    expect(said({ type: 'step.invalidated', cause: 'c' }, [back])).toBeUndefined();
  });

  test('of several ways back a pass tells of the newest one to its step', () => {
    const passed = { type: 'step.satisfied', attempt: 1, epoch: 2 };
    const other = { seq: 5, step: 'd', targets: ['a'], changed: { a: false } };
    const told = (more: object) => said(passed, [back, { ...other, ...more }]);
    expect(told({})).toContain('made the same as before d failed.');
    expect(told({ targets: ['b'] })).toContain('made something else than before c failed.');
  });
});

describe('R103: whether the `when` of a step is still to be answered', () => {
  const step = aStep('a', { conditional: true });
  const standing = (facts: object): RunState => ({ ...INITIAL, steps: { a: { ...NEW_STEP, ...facts } } });

  test.each<[string, StepPlan, object, boolean]>([
    ['before it begins', step, {}, true],
    ['once it holds', step, { applies: 1 }, false],
    ['of an epoch before', step, { applies: 1, epoch: 1 }, true],
    ['once an attempt is made', step, { open: true, epoch: 1, attempt: 1 }, false],
    ['before its first attempt', step, { open: true, epoch: 1 }, true],
    ['of a step that has none', aStep('a'), {}, false],
    ['of what was brought along', { ...step, seeded: true }, {}, false],
    ['of what was brought along and is made anew', { ...step, seeded: true }, { epoch: 1 }, true],
  ])('%s', (_, planned, facts, isAsked) => {
    expect(isUnasked(standing(facts), planned)).toBe(isAsked);
  });
});

test('R91: a step waits for one that is doubted, and for no other question about what it needs', () => {
  const needing = aStep('b', { requires: ['a'] });
  const ready = (kind: string, step = needing) =>
    isReady(
      {
        ...INITIAL,
        steps: { a: { ...NEW_STEP, sigma: 'satisfied', artifact: { id: 'art', digest: 'd' }, escalation: 'e' } },
        escalations: { e: { id: 'e', kind } },
      } as unknown as RunState,
      step,
    );
  expect([ready('infeasible'), ready('approval')]).toEqual([false, true]);
  const taking = aStep('b', { optionalRequires: ['a'] });
  expect([ready('infeasible', taking), ready('approval', taking)]).toEqual([false, true]);
});

test('R111: a call that finds a budget used up parks a run that goes on, and no run that stops', () => {
  const broken = (before?: Input) => {
    const run = playing(aPlan([aStep('a')], { maxTokens: 5 }));
    const { token = '' } = wanted(run.state)[0] ?? {};
    if (before) run.do(before);
    run.do({
      kind: 'broken',
      token,
      reason: 'budget',
      exhausted: { budget: 'maxTokens', limit: 5 },
      detail: 'used up',
    });
    return [run.state.life.status, run.log.some(({ type }) => type === 'budget.exceeded')];
  };
  expect(broken()).toEqual(['budget_exceeded', true]);
  expect(broken({ kind: 'stop', mode: 'after_attempt', by: 'ann' })).toEqual(['stopped', false]);
  expect(broken({ kind: 'pause', by: 'ann' })).toEqual(['paused', false]);
});

test('R111: what waits for budget already is not parked again by another call that finds none', () => {
  const run = playing(aPlan([aStep('a'), aStep('b')], { maxTokens: 5 }));
  for (const { token } of wanted(run.state))
    run.do({
      kind: 'broken',
      token,
      reason: 'budget',
      exhausted: { budget: 'maxTokens', limit: 5 },
      detail: 'used up',
    });
  expect(run.log.filter(({ type }) => type === 'budget.exceeded')).toHaveLength(1);
});

test('R69: whoever is to make what was brought along is asked for it only when it is made anew', () => {
  const run = playing(aPlan([aStep('a', { kind: 'human', seeded: true })]));
  expect([openEscalations(run.state), wanted(run.state)]).toMatchObject([[], [{ step: 'a', phase: 'generate' }]]);
  run.do({ kind: 'redirect', prepared: true, type: 'dag_adjustment', description: 'again', reset: ['a'] });
  expect([openEscalations(run.state), wanted(run.state)]).toMatchObject([[{ kind: 'input', step: 'a' }], []]);
});

test('S1-2.2-b: where a choice makes way because nothing was resolved, the next one begins at once', () => {
  const steps = ['jwt', 'sso'].map((id) => aStep(id, { orGroup: 'auth' }));
  const entry = { seq: 1, epoch: 1, at: 0, type: 'or_selected', orGroup: 'auth', selected: 'jwt', reason: '' } as const;
  const more = {
    budgets: { maxParallelAgents: 3, maxStall: 1 },
    stall: { best: 0, since: 1 },
    trail: { epoch: 1, entries: [entry] },
  };
  const standing = { groups: { auth: { taken: ['jwt'] } }, steps: { jwt: { epoch: 1 } }, more };
  const groups = [{ id: 'auth', choices: ['jwt', 'sso'] }];
  expect(made({ groups, steps, standing }, openInOrder)).toEqual([
    'branch.failed jwt',
    'branch.selected sso',
    'step.started sso',
    'attempt.started sso',
  ]);
});

test('R20, R26: a step that has gone back more often than it may by now takes nothing off the bound', () => {
  const recovery = { ...DEFAULT_RECOVERY, eMax: 1, targets: ['a'] };
  const plan = aPlan([aStep('a'), aStep('b', { requires: ['a'], recovery })]);
  const after = (backtracks: number) =>
    remainingBound(plan, { ...INITIAL, steps: { a: NEW_STEP, b: { ...NEW_STEP, backtracks } } });
  expect([0, 1, 2].map(after)).toEqual([16, 8, 8]);
});

test('R115: what is accepted over its guard is named; where nothing is there to be looked at, it need not be', () => {
  const run = playing(aPlan([aStep('a', { conditional: true })]));
  const [condition] = conditions(run.plan, run.state);
  run.do({ kind: 'conditioned', token: condition?.token ?? '', outcome: 'unknown', reason: 'x' });
  const approve = (state: RunState): DecideRequest => ({
    kind: 'decide',
    escalationId: openEscalations(state)[0]?.id ?? '',
    action: 'approve',
    by: 'ann',
  });
  expect(() => mustNameWhatItAccepts(run.state, approve(run.state))).not.toThrow();
  const failed = playing(aPlan([aStep('a', { attempts: 1 })]));
  const { token = '' } = wanted(failed.state)[0] ?? {};
  failed.do(generated(token));
  failed.do(judged(token, 'retry'));
  expect(() => mustNameWhatItAccepts(failed.state, approve(failed.state))).toThrow(
    expect.objectContaining({ code: 'digest_required' }),
  );
});

test('R103: once the goal is met no further `when` is asked, while what is under way goes on', () => {
  const run = playing(
    aPlan([aStep('a'), aStep('beside'), aStep('c', { requires: ['a'], conditional: true })], {}, ['a']),
  );
  const { token = '' } = wanted(run.state).find(({ step }) => step === 'a') ?? {};
  run.do(generated(token));
  run.do(judged(token));
  expect(wantedCalls(run.plan, run.state).map(({ phase }) => phase)).toEqual(['generate']);
});

test('S1-3.1-a: a graph is not agreed on once it has begun, and nothing is once it has ended', () => {
  const run = playing(aPlan([aStep('a')]));
  const align: Input = {
    kind: 'align',
    prepared: true,
    by: 'ann',
    revision: { digest: 'sha256:0', plan: run.plan },
  };
  expect(() => run.do(align)).toThrow(expect.objectContaining({ code: 'already_started' }));
  run.do({ kind: 'terminate', by: 'ann' });
  expect(() => run.do(align)).toThrow(expect.objectContaining({ code: 'run_not_open' }));
});
