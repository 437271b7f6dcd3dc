import type { Event } from '../../model/event.ts';
import type { RunState } from '../../model/run-state.ts';
import { folded } from './homes.ts';

/**
 * The only function that changes a run's state (design 5). Total, and needs no definition, so that any log folds into a view,
 * also one that was written under earlier rules.
 */
export function evolve(before: RunState, event: Event): RunState {
  return folded(advance(before, event), event, before);
}

/** Numbers and clocks, which every event moves. Time counts against the duration budget only while the run is running (R49). */
function advance(state: RunState, event: Event): RunState {
  const active = state.seq > 0 && state.life.status === 'running' ? Math.max(0, event.at - state.at) : 0;
  const usage = { ...state.usage, activeMs: state.usage.activeMs + active };
  return { ...state, seq: event.seq, at: event.at, usage };
}
