import type { Event, EventOf } from '../../model/event.ts';
import type { Plan } from '../../model/plan.ts';
import type { RunState } from '../../model/run-state.ts';
import type { TraceEntry } from '../../model/trace-entry.ts';
import { ATTEMPTS } from './attempts.ts';
import { BUDGETS } from './budgets.ts';
import { ESCALATIONS } from './escalations.ts';
import type { Homes, Reactions, Told, Traces } from './home.ts';
import { RECOVERY } from './recovery.ts';
import { REDIRECTS } from './redirects.ts';
import { RUN } from './run.ts';
import { STEPS } from './steps.ts';

const CORE = {
  ...RUN,
  ...STEPS,
  ...ATTEMPTS,
  ...RECOVERY,
  ...ESCALATIONS,
  ...REDIRECTS,
  ...BUDGETS,
} satisfies Partial<Homes<Event['type']>>;

/** Events that no part of the core owns. */
type OwnEventType = Exclude<Event['type'], keyof typeof CORE>;

/** What topologies add to the log: a home for each event of theirs, and what they make of all others. */
export interface OwnEvents {
  /** Every kind of event has a home: with one for each of the core's and each of these nothing is left out. */
  readonly homes: Homes<OwnEventType>;
  /** In the order in which they follow an event's own fold. */
  readonly reactions: readonly Reactions[];
  /** Actions that others' events stand for in their view, before the event's own. */
  readonly traces: readonly Traces[];
}

let homes: Homes<Event['type']> | undefined;
let reactions: readonly Reactions[] = [];
let traces: readonly Traces[] = [];

export function registerEvents(own: OwnEvents): void {
  homes = { ...CORE, ...own.homes };
  ({ reactions, traces } = own);
}

function homesOf(): Homes<Event['type']> {
  if (!homes) throw new Error('The events of the topologies are not registered: import src/engine.ts.');
  return homes;
}

/** An event whose kind is known to the compiler as `Type`, which pairs it with its home. */
type Known<Type extends Event['type']> = EventOf<Type> & { readonly type: Type };

/** The state after the event, once numbers and clocks have moved on: its own fold, then what topologies make of it. */
export function folded<Type extends Event['type']>(state: RunState, event: Known<Type>, before: RunState): RunState {
  const type: Type = event.type;
  let next = homesOf()[type].fold(state, event);
  for (const follow of reactions) next = follow[type]?.(next, event, before) ?? next;
  return next;
}

/** The actions that one event stands for, given the state before it. */
export function traced<Type extends Event['type']>(
  event: Known<Type>,
  plan: Plan,
  before: RunState,
): readonly TraceEntry[] {
  const type: Type = event.type;
  const others = traces.flatMap((tell) => tell[type]?.(event, plan, before) ?? []);
  return [...others, ...homesOf()[type].trace(event, plan, before)];
}

/** What an event says to a person; undefined where it says nothing that another one does not. */
export function sentenceOf<Type extends Event['type']>(event: Known<Type>, told: Told): string | undefined {
  const type: Type = event.type;
  return homesOf()[type].sentence(event, told);
}
