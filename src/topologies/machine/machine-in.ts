import type { MachinePlan } from '../../model/machine-plan.ts';
import type { MachineState } from '../../model/machine-state.ts';
import type { Compiled } from '../../model/plan.ts';
import type { RunState } from '../../model/run-state.ts';

/** A machine: what it is, and where it stands. */
interface Machine {
  readonly rules: MachinePlan;
  readonly machine: MachineState;
}

/** The machine that the plan is of. Throws for a plan of another topology, whose rules never ask. */
export function rulesIn(plan: Compiled): MachinePlan {
  if (plan.topology === 'machine') return plan.machine;
  throw new Error(`a plan of topology ${plan.topology} is no state machine`);
}

/** Where the machine stands; undefined before the first event. */
export function standingOf({ own }: Pick<RunState, 'own'>): MachineState | undefined {
  return own.kind === 'machine' ? own : undefined;
}

/** The machine and where it stands; undefined before the first event. */
export function machineIn(plan: Compiled, state: RunState): Machine | undefined {
  const machine = standingOf(state);
  return machine && { rules: rulesIn(plan), machine };
}
