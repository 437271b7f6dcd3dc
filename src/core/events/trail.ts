import type { Event } from '../../model/event.ts';
import type { RunState, TrailEntry } from '../../model/run-state.ts';

export const NO_TRAIL: NonNullable<RunState['trail']> = { epoch: 1, entries: [] };

/** An entry joins the present epoch of the Trail. */
export function remember(
  state: RunState,
  { seq, at }: Event,
  type: TrailEntry['type'],
  reason: string,
  choice: Pick<TrailEntry, 'orGroup' | 'selected'> = {},
): RunState {
  const { epoch, entries } = state.trail ?? NO_TRAIL;
  return { ...state, trail: { epoch, entries: [...entries, { seq, epoch, at, type, ...choice, reason }] } };
}
