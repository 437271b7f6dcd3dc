import type { Event } from '../model/event.ts';
import type { Input } from '../model/input.ts';
import type { Run } from '../model/run.ts';
import { raisedBound } from './remaining-bound.ts';
import { type AnyCall, createRun, keyOf, type World } from './run.ts';
import { wantedCalls } from './wanted.ts';

/** What an input would bring about, if it came now. */
export interface Foreseen {
  /** What would be stored: what the input makes, and what the run does next by itself. */
  readonly events: readonly Event[];
  /** Calls that the run wants now and would not want any more. */
  readonly cutShort: readonly AnyCall[];
  /** Calls that it wants now and would go on wanting. */
  readonly goesOn: readonly AnyCall[];
  /** Calls that it would want, and does not want now. */
  readonly begun: readonly AnyCall[];
  /** The bound that people are shown, in generations, before and after (R26). */
  readonly bound: { readonly before: number; readonly after: number };
  /** The run as it would be. */
  readonly after: Run;
}

/** A world in which nothing happens but what the run does by itself. */
export const STILL: World<never> = {
  now: () => 0,
  until: () => Promise.reject(new Error('whoever plays the run looks at it')),
  interrupted: () => undefined,
  recorded: () => undefined,
  planned: (plan) => plan,
  mayTick: () => true,
  wakeAt: () => undefined,
  startable: (waiting) => waiting,
  start: () => ({ cancel: () => undefined }),
  rest: () => undefined,
};

/**
 * Tries an input on a copy: nothing is stored, begun or cut off. What calls would answer is not known, so it tells what happens until the run
 * waits for one. `then`: what is sure to be answered, in order. `now`: milliseconds since the epoch. Throws `Refused` where the input would be.
 */
export function foresee(run: Run, input: Input, now: number, then: readonly Input[] = []): Foreseen {
  const events: Event[] = [];
  const trial = createRun(run, { ...STILL, now: () => now, recorded: (event) => void events.push(event) });
  for (const each of [input, ...then]) {
    trial.dispatch(each);
    trial.turn();
  }
  const after = trial.now;
  const [before, wanted] = [wantedCalls(run.plan, run.state), wantedCalls(after.plan, after.state)];
  const cutShort = without(before, wanted);
  return {
    events,
    cutShort,
    goesOn: without(before, cutShort),
    begun: without(wanted, before),
    bound: { before: raisedBound(run.plan, run.state), after: raisedBound(after.plan, after.state) },
    after,
  };
}

function without(calls: readonly AnyCall[], others: readonly AnyCall[]): readonly AnyCall[] {
  const keys = new Set(others.map(keyOf));
  return calls.filter((call) => !keys.has(keyOf(call)));
}
