/** Which step of a state machine is next, and when a turn or the run is over (R53, R54). */

import type { MACHINE_ENDS, MachineState } from '../../model/machine-state.ts';
import { baseCaseOf, type Plan, type StepPlan } from '../../model/plan.ts';
import type { RunState } from '../../model/run-state.ts';
import { machineIn, rulesIn } from './machine-in.ts';
import { runsIn } from './per-turn.ts';

type MachineEnd = (typeof MACHINE_ENDS)[number];

/**
 * With a base case a machine is complete when that holds; else, with final states, in one of them; else where no step names the state or
 * any state, whatever was skipped there (R88). A plan from before ends in a final state, or where no step is left to run. Undefined where
 * it is not complete.
 */
export function endOf(plan: Plan, state: RunState): MachineEnd | undefined {
  const found = machineIn(plan, state);
  if (!found) return undefined;
  if (state.own.baseCase?.passed === true) return 'base_case';
  const { rules, machine } = found;
  const isFinal = rules.finals.includes(machine.state);
  if (rules.endsAsDeclared !== true) {
    if (isFinal) return 'final_state';
    return stepsHere(plan.steps, machine).length === 0 ? 'end_state' : undefined;
  }
  if (baseCaseOf(plan) !== undefined) return undefined;
  if (rules.finals.length > 0) return isFinal ? 'final_state' : undefined;
  return plan.steps.some((step) => runsIn(step, machine.state)) ? undefined : 'end_state';
}

/** A step that is given up still asks for its move; one that was to choose has nothing to ask for (R88). */
export function stillAsks(plan: Plan, step: string): boolean {
  if (rulesIn(plan).endsAsDeclared !== true) return false;
  return plan.steps.some(({ id, decides }) => id === step && decides !== true);
}

/**
 * It is where its author lets it end and its base case does not hold (R88): a person is asked, unless nothing was tried there since one
 * has answered and there is something to try.
 */
export function endsFalsely(plan: Plan, state: RunState): boolean {
  const found = machineIn(plan, state);
  if (found?.rules.endsAsDeclared !== true || endOf(plan, state) !== undefined) return false;
  const { rules, machine } = found;
  if (!rules.finals.includes(machine.state)) return false;
  return state.stall.since > 0 || firstOfTurn(plan, machine) === undefined;
}

/** The first of the steps that match, in list order, that this turn is not done with; undefined when the turn is over. */
export function nextInTurn({ steps }: Plan, machine: MachineState): StepPlan | undefined {
  if (machine.turn === 0 || machine.moved) return undefined;
  const ended = steps.some(({ id, kind }) => kind !== 'code' && machine.ran.includes(id));
  if (ended) return undefined;
  const done = [...machine.ran, ...machine.passedOver];
  return stepsHere(steps, machine).find(({ id }) => !done.includes(id));
}

/** The step that a turn in this state begins with, as far as is known. */
export function firstOfTurn({ steps }: Plan, machine: MachineState): StepPlan | undefined {
  return stepsHere(steps, machine)[0];
}

/** The steps that another state would run: why they are left out of a turn. */
export function stepsElsewhere({ steps }: Plan, { state }: MachineState): readonly string[] {
  return steps.flatMap((step) => (runsIn(step, state) || step.clarification === true ? [] : [step.id]));
}

function stepsHere(steps: readonly StepPlan[], { state, skipped }: MachineState): readonly StepPlan[] {
  return steps.filter((step) => runsIn(step, state) && !skipped.includes(step.id));
}
