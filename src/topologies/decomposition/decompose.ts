import { type Draft, draft } from '../../core/draft.ts';
import { mustBeUpToDate } from '../../core/moves/redirect.ts';
import { withinBound } from '../../core/remaining-bound.ts';
import { stateOf } from '../../core/state/lookup.ts';
import type { Event } from '../../model/event.ts';
import type { Decompose } from '../../model/input.ts';
import { isClosed } from '../../model/run-state.ts';

/** The step that proposes the parts of another one. */
export function proposerOf(id: string): string {
  return `decompose_${id}`;
}

/** The parts that were proposed join the run (S1x-5). Changes nothing where the proposal fell meanwhile. Throws `Refused` when stale. */
export function decompose({ state, now }: Draft, proposal: Decompose): readonly Event[] {
  const { step, artifactId, children, reason, revision } = proposal;
  if (isClosed(state) || stateOf(state, proposerOf(step)).artifact?.id !== artifactId) return [];
  mustBeUpToDate(state, { revision });
  return withinBound((granted) => {
    const next = draft(revision.plan, state, now);
    next.emit({ type: 'step.decomposed', step, artifactId, children, reason, revision: revision.digest, granted });
    return next;
  }).events;
}
