/**
 * The one loop of a run: what happens is absorbed at once; a turn ticks, cancels what is not wanted any more, and starts what is wanted and
 * not under way (engine 4). What differs between Temporal and memory is a world.
 */
import type { Event } from '../model/event.ts';
import type { Input } from '../model/input.ts';
import type { Plan } from '../model/plan.ts';
import type { Run } from '../model/run.ts';
import type { Call } from '../model/run-state.ts';
import type { Condition } from './conditions.ts';
import { evolve } from './events/evolve.ts';
import { absorb } from './moves/absorb.ts';
import { planAfter } from './moves/redirect.ts';
import { tick } from './tick.ts';
import type { OwnCall } from './topology.ts';
import { deadline, wantedCalls } from './wanted.ts';

/** Anything that can be under way: an attempt's answer or verdict, a `when`, a call of the topology's own. */
export type AnyCall = Call | OwnCall | Condition;

/** A call that was started. */
export interface Started {
  /** Nobody wants its answer any more. */
  cancel(): void;
}

/** What a run lives in. Every method is asked from within `turn` or `dispatch`, and may not call either. */
export interface World<Outcome> {
  /** Milliseconds since the epoch. */
  now(): number;
  /** Until something has happened. Not wrapped in a promise of one's own: the loop goes on one microtask later, as histories have it. */
  until(isSo: () => boolean): Promise<void>;
  /** The waiting ended otherwise: a request to cancel becomes an input, all else is thrown. */
  interrupted(error: unknown): void;
  /** An event was made; `before`: the run that it was made in, with the plan that holds after it. */
  recorded(event: Event, before: Run): void;
  /** The plan as this run goes by it, whenever it may have changed. */
  planned(plan: Plan): Plan;
  /** Not while a redirect is being prepared, nor once the run leaves this execution. */
  mayTick(run: Run): boolean;
  /** When the run must be looked at although nothing arrives, in milliseconds since the epoch; undefined: never. */
  wakeAt(instant: number | undefined): void;
  /** Of the calls that wait those that may start now, in order; asked once a turn, also where none waits. */
  startable(waiting: readonly AnyCall[], underWay: readonly AnyCall[], run: Run): readonly AnyCall[];
  /** Its answer is dispatched, its end told by `ended`. */
  start(call: AnyCall, run: Run): Started;
  /** How the run ends here, or is handed on; undefined: it goes on. */
  rest(run: Run, underWay: number): (() => Promise<Outcome>) | undefined;
}

export interface RunHandle<Outcome> {
  readonly now: Run;
  /** The input, absorbed without effect. Throws `Refused`. */
  check(input: Input): void;
  /** Synchronous: a validator never sees a state that an accepted message is about to change (engine 2.5). Throws `Refused`. */
  dispatch(input: Input): { readonly seq: number; readonly changed: boolean };
  /** Events that no input makes, such as the refusal of a signal. */
  record(events: readonly Event[]): void;
  /** There is something to look at beside the state. */
  wake(): void;
  /** The call is not under way any more. */
  ended(call: AnyCall): void;
  /** Looks at the run once. */
  turn(): (() => Promise<Outcome>) | undefined;
  /** Turns, whenever something has happened, until the run ends or is handed on. */
  play(): Promise<Outcome>;
}

export function createRun<Outcome>(first: Run, world: World<Outcome>): RunHandle<Outcome> {
  const underWay: UnderWay = new Map();
  let run: Run = { ...first, plan: world.planned(first.plan) };
  let isDirty = true;
  const take = (events: readonly Event[]) => {
    for (const event of events) {
      world.recorded(event, run);
      run = { plan: run.plan, state: evolve(run.state, event) };
    }
  };
  const absorbed = (input: Input) => absorb(run.plan, run.state, input, world.now());
  const handle: RunHandle<Outcome> = {
    get now() {
      return run;
    },
    check: (input) => void absorbed(input),
    dispatch(input) {
      const events = absorbed(input);
      run = { plan: world.planned(planAfter(run.plan, input)), state: run.state };
      handle.record(events);
      return { seq: run.state.seq, changed: events.length > 0 };
    },
    record(events) {
      take(events);
      isDirty = true;
    },
    wake() {
      isDirty = true;
    },
    ended(call) {
      underWay.delete(keyOf(call));
      isDirty = true;
    },
    turn() {
      isDirty = false;
      if (world.mayTick(run)) take(tick(run.plan, run.state, world.now()));
      world.wakeAt(deadline(run.state));
      callWanted(run, world, underWay);
      return world.rest(run, underWay.size);
    },
    async play() {
      for (;;) {
        try {
          await world.until(() => isDirty);
        } catch (error) {
          world.interrupted(error);
        }
        const end = handle.turn();
        if (end) return end();
      }
    },
  };
  return handle;
}

type UnderWay = Map<string, { readonly call: AnyCall; readonly started: Started }>;

/** Cancels the calls that are not wanted any more, and starts those that are and may be. */
function callWanted(run: Run, world: Pick<World<unknown>, 'startable' | 'start'>, underWay: UnderWay): void {
  const wanted = wantedCalls(run.plan, run.state);
  const keys = new Set(wanted.map(keyOf));
  for (const [key, { started }] of underWay) {
    if (keys.has(key)) continue;
    underWay.delete(key);
    started.cancel();
  }
  const waiting = wanted.filter((call) => !underWay.has(keyOf(call)));
  const busy = [...underWay.values()].map(({ call }) => call);
  for (const call of world.startable(waiting, busy, run))
    underWay.set(keyOf(call), { call, started: world.start(call, run) });
}

export function keyOf({ token, phase }: AnyCall): string {
  return `${token}/${phase}`;
}
