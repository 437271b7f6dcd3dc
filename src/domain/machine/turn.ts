/** Which step of a state machine is next, and when a turn or the run is over (R53, R54). */
import type { Plan, StepPlan } from '../plan.ts';
import type { RunState } from '../run-state.ts';
import { runsIn } from './per-turn.ts';
import type { MachinePlan } from './plan.ts';
import type { MachineState } from './state.ts';

/** Of a plan and a state that belong to a machine, both; undefined for any other topology. */
export function machineIn({ machine: rules }: Plan, { machine }: RunState): Machine | undefined {
  return rules && machine && { rules, machine };
}

interface Machine {
  readonly rules: MachinePlan;
  readonly machine: MachineState;
}

/** Complete in a final state, or where neither the state nor "any state" has a step left to run (R53). */
export function isComplete({ steps }: Plan, { rules, machine }: Machine): boolean {
  return rules.finals.includes(machine.state) || stepsHere(steps, machine).length === 0;
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
