import type { Backtrack } from '../../model/backtrack.ts';
import type { Event, EventOf } from '../../model/event.ts';
import type { Plan } from '../../model/plan.ts';
import type { RunState } from '../../model/run-state.ts';
import type { TraceEntry } from '../../model/trace-entry.ts';

/** What an event comes to: it is said once, with its owner. All three are pure, so that projections may keep what they make. @public of the package's declarations. */
export interface Home<Each extends Event> {
  /** The state after it; numbers and clocks have moved on already (`evolve`). */
  readonly fold: (state: RunState, event: Each) => RunState;
  /** The actions of the agent function that it stands for, given the state before it (api 2, "trace"). */
  readonly trace: (event: Each, plan: Plan, before: RunState) => readonly TraceEntry[];
  /** What it says to a person; nothing where another event says it. */
  readonly sentence: (event: Each, told: Told) => string | undefined;
}

/** A home for each of these kinds of event: one that is left out does not compile. */
export type Homes<Type extends Event['type']> = { readonly [Each in Type]: Home<EventOf<Each>> };

/** What a topology makes of events that are not its own, after they have been folded. */
export type Reactions = {
  readonly [Each in Event['type']]?: (state: RunState, event: EventOf<Each>, before: RunState) => RunState;
};

/** The actions that events of others stand for in a topology's view. */
export type Traces = {
  readonly [Each in Event['type']]?: (event: EventOf<Each>, plan: Plan, before: RunState) => readonly TraceEntry[];
};

/** What is known of the whole run where a sentence is made. */
export interface Told {
  readonly backtracks: readonly Backtrack[];
}

/** Returns the state as it is: the fold of events that only inform people. `evolve` has moved number and clock already. */
export function unchanged(state: RunState): RunState {
  return state;
}

/** The trace of an event that is no action. */
export function untraced(): readonly TraceEntry[] {
  return [];
}

/** The sentence of an event that says nothing, or nothing that another one does not. */
export function unsaid(): undefined {
  return undefined;
}
