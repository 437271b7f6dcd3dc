import type { Event, EventOf } from '../../model/event.ts';
import type { Plan } from '../../model/plan.ts';
import type { RunState } from '../../model/run-state.ts';
import type { TraceEntry } from '../../model/trace-entry.ts';
import { SEARCH, SEARCH_REACTIONS } from '../../topologies/and-or/events.ts';
import { BASE_CASE, BASE_CASE_REACTIONS } from '../../topologies/base-case/events.ts';
import { MACHINE, MACHINE_REACTIONS } from '../../topologies/machine/events.ts';
import { ATTEMPTS } from './attempts.ts';
import { BUDGETS } from './budgets.ts';
import { ESCALATIONS } from './escalations.ts';
import type { Homes, Told } from './home.ts';
import { RECOVERY } from './recovery.ts';
import { REDIRECTS } from './redirects.ts';
import { RUN } from './run.ts';
import { STEPS } from './steps.ts';

/** Every kind of event has a home: without one for each this does not compile. */
const HOMES: Homes<Event['type']> = {
  ...RUN,
  ...STEPS,
  ...ATTEMPTS,
  ...RECOVERY,
  ...ESCALATIONS,
  ...REDIRECTS,
  ...BUDGETS,
  ...SEARCH,
  ...BASE_CASE,
  ...MACHINE,
};

/** In the order in which they follow an event's own fold. */
const REACTIONS = [BASE_CASE_REACTIONS, SEARCH_REACTIONS, MACHINE_REACTIONS];

/** An event whose kind is known to the compiler as `Type`, which pairs it with its home. */
type Known<Type extends Event['type']> = EventOf<Type> & { readonly type: Type };

/** The state after the event, once numbers and clocks have moved on: its own fold, then what topologies make of it. */
export function folded<Type extends Event['type']>(state: RunState, event: Known<Type>, before: RunState): RunState {
  const type: Type = event.type;
  let next = HOMES[type].fold(state, event);
  for (const reactions of REACTIONS) next = reactions[type]?.(next, event, before) ?? next;
  return next;
}

/** The actions that one event stands for, given the state before it. */
export function traced<Type extends Event['type']>(
  event: Known<Type>,
  plan: Plan,
  before: RunState,
): readonly TraceEntry[] {
  const type: Type = event.type;
  return HOMES[type].trace(event, plan, before);
}

/** What an event says to a person; undefined where it says nothing that another one does not. */
export function sentenceOf<Type extends Event['type']>(event: Known<Type>, told: Told): string | undefined {
  const type: Type = event.type;
  return HOMES[type].sentence(event, told);
}
