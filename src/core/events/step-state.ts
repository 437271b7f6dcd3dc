import { NEW_STEP, type RunState, type StepState } from '../../model/run-state.ts';
import { stateOf } from '../state/lookup.ts';
import { withEntry } from '../state/unpacked.ts';

export function withStep(state: RunState, id: string, change: Partial<StepState>): RunState {
  return setStep(state, id, { ...stateOf(state, id), ...change });
}

export function setStep(state: RunState, id: string, step: StepState): RunState {
  return { ...state, steps: withEntry(state.steps, id, step) };
}

/** What a step of this name goes on from, should there be one again: ordinals and backtracks never start over (R20, R25). */
export function countersOf({ steps }: RunState, removed: readonly string[]): NonNullable<RunState['gone']> {
  return Object.fromEntries(
    removed.map((id) => {
      const { epoch, n, backtracks, amendments } = steps[id] ?? NEW_STEP;
      return [id, { epoch, n, backtracks, amendments }];
    }),
  );
}
