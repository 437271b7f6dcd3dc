import type { Body, Event } from '../model/event.ts';
import type { Plan, StepPlan } from '../model/plan.ts';
import { NEW_STEP, type RunState, type StepState } from '../model/run-state.ts';
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

export function planOf(plan: Plan, id: string): StepPlan {
  const found = indexOf(plan).get(id);
  if (!found) throw new Error(`the plan has no step ${id}`);
  return found;
}

export function stateOf(state: RunState, id: string): StepState {
  return state.steps[id] ?? NEW_STEP;
}

const indexes = new WeakMap<Plan, ReadonlyMap<string, StepPlan>>();

function indexOf(plan: Plan): ReadonlyMap<string, StepPlan> {
  const known = indexes.get(plan);
  if (known) return known;
  const made = new Map(plan.steps.map((step) => [step.id, step]));
  indexes.set(plan, made);
  return made;
}
