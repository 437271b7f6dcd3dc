import type { Input } from '../model/input.ts';
import type { Run } from '../model/run.ts';
import { isClosed, type RunState } from '../model/run-state.ts';
import type { VerdictWord } from '../model/verdict.ts';
import { type Foreseen, foresee } from './foresee.ts';
import { isSettled } from './frontier.ts';
import { remainingBound } from './remaining-bound.ts';
import type { AnyCall } from './run.ts';
import { planOf, stateOf } from './state/lookup.ts';
import { rulesOf } from './topology.ts';

/** What a request would do to a run, told before it is sent. Nothing in it was stored. */
export interface Preview {
  /** Steps that are made again: reset by a cascade, or opened anew by a person; in the plan's order. */
  readonly wouldReset: readonly string[];
  /** Steps that are settled and stay so. */
  readonly keeps: readonly string[];
  /** Calls that are under way and would not be any more. */
  readonly cutsShort: readonly AnyCall[];
  /** Calls that are under way and are let finish. */
  readonly finishes: readonly AnyCall[];
  /** The bound that people are shown, in generations (R26). */
  readonly boundBefore: number;
  readonly boundAfter: number;
  /** At most so many generations are made from then on, those under way among them, unless a person asks for more. */
  readonly generations: number;
  /** Whether the run ends by it; `depends`: a call that it begins must answer first. */
  readonly endsRun: 'yes' | 'no' | 'depends';
  /** Those calls, in words; none but where it depends. */
  readonly on: readonly string[];
  /** The newest event of the run that was looked at. */
  readonly revision: number;
  readonly foreseen: Foreseen;
}

/**
 * Tells what a request would do, by trying it on a copy: the same functions make the same events as when it comes. `verdict`: what the
 * guard, or the base case, is sure to say once it has heard a person's answer; left out where it must be asked. `then`: all that is sure to
 * follow the guard's word where more than a step hangs on it. `now`: milliseconds since the epoch. Throws `Refused` where the request would be.
 */
export function preview(
  run: Run,
  request: Input,
  now: number,
  verdict?: VerdictWord,
  then?: readonly Input[],
): Preview {
  const foreseen = foresee(run, request, now, heard(run, request, verdict, then));
  const { events, after, bound, cutShort, goesOn } = foreseen;
  const again = new Set(
    events.flatMap((event) =>
      event.type === 'step.invalidated' || event.type === 'step.reopened' ? [event.step] : [],
    ),
  );
  const ids = [...new Set([...after.plan.steps, ...run.plan.steps].map(({ id }) => id))];
  const isKept = (id: string) =>
    !again.has(id) && isSettled(run.state, id) && stateOf(run.state, id).sigma === stateOf(after.state, id).sigma;
  const on = isEnding(after.state) ? [] : foreseen.begun.filter(({ phase }) => phase !== 'generate').map(nameOf);
  return {
    wouldReset: ids.filter((id) => again.has(id)),
    keeps: ids.filter(isKept),
    cutsShort: cutShort,
    finishes: goesOn,
    boundBefore: bound.before,
    boundAfter: bound.after,
    generations: stillToCome(after),
    endsRun: isEnding(after.state) ? 'yes' : on.length > 0 ? 'depends' : 'no',
    on,
    revision: run.state.seq,
    foreseen,
  };
}

/**
 * The guard's own answer to a person's word for its leaf, where that settles it, or the base case's; a verdict that moves the run must be
 * asked for.
 */
function heard(
  { plan, state }: Run,
  request: Input,
  verdict: VerdictWord | undefined,
  then: readonly Input[] | undefined,
): readonly Input[] {
  if (request.kind !== 'decide' || verdict === undefined) return [];
  const { step, leaf } = state.escalations[request.escalationId] ?? {};
  const { token, pending } = state.own.baseCase ?? {};
  if (step === undefined && token !== undefined && pending !== undefined && pending === leaf)
    return [{ kind: 'verified', token, passed: verdict === 'pass', artifactId: '', digest: '' }];
  const call = step === undefined ? undefined : stateOf(state, step).call;
  if (!call || leaf === undefined || call.pending !== leaf) return [];
  const { clarification, decomposes } = planOf(plan, call.step);
  const saysMore = clarification === true || decomposes !== undefined || rulesOf(plan).facts(state).machine;
  if (saysMore && then === undefined) return [];
  const signature = verdict === 'pass' ? {} : { signature: leaf };
  return [{ kind: 'judged', token: call.token, verdict, guard: leaf, ...signature }, ...(then ?? [])];
}

function stillToCome(run: Run): number {
  const { plan, state } = run;
  const underWay = Object.values(state.steps).filter(({ call }) => call?.phase === 'generate').length;
  return remainingBound(plan, state) + underWay + (isClosed(state) ? 0 : rulesOf(plan).takenAnew(run));
}

/** It is over, or will be as soon as what is under way has finished. */
function isEnding(state: RunState): boolean {
  return isClosed(state) || state.control.stop !== undefined || state.failing !== undefined;
}

function nameOf(call: AnyCall): string {
  if (call.phase === 'verify') return 'base case';
  return call.phase === 'condition' ? `condition of ${call.step}` : `guard of ${call.step}`;
}
