// Pure: random groups over, beside and within each other, in worlds that let what is built on a choice fail (R85).

import { evolve, raisedBound } from '../../../src/engine.ts';
import type { Event } from '../../../src/model/event.ts';
import type { EscalationKind } from '../../../src/model/events/escalations.ts';
import { searchIn } from '../../../src/model/own-state.ts';
import type { Plan } from '../../../src/model/plan.ts';
import { INITIAL, type RunState } from '../../../src/model/run-state.ts';
import { groupsOf } from '../../../src/topologies/and-or/branches.ts';
import { groupOf } from '../../../src/topologies/and-or/group-state.ts';
import { mostSwaps } from '../../../src/topologies/and-or/shares.ts';
import { type Simulated, simulated } from '../../support/played/simulation.ts';
import { anySwapping } from '../../support/played/swap-plans.ts';
import type { Worlds } from '../../support/properties.ts';

const alone = simulated(anySwapping, 1_000, false);
const withPeople = simulated(anySwapping, 500, true);
const both: readonly (readonly [string, Worlds<Simulated>])[] = [
  ['alone', alone],
  ['with people', withPeople],
];

const COVERED: ReadonlySet<EscalationKind> = new Set<EscalationKind>([
  'attempts_exhausted',
  'backtracks_exhausted',
  'stagnated',
  'or_exhausted',
  'context_overflow',
  'stalled',
  'deadlock',
]);

/** The state before each event that is asked for. */
function* before<Type extends Event['type']>(
  { log }: Simulated,
  type: Type,
): Generator<readonly [RunState, Extract<Event, { type: Type }>]> {
  let state = INITIAL;
  for (const event of log) {
    if (isOf(event, type)) yield [state, event];
    state = evolve(state, event);
  }
}

function isOf<Type extends Event['type']>(event: Event, type: Type): event is Extract<Event, { type: Type }> {
  return event.type === type;
}

/** What a step or group rests on, read from the plan and the winners alone. */
function restsOn(plan: Plan, state: RunState, id: string, seen = new Set<string>()): Set<string> {
  const { steps } = plan;
  if (seen.has(id)) return seen;
  seen.add(id);
  const group = groupsOf(plan).find((each) => each.id === id);
  const { winner } = groupOf(state, id);
  const step = steps.find((each) => each.id === id);
  const served = winner === undefined ? group?.choices : [winner];
  const below = group ? (served ?? []) : [...(step?.requires ?? []), ...(step?.optionalRequires ?? [])];
  for (const other of below) restsOn(plan, state, other, seen);
  return seen;
}

function hasBegun(state: RunState, id: string): boolean {
  const { epoch = 0, sigma = 'unsatisfied', applies } = state.steps[id] ?? {};
  return epoch > 0 || sigma !== 'unsatisfied' || applies !== undefined;
}

let asked = 0;
test(
  'R85: no question about a failure while a choice of a group that it rests on is untried and may be swapped',
  alone.all(
    (run) => {
      const { plan } = run;
      for (const [state, { kind, step }] of before(run, 'escalation.opened')) {
        if (!COVERED.has(kind) || step === undefined) continue;
        asked += 1;
        const used = searchIn(state)?.swaps ?? 0;
        if (used >= mostSwaps(groupsOf(plan), state.budgets)) continue;
        const rests = restsOn(plan, state, step);
        for (const { id, choices } of groupsOf(plan)) {
          const { winner, failed, taken } = groupOf(state, id);
          if (winner === undefined || !rests.has(id)) continue;
          expect(choices.filter((choice) => !failed.includes(choice) && !taken.includes(choice))).toEqual([]);
        }
      }
    },
    () => expect(asked).toBeGreaterThan(50),
  ),
);

describe.each(both)('%s', (_, any) => {
  let swapped = 0;
  test(
    'R85: a swap resets the steps that depend on the group, and no others',
    any.all(
      (run) => {
        const { plan } = run;
        for (const [state, { orGroup, reset, from }] of before(run, 'branch.swapped')) {
          swapped += 1;
          const begun = plan.steps.filter(({ id }) => hasBegun(state, id));
          const dependents = begun.filter(({ id }) => id !== from && restsOn(plan, state, id).has(orGroup));
          expect(reset.toSorted()).toEqual(dependents.map(({ id }) => id).toSorted());
        }
      },
      () => expect(swapped).toBeGreaterThan(50),
    ),
  );

  test(
    'R85: each step that a swap resets is invalidated at once, and what it asked is withdrawn',
    any.all(({ log }) => {
      for (const [at, event] of log.entries()) {
        if (event.type !== 'branch.swapped') continue;
        const later = log.slice(at + 1).findIndex(({ type }) => type === 'branch.selected');
        const between = log.slice(at + 1, at + 1 + later);
        const undone = between.flatMap((each) => (each.type === 'step.invalidated' ? [each.step] : []));
        expect(undone).toEqual(event.reset);
      }
    }),
  );
});

let reached = 0;
test(
  'R85, R26: swaps and the backtracks that name a group stay within the bound, and some runs come near it',
  alone.all(
    ({ plan, state, bounds }) => {
      expect(state.usage.attempts).toBeLessThanOrEqual(plan.bound);
      expect(Math.max(...bounds)).toBeLessThanOrEqual(plan.bound);
      if (state.usage.attempts === plan.bound) reached += 1;
    },
    () => expect(reached).toBeGreaterThan(0),
  ),
);

test(
  'R85, R26: with people the raised bound covers what is made',
  withPeople.all(({ plan, rounds }) => {
    for (const state of rounds) expect(state.usage.attempts).toBeLessThanOrEqual(raisedBound(plan, state));
  }),
);

test(
  'R85: no run swaps more often than it may',
  alone.all(({ plan, rounds }) => {
    for (const state of rounds)
      expect(searchIn(state)?.swaps ?? 0).toBeLessThanOrEqual(mostSwaps(groupsOf(plan), state.budgets));
  }),
);

test(
  'R85: a choice that a person has forced makes way for no other by itself',
  withPeople.all((run) => {
    for (const [state, { orGroup, from }] of before(run, 'branch.swapped'))
      expect(groupOf(state, orGroup).forced).not.toBe(from);
  }),
);

test(
  'R85: the state after swaps is the fold of the log',
  withPeople.all(({ log, state }) => {
    expect(JSON.parse(JSON.stringify(log.reduce(evolve, INITIAL)))).toEqual(JSON.parse(JSON.stringify(state)));
  }),
);
