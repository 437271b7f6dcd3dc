// Pure: people who say in free words what to change, in random graphs, searches and machines played by random worlds (R86).
import fc from 'fast-check';
import { spokenNow } from '../../src/core/state/spoken.ts';
import { evolve, isOf, raisedBound, remainingBound, tick, wantedCalls } from '../../src/engine.ts';
import type { Event } from '../../src/model/event.ts';
import type { Plan } from '../../src/model/plan.ts';
import { INITIAL, isClosed, openEscalations, type RunState } from '../../src/model/run-state.ts';
import { accepted } from '../definitions/makers.ts';
import { anyMachine } from '../support/played/machines.ts';
import { anyPlan } from '../support/played/plans.ts';
import { anySearch } from '../support/played/search-plans.ts';
import { anyTape, simulate } from '../support/played/simulation.ts';
import { costly, worlds } from '../support/properties.ts';

const anyMachinePlan: fc.Arbitrary<Plan> = anyMachine.map((document) => ({
  ...accepted(document).plan,
  definition: { name: 'any', version: 1, digest: 'sha256:0' },
}));

/** What only the run's own work leads to. */
const OWN_WORK: ReadonlySet<Event['type']> = new Set([
  'attempt.started',
  'guard.verdict',
  'condition.evaluated',
  'turn.started',
  'machine.transitioned',
  'basecase.started',
  'step.decomposed',
]);

describe.each([
  ['graphs', anyPlan],
  ['searches', anySearch],
  ['machines', anyMachinePlan],
])('%s', (_, plans) => {
  const runs = worlds(
    fc.tuple(plans, anyTape),
    ([plan, tape]) => simulate(plan, tape, true, undefined, true),
    costly(400),
  );

  let held = 0;
  test(
    'R86: until words are settled nothing of the run begins, is judged or ends but what finds out what they mean',
    runs.all(
      ({ log }) => {
        let state: RunState = INITIAL;
        for (const event of log) {
          const { redirecting } = state;
          // A person moves a machine at once (R89).
          const isByPerson = event.type === 'machine.transitioned' && event.by !== undefined;
          if (redirecting && OWN_WORK.has(event.type) && !isByPerson) {
            expect('step' in event ? event.step : undefined).toBe(spokenNow(state)?.step);
            held += 1;
          }
          if (redirecting && event.type === 'run.closed') expect(['stopped', 'terminated']).toContain(event.status);
          state = evolve(state, event);
        }
      },
      () => expect(held).toBeGreaterThan(100),
    ),
  );

  let settled = 0;
  test(
    'R86: what people said is settled in order, each with a correction, and holds a run up only while a person or its step is at it',
    runs.all(
      ({ rounds, state }) => {
        const order = (state.corrections ?? []).flatMap(({ type }) => (type === 'instruction' ? [type] : []));
        settled += order.length;
        for (const round of rounds) {
          const spoken = spokenNow(round);
          if (!spoken || isClosed(round) || round.control.pause || round.control.stop) continue;
          const isAsked = openEscalations(round).length > 0;
          const isMeant = round.steps[spoken.step]?.sigma === 'satisfied';
          const isAtWork = Object.values(round.steps).some(({ call }) => call !== undefined && isOf(round, call.step));
          expect(isAsked || isMeant || isAtWork).toBe(true);
        }
      },
      () => expect(settled).toBeGreaterThan(20),
    ),
  );

  test(
    'R26, R86: the bound that is shown covers the proposals, too',
    runs.all(({ rounds, plans: revised }) => {
      for (const [at, state] of rounds.entries()) {
        const plan = revised[at];
        // What a person opens again in a machine is counted whole once it begins.
        const isReopened = Object.values(state.steps).some(({ reopened }) => reopened === true);
        if (!plan || (plan.topology === 'machine' && isReopened)) continue;
        expect(state.usage.attempts + remainingBound(plan, state)).toBeLessThanOrEqual(raisedBound(plan, state));
      }
    }),
  );

  test(
    'the state is the fold of the log, and tick is idempotent',
    runs.all(({ log, state, rounds, plans: revised }) => {
      expect(JSON.parse(JSON.stringify(log.reduce(evolve, INITIAL)))).toEqual(JSON.parse(JSON.stringify(state)));
      for (const [at, round] of rounds.entries()) {
        const plan = revised[at];
        if (plan) expect(tick(plan, round, round.at)).toEqual([]);
      }
    }),
  );

  test(
    'R86: the calls that are wanted while words are settled are those of their step',
    runs.all(({ rounds, plans: revised, plan }) => {
      for (const [at, state] of rounds.entries()) {
        const spoken = spokenNow(state);
        const calls = wantedCalls(revised[at] ?? plan, state);
        if (spoken) for (const call of calls) expect('step' in call ? call.step : '').toBe(spoken.step);
      }
    }),
  );
});
