/** A run of the core in memory: no server, no timer. Whoever plays it answers its calls and says what time it is. */

import {
  type AnyCall,
  createRun,
  type RunHandle,
  rulesOf,
  STILL,
  unpacked,
  type World,
  wantedCalls,
} from '../engine.ts';
import type { Event, EventOf } from '../model/event.ts';
import { RULES } from '../model/events/run.ts';
import type { Input } from '../model/input.ts';
import type { Plan } from '../model/plan.ts';
import type { Run } from '../model/run.ts';
import { INITIAL } from '../model/run-state.ts';
import { parseStored } from '../text/exact-json.ts';

export interface MemoryRun {
  /** Everything that has happened, oldest first. */
  readonly log: readonly Event[];
  readonly now: Run;
  /** The calls that should be under way, in order. */
  readonly calls: readonly AnyCall[];
  /** When the run must be looked at although nothing arrives, in milliseconds since the epoch; undefined: never. */
  readonly wakesAt: number | undefined;
  /** Milliseconds since the epoch from here on. */
  at(instant: number): void;
  /** Looks at the run once: what follows is decided, calls are begun and cut off. */
  turn(): void;
  /** Throws `Refused`. */
  dispatch(input: Input): { readonly seq: number; readonly changed: boolean };
  /** Events that no input makes. */
  record(events: readonly Event[]): void;
  /** The call is not under way any more; for those whose calls are begun by hands of their own. */
  ended(call: AnyCall): void;
  /** Goes on from JSON, as an execution does that was handed the run. */
  handOn(): void;
}

/** What the first event says beside what follows from the plan. */
export type Beginning = Partial<Omit<EventOf<'run.created'>, 'type' | 'seq' | 'at'>>;

/** Who hears of what the run does, where that is not looked up in it. */
export type Hands = Partial<Pick<World<never>, 'recorded' | 'startable' | 'start'>>;

/** A run that has been created and not looked at yet. `at`: milliseconds since the epoch. */
export function memoryRun(plan: Plan, beginning: Beginning = {}, at = 0, hands: Hands = {}): MemoryRun {
  const run = memoryRunFrom({ plan, state: INITIAL }, at, hands);
  run.record([{ ...createdBy(plan), ...beginning, seq: 1, at }]);
  return run;
}

/** A run that goes on from here, as a new execution of it does. */
export function memoryRunFrom(first: Run, at = 0, hands: Hands = {}): MemoryRun {
  const log: Event[] = [];
  let now = at;
  let wakesAt: number | undefined;
  const world: World<never> = {
    ...STILL,
    ...hands,
    now: () => now,
    recorded(event, before) {
      log.push(event);
      hands.recorded?.(event, before);
    },
    wakeAt: (instant) => {
      wakesAt = instant;
    },
  };
  let run: RunHandle<never> = createRun(first, world);
  return {
    log,
    get now() {
      return run.now;
    },
    get calls() {
      return wantedCalls(run.now.plan, run.now.state);
    },
    get wakesAt() {
      return wakesAt;
    },
    at(instant) {
      now = instant;
    },
    turn() {
      run.turn();
    },
    dispatch: (input) => run.dispatch(input),
    record: (events) => run.record(events),
    ended: (call) => run.ended(call),
    handOn() {
      const { plan, state }: Run = parseStored(JSON.stringify(run.now));
      run = createRun({ plan, state: unpacked(state) }, world);
    },
  };
}

function createdBy(plan: Plan): Omit<EventOf<'run.created'>, 'seq' | 'at'> {
  return {
    type: 'run.created',
    runId: 'run_1',
    steps: plan.steps.map(({ id }) => id),
    budgets: plan.budgets,
    by: 'me',
    rules: RULES,
    ...rulesOf(plan).created(plan),
  };
}
