import type { Event } from '../../model/event.ts';
import type { EscalationState, RunState } from '../../model/run-state.ts';
import { type AttemptView, type AttemptViews, attemptsChangedBy } from '../views/attempt-view.ts';

/** `evolve` of the domain: handed in, so that the store depends on its shape alone. */
export type Evolve = (state: RunState, event: Event) => RunState;

/** What a batch makes of the views: whole rows, of which those that did not change are left out. */
export interface Projection {
  readonly events: readonly Event[];
  readonly state: RunState;
  readonly attempts: readonly AttemptView[];
  readonly escalations: readonly EscalationState[];
  /** Tokens that the batch discards (R83). */
  readonly tokens: readonly string[];
}

/** Folds new events over what the views hold. Pure; folding a whole log over nothing rebuilds them (design 5). */
export function project(before: RunState, rows: AttemptViews, events: readonly Event[], evolve: Evolve): Projection {
  const known = new Map(rows);
  const changed = new Map<string, AttemptView>();
  let state = before;
  for (const event of events) {
    for (const row of attemptsChangedBy(event, known, state)) {
      known.set(row.token, row);
      changed.set(row.token, row);
    }
    state = evolve(state, event);
  }
  const escalations = Object.values(state.escalations).filter(
    ({ id }) => state.escalations[id] !== before.escalations[id],
  );
  return { events, state, attempts: [...changed.values()], escalations, tokens: discardedBy(events) };
}

export function discardedBy(events: readonly Event[]): readonly string[] {
  return events.flatMap((event) =>
    event.type === 'attempt.finished' && event.status === 'discarded' ? [event.token] : [],
  );
}
