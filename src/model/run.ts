import type { Plan } from './plan.ts';
import type { RunState } from './run-state.ts';

/** A plan, and where the run of it stands. */
export interface Run {
  readonly plan: Plan;
  readonly state: RunState;
}
