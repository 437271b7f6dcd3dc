import type { Body, Event } from '../model/event.ts';
import type { Plan } from '../model/plan.ts';
import type { RunState } from '../model/run-state.ts';
import { evolve } from './events/evolve.ts';

/**
 * A decision being made: each event is numbered, folded and collected as it is emitted, so that every later line sees what the
 * earlier ones did. There is no second way to change state.
 */
export interface Draft {
  readonly plan: Plan;
  readonly now: number;
  readonly events: readonly Event[];
  readonly state: RunState;
  emit(body: Body): void;
}

export function draft(plan: Plan, before: RunState, now: number): Draft {
  const events: Event[] = [];
  let state = before;
  return {
    plan,
    now,
    events,
    get state() {
      return state;
    },
    emit(body) {
      const event: Event = { ...body, seq: state.seq + 1, at: now };
      state = evolve(state, event);
      events.push(event);
    },
  };
}
