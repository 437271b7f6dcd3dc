/** States and turns: one step at a time, and moves that transitions permit (R53, R54). */

import { dropCallAndQuestions } from '../../core/endings.ts';
import { planOf, stateOf } from '../../core/state/lookup.ts';
import type { TopologyRules } from '../../core/topology.ts';
import { baseCaseOf, type StepPlan } from '../../model/plan.ts';
import type { Run } from '../../model/run.ts';
import { GENERATOR_VALIDATION } from '../../model/verdict.ts';
import { common, NOTHING_RUNS } from '../common/rules.ts';
import { machineBound, machineRemaining } from './bound.ts';
import { factsOf } from './facts.ts';
import { machineIn, rulesIn, standingOf } from './machine-in.ts';
import { isHere } from './per-turn.ts';
import { ownOfMachine, partsOfMachine } from './schema-1.ts';
import { variablesOf } from './sets-variables.ts';
import { helpFor, whyStuck } from './stuck.ts';
import { endOf, endsFalsely, firstOfTurn, nextInTurn, stillAsks } from './turn.ts';
import { settleMove, takeTurn } from './turns.ts';

export const machine: TopologyRules = {
  ...common,
  kind: 'machine',
  created: (plan) => ({
    machine: { initial: rulesIn(plan).initial },
    topology: 'machine',
    ...(baseCaseOf(plan) && { verifies: true }),
  }),

  isHere: (state, step) => isHere(step, state),
  whereabouts: (state) => `in ${standingOf(state)?.state}, where the machine is`,
  isDone: () => false,
  left,

  conditional: askedInTurn,
  askedOf(state) {
    const { turn, variables } = standingOf(state) ?? {};
    return { ...(turn !== undefined && { moment: turn }), ...(variables && { corrected: variables.artifactId }) };
  },

  settlePending: settleMove,
  completion: ({ plan, state }) => (endOf(plan, state) === undefined ? 'not yet' : 'when nothing is under way'),
  open: takeTurn,
  atRest: ({ plan, state }) => ({
    kind: 'deadlock',
    what: whyStuck(plan, state) ?? NOTHING_RUNS,
    swapsUsedUp: false,
  }),
  stalledAt({ plan, state }) {
    const { budgets } = state;
    const at = standingOf(state);
    return endsFalsely(plan, state)
      ? `The machine is in ${at?.state}, where it is to end, and its base case does not hold`
      : `${budgets.maxStall} turns in a row ended in ${at?.state}`;
  },
  help: ({ plan, state }) => helpFor(plan, state),

  heedsProbes: false,
  /** Code that broke has set nothing, and an answer that leads nowhere would be asked for again: there is nothing in them to accept. */
  isAcceptable({ plan, state }, { step, artifactId }) {
    if (artifactId === undefined) return true;
    const { kind, decides } = planOf(plan, step);
    if (kind === 'code') return stateOf(state, step).failures.at(-1)?.guard !== GENERATOR_VALIDATION;
    return decides !== true || standingOf(state)?.asked?.step === step;
  },
  accepting: variablesOf,
  givingUp: (plan, step) => (stillAsks(plan, step) ? { asks: true } : {}),
  skipping: { condition: true },

  mayMoveTo: (plan, state) => rulesIn(plan).states.includes(state),
  /** To any state, whatever the transitions say: nothing that the turn under way does or asks counts (R89). */
  moveTo(next, to, by) {
    for (const { id } of next.plan.steps) dropCallAndQuestions(next, id);
    const from = standingOf(next.state)?.state;
    if (from !== undefined) next.emit({ type: 'machine.transitioned', by, from, to });
  },

  remaining: ({ plan, state }) => machineRemaining(plan, rulesIn(plan), state),
  automatic: ({ plan, state }) => machineBound(rulesIn(plan), state),

  ownOf: ownOfMachine,
  partsOf: partsOfMachine,

  facts(state) {
    const facts = factsOf(state);
    return facts ? { machine: facts } : {};
  },
  conditionWord: 'run_if',
};

/** The step that this turn goes on with, or the next one begins with, while its `when` is not answered. */
function left({ plan, state }: Run): readonly StepPlan[] {
  const found = machineIn(plan, state);
  const step = found && (nextInTurn(plan, found.machine) ?? firstOfTurn(plan, found.machine));
  return step ? [step] : [];
}

function askedInTurn({ plan, state }: Run, unasked: readonly StepPlan[]): readonly StepPlan[] {
  const at = standingOf(state);
  if (!at) return [];
  // What has passed may have moved the machine already.
  if (at.asked && at.ran.includes(at.asked.step)) return [];
  const step = nextInTurn(plan, at);
  return step && unasked.includes(step) && stateOf(state, step.id).escalation === undefined ? [step] : [];
}
