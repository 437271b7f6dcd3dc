// Pure: small parts of the core by themselves.

import { standingOf } from '../../src/core/moves/as-seen.ts';
import { setBudget } from '../../src/core/moves/set-budget.ts';
import { createRegistry } from '../../src/core/registry.ts';
import { draft, raisedBound, sentenceOf, stepsAtWork, wanted } from '../../src/engine.ts';
import type { Event } from '../../src/model/event.ts';
import { openEscalations } from '../../src/model/run-state.ts';
import { driven, generated, judged } from '../support/played/driven.ts';
import { aPlan, aStep } from '../support/played/plans.ts';

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
  const run = driven(
    aPlan(
      ids.map((id) => aStep(id)),
      { maxParallelAgents: 60 },
    ),
  );
  expect(wanted(run.state)).toHaveLength(60);
  expect(stepsAtWork(run.state)).toEqual(ids.toSorted().slice(0, 50));
});

test('R62: a limit that lets the run go on answers the question about the budget that parked it', () => {
  const run = driven(aPlan([aStep('a'), aStep('b', { requires: ['a'] })], { maxAttempts: 1, maxTokens: 9 }));
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
  const run = driven(aPlan([aStep('a', { attempts: 2 }), aStep('b', { requires: ['a'], attempts: 1 })]));
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
  const run = driven(aPlan([aStep('a')]));
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
    expect(said({ ...passed, epoch: 1 }, [back])).toBe('a passed at its first attempt.');
    expect(said({ type: 'step.invalidated', cause: 'c' }, [back])).toBeUndefined();
  });
});
