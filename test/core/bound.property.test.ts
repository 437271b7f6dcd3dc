// Pure: the bound as the run goes on, over random graphs, policies and answers.

import { evolve, raisedBound, remainingBound } from '../../src/engine.ts';
import type { Event } from '../../src/model/event.ts';
import { DEFAULT_RECOVERY } from '../../src/model/plan.ts';
import { INITIAL, NEW_STEP } from '../../src/model/run-state.ts';
import { anyPlan, aPlan, aStep } from '../support/played/plans.ts';
import { simulated } from '../support/played/simulation.ts';

const touched = simulated(anyPlan, 1_000, true);
const alone = simulated(anyPlan, 1_000, false);

test(
  'R26: before anything has happened, what can still happen is the bound',
  alone.all(({ plan, log }) => expect(remainingBound(plan, log.slice(0, 1).reduce(evolve, INITIAL))).toBe(plan.bound)),
);

test(
  'R26: without people it never rises',
  alone.all(({ plan, rounds }) => {
    const bounds = rounds.map((state) => remainingBound(plan, state));
    expect(bounds).toEqual(bounds.toSorted((a, b) => b - a));
  }),
);

test(
  'R26: with people it rises only in rounds in which a person has said something',
  touched.all(({ plan, rounds, log }) => {
    for (const [index, state] of rounds.entries()) {
      const before = rounds[index - 1];
      if (!before || remainingBound(plan, state) <= remainingBound(plan, before)) continue;
      const meanwhile = log.slice(before.seq, state.seq);
      expect(meanwhile.some(({ type }) => PEOPLE.has(type))).toBe(true);
    }
  }),
);

const PEOPLE = new Set<Event['type']>([
  'escalation.decided',
  'run.stopping',
  'run.resumed',
  'run.redirected',
  'budget.raised',
]);

test(
  'R26: it covers whatever still happens until a person is heard',
  touched.all(({ plan, rounds, log }) => {
    for (const state of rounds) {
      const later = log.slice(state.seq);
      const heard = later.findIndex(({ type }) => PEOPLE.has(type));
      const unheard = heard < 0 ? later : later.slice(0, heard);
      let begun = 0;
      let most = 0;
      for (const event of unheard) {
        if (event.type === 'attempt.started') begun += 1;
        if (event.type === 'attempt.finished' && event.status === 'discarded' && event.token.startsWith('t'))
          begun -= 1;
        most = Math.max(most, begun);
      }
      expect(most).toBeLessThanOrEqual(remainingBound(plan, state));
    }
  }),
);

test(
  'R26: what was used and what remains never pass the raised bound',
  touched.all(({ plan, rounds }) => {
    for (const state of rounds) {
      expect(state.usage.attempts).toBeLessThanOrEqual(raisedBound(plan, state));
      expect(state.usage.attempts + remainingBound(plan, state)).toBeLessThanOrEqual(raisedBound(plan, state));
    }
  }),
);

test('R26: what a person skips before its turn may be opened again by a backtrack, and counts until then', () => {
  const back = { patience: 2, targets: ['a'], eMax: 1 };
  const plan = aPlan([
    aStep('a', { attempts: 2 }),
    aStep('b', { attempts: 3, requires: ['a'], recovery: { ...DEFAULT_RECOVERY, ...back } }),
    aStep('c', { attempts: 5, requires: ['b'] }),
  ]);
  const fresh = { runId: 'run_1', steps: ['a', 'b', 'c'], budgets: plan.budgets, by: 'me', seq: 1, at: 1 };
  const created = evolve(INITIAL, { type: 'run.created', ...fresh });
  const skipped = { step: 'c', epoch: 0, attempt: 0, reason: 'skipped by me' };
  const waived = evolve(created, { type: 'step.waived', ...skipped, seq: 2, at: 2 });
  const bound = plan.bound;
  expect([created, waived].map((state) => remainingBound(plan, state))).toEqual([bound, bound]);
  // One that a guard judged fatal is settled by nobody yet.
  const fatal = { ...created, steps: { ...created.steps, c: { ...NEW_STEP, sigma: 'fatal' as const } } };
  expect(remainingBound(plan, fatal)).toBe(bound - 5);
});

test('R26: a decision that opens a step again adds its share', () => {
  const plan = aPlan([aStep('a', { attempts: 2 })]);
  const fresh = { runId: 'run_1', steps: ['a'], budgets: plan.budgets, by: 'me', seq: 1, at: 1 };
  const created = evolve(INITIAL, { type: 'run.created', ...fresh });
  const place = { step: 'a', epoch: 1, attempt: 2, cause: 'esc_1', at: 2 };
  const asked = evolve(created, { type: 'step.reopened', ...place, allowed: 5, seq: 2 });
  const begun = evolve(asked, { type: 'step.started', step: 'a', epoch: 2, allowed: 5, seq: 3, at: 3 });
  expect([created, asked, begun].map((state) => raisedBound(plan, state))).toEqual([2, 7, 7]);
});
