import { condition, isCancellation, patched, workflowInfo } from '@temporalio/workflow';
import { type AnyCall, ownCalls, type RunHandle, type World } from '../engine.ts';
import type { CallResult } from '../model/call-result.ts';
import type { Event } from '../model/event.ts';
import type { Plan } from '../model/plan.ts';
import type { Run } from '../model/run.ts';
import { isClosed } from '../model/run-state.ts';
import type { TraceEntry } from '../model/trace-entry.ts';
import { withoutRivals } from '../ports/call-flow.ts';
import { addToTrace } from '../stories/trace.ts';
import type { Amendments } from './amendments.ts';
import { createAsking } from './asking.ts';
import { type Calls, createCalls, isJudgedLocally } from './calls.ts';
import { createDisplay } from './display.ts';
import type { RunOutcome, RunSettings } from './messages.ts';
import { cannotWait, isHeavy, type Outbox } from './outbox.ts';
import type { Redirects } from './redirects.ts';
import type { Storing } from './storing.ts';
import { createDeadlineTimer } from './timer.ts';

export interface TemporalParts {
  readonly handle: () => RunHandle<RunOutcome>;
  readonly settings: RunSettings;
  readonly outbox: Outbox;
  readonly storing: Storing;
  /** Of this execution, oldest first. */
  readonly trace: TraceEntry[];
  readonly amendments: Amendments;
  readonly redirects: Redirects;
  /** The run has ended; `cancellation`: how Temporal told of it, where it did. */
  readonly finish: (cancellation: unknown) => Promise<RunOutcome>;
  /** The run goes on in a new execution. */
  readonly handOn: () => Promise<RunOutcome>;
}

/** What an execution that is about to be continued begins no more. */
const BEGINS: ReadonlySet<string> = new Set(['generate', 'condition']);

/** A run as a workflow: calls are activities, waiting is `condition`, time is the workflow's, and events are stored by activities. */
export function createTemporalWorld(parts: TemporalParts): World<RunOutcome> {
  const { handle, settings, outbox, storing, trace, amendments, redirects } = parts;
  const display = createDisplay(settings.publicUrl);
  const timer = createDeadlineTimer(() => handle().dispatch({ kind: 'time' }));
  const calls = createAnsweringCalls(parts);
  let draining = false;
  let progressed = false;
  let cancellation: unknown;
  let unsent: readonly Event[] = [];
  return {
    now: () => Date.now(),
    until: (isSo) => condition(isSo),
    interrupted(error) {
      if (!isCancellation(error)) throw error;
      cancellation = error;
      handle().dispatch({ kind: 'cancel' });
    },
    recorded(event, { plan, state }) {
      addToTrace(trace, event, plan, state);
      outbox.add([event]);
      progressed = true;
    },
    planned: createAsking(),
    // What is being redirected begins nothing that would be interrupted at once, and ends only with the redirect (design 1).
    mayTick({ state }) {
      if (storing.broken !== undefined) throw storing.broken;
      draining ||= progressed && isLong(settings.maxHistoryEvents);
      redirects.launch();
      return redirects.size === 0 && (!draining || state.control.stop !== undefined);
    },
    wakeAt: (instant) => timer.set(instant),
    startable(waiting, underWay, { plan }) {
      unsent = outbox.pending();
      if (isHeavy(unsent) || (cannotWait(unsent) && patched('stored-at-once'))) unsent = [];
      const begun = draining ? waiting.filter(({ phase }) => !BEGINS.has(phase)) : waiting;
      return oneByOne(plan, withoutRivals(plan, begun, underWay), calls);
    },
    // Of the calls started in one go the first carries all events that wait, the others none (engine 2.2); local ones never do (2.1).
    start(call, run) {
      if (isJudgedLocally(call, run.plan)) return calls.start(call, run, []);
      const carried = unsent;
      unsent = [];
      return calls.start(call, run, carried);
    },
    rest({ plan, state }, underWay) {
      amendments.launch();
      // What is not stored yet is handed on: a run that waited for its storing first would be held up by messages that keep coming.
      const atRest = underWay + amendments.size + redirects.size === 0;
      const leaving = draining && atRest && !isHeavy(outbox.pending());
      const covered = Math.max(outbox.stored, calls.carried);
      const waits = calls.isJudgingLocally && !isHeavy(outbox.pending()) && !cannotWait(outbox.pending());
      if (state.seq > covered && !storing.isUnderWay && !leaving && !waits && !isClosed(state)) storing.begin();
      display(plan, state);
      if (isClosed(state)) return () => parts.finish(cancellation);
      return leaving ? parts.handOn : undefined;
    },
  };
}

/** Calls whose answers are told to the run. */
function createAnsweringCalls({ handle, settings, outbox, storing }: TemporalParts): Calls {
  return createCalls(settings.heartbeatTimeout, {
    answered(call, result, carried) {
      handle().ended(call);
      outbox.acknowledge(carried);
      handle().dispatch(besideAll(result, handle().now));
    },
    stored: (carried) => outbox.acknowledge(carried),
    dispatched: () => handle().wake(),
    ended: (call, isRevoked) => (isRevoked ? handle().wake() : handle().ended(call)),
    failed(call, error) {
      handle().ended(call);
      storing.fail(error);
    },
  });
}

/** A run goes on beside a question about its base case; executions from before waited. */
function besideAll(result: CallResult, { plan, state }: Run): CallResult {
  const isAboutBaseCase =
    result.kind === 'pending' && ownCalls(plan, state).some(({ token }) => token === result.token);
  const beside = isAboutBaseCase && patched('work-beside-an-assertion');
  return beside ? { ...result, beside } : result;
}

/**
 * Of the calls that are judged within this workflow task one at a time: a replay resolves local activities in the order in which they were
 * begun and all at once, not as they ended.
 */
function oneByOne(
  plan: Plan,
  waiting: readonly AnyCall[],
  { isJudgingLocally }: Pick<Calls, 'isJudgingLocally'>,
): readonly AnyCall[] {
  const isLocal = (call: AnyCall) => isJudgedLocally(call, plan);
  const next = isJudgingLocally ? undefined : waiting.find(isLocal);
  return waiting.filter((call) => call === next || !isLocal(call));
}

function isLong(limit: number | undefined): boolean {
  const { historyLength, continueAsNewSuggested } = workflowInfo();
  return continueAsNewSuggested || (limit !== undefined && historyLength > limit);
}
