import { type Call, isClosed, type RunState } from './run-state.ts';

/**
 * The calls that should be under way. The loop starts what is wanted and not running and cancels what is running and not wanted,
 * so no command can be lost over continue-as-new, resume or replay (engine 2.3).
 */
export function wanted(state: RunState): readonly Call[] {
  if (isClosed(state)) return [];
  return Object.values(state.steps).flatMap((step) => (step.call ? [step.call] : []));
}

/** When the run must be looked at although nothing arrives, in milliseconds: the end of its time budget (R49). */
export function deadline(state: RunState): number | undefined {
  const { maxDurationMs } = state.budgets;
  if (maxDurationMs === undefined || state.status !== 'running') return undefined;
  return state.at + maxDurationMs - state.usage.activeMs;
}
