import {
  CancellationScope,
  condition,
  continueAsNew,
  isCancellation,
  patched,
  workflowInfo,
} from '@temporalio/workflow';
import { evolve } from '../core/events/evolve.ts';
import { absorb } from '../core/moves/absorb.ts';
import { planAfter } from '../core/moves/redirect.ts';
import { tick } from '../core/tick.ts';
import { unpacked } from '../core/unpacked.ts';
import { deadline, verification, wanted, wantedCalls } from '../core/wanted.ts';
import type { Event } from '../model/event.ts';
import type { Input } from '../model/input.ts';
import { isClosed } from '../model/run-state.ts';
import { type TraceEntry, tell } from '../stories/trace.ts';
import { waitsForVerdict } from '../topologies/and-or/document/collisions.ts';
import { flush, flushOptions } from './activity-proxies.ts';
import { createAmendments } from './amendments.ts';
import { createAsking } from './asking.ts';
import { createCalls } from './calls.ts';
import { createDisplay } from './display.ts';
import { setHandlers } from './handlers.ts';
import { mustKnowSchema } from './known-schema.ts';
import type { Applied, RunInput, RunOutcome } from './messages.ts';
import { cannotWait, createOutbox, isHeavy, lightPart } from './outbox.ts';
import { createRedirects } from './redirects.ts';
import { createDeadlineTimer } from './timer.ts';

/**
 * One run of a definition. Everything that happens is absorbed into the state at once; the loop then ticks, cancels what is no
 * longer wanted, starts what is wanted and not running, and stores the events (engine 4). The decisions are in `src/core`.
 */
export async function DsapRun(input: RunInput): Promise<RunOutcome> {
  mustKnowSchema(input);
  const { settings } = input;
  const runId = input.state.runId;
  const outbox = createOutbox(input.stored, input.unstored);
  const answered = new Map(input.answered);
  const trace: TraceEntry[] = [];
  const display = createDisplay(settings.publicUrl);
  const timer = createDeadlineTimer(() => dispatch({ kind: 'time' }));
  const asking = createAsking();
  let plan = asking(input.plan);
  let state = unpacked(input.state);
  let dirty = true;
  let broken: unknown;
  let flushing = false;
  let draining = false;
  let progressed = false;
  let cancellation: unknown;

  const wake = () => {
    dirty = true;
  };
  const take = (events: readonly Event[]) => {
    for (const event of events) {
      tell(trace, event, plan, state);
      state = evolve(state, event);
    }
    outbox.add(events);
    progressed ||= events.length > 0;
  };
  const dispatch = (happened: Input): Applied => {
    const events = absorb(plan, state, happened, Date.now());
    plan = asking(planAfter(plan, happened));
    take(events);
    wake();
    return { seq: state.seq, changed: events.length > 0 };
  };
  const calls = createCalls(() => plan, settings.heartbeatTimeout, {
    answered(result, carried) {
      outbox.acknowledge(carried);
      const isAboutBaseCase = result.kind === 'pending' && result.token === verification(state);
      const beside = isAboutBaseCase && patched('work-beside-an-assertion');
      dispatch(beside ? { ...result, beside } : result);
    },
    stored: (carried) => outbox.acknowledge(carried),
    ended: wake,
    failed(error) {
      broken = error;
      wake();
    },
  });
  const flushPending = async () => {
    for (let events = outbox.pending(); events.length > 0; events = outbox.pending()) {
      const part = lightPart(events);
      await flush.executeWithOptions(flushOptions(), [{ runId, events: part }]);
      outbox.acknowledge(part.at(-1)?.seq ?? 0);
    }
  };
  const flushBeside = () => {
    flushing = true;
    void CancellationScope.nonCancellable(flushPending)
      .catch((error: unknown) => {
        broken = error;
      })
      .finally(() => {
        flushing = false;
        wake();
      });
  };

  const record = (events: readonly Event[]) => {
    take(events);
    wake();
  };
  const amendments = createAmendments({ plan: () => plan, state: () => state, dispatch, record });
  const redirects = createRedirects({ plan: () => plan, state: () => state, dispatch, record, outbox });

  if (input.resume) dispatch({ ...input.resume, stopped: true });
  setHandlers({ plan: () => plan, answered, trace, state: () => state, dispatch, record, amendments, redirects, wake });

  for (;;) {
    try {
      await condition(() => dirty);
    } catch (error) {
      if (!isCancellation(error)) throw error;
      cancellation = error;
      dispatch({ kind: 'cancel' });
    }
    dirty = false;
    if (broken !== undefined) throw broken;
    draining ||= progressed && isLong(settings.maxHistoryEvents);
    redirects.launch();
    // What is being redirected begins nothing that would be interrupted at once, and ends only with the redirect (design 1).
    if (redirects.size === 0 && (!draining || state.control.stop)) take(tick(plan, state, Date.now()));
    timer.set(deadline(state));
    calls.keepOnly(wantedCalls(plan, state));
    startCalls();
    amendments.launch();
    // What is not stored yet is handed on: a run that waited for its storing first would be held up by messages that keep coming.
    const atRest = calls.size + amendments.size + redirects.size === 0;
    const leaving = draining && atRest && !isHeavy(outbox.pending());
    const covered = Math.max(outbox.stored, calls.carried);
    if (state.seq > covered && !flushing && !leaving && !isClosed(state)) flushBeside();
    display(plan, state);
    if (isClosed(state)) return finish();
    if (leaving) return goOnAsNew();
  }

  /** Of the calls started in one go the first carries all events that wait, the others none (engine 2.2). */
  function startCalls(): void {
    let events = outbox.pending();
    if (isHeavy(events) || (cannotWait(events) && patched('stored-at-once'))) events = [];
    const judged = wanted(state).filter((call) => call.phase === 'guard' && calls.has(call));
    for (const call of wantedCalls(plan, state)) {
      if (calls.has(call) || (draining && BEGINS.has(call.phase))) continue;
      if (call.phase === 'guard' && waitsForVerdict(plan, call, judged)) continue;
      if (call.phase === 'guard') judged.push(call);
      calls.start(call, state, events);
      events = [];
    }
  }

  async function finish(): Promise<RunOutcome> {
    await CancellationScope.nonCancellable(async () => {
      await condition(() => !flushing);
      await flushPending();
    });
    const failure = broken ?? (state.status === 'cancelled' ? cancellation : undefined);
    if (failure !== undefined) throw failure;
    return { status: state.status, seq: state.seq };
  }

  function goOnAsNew(): Promise<never> {
    const newest = [...answered].slice(-100);
    const { stored } = outbox;
    const unstored = outbox.pending();
    return continueAsNew<typeof DsapRun>({ plan, state, stored, unstored, answered: newest, settings });
  }
}

/** What an execution that is about to be continued begins no more. */
const BEGINS: ReadonlySet<string> = new Set(['generate', 'condition']);

function isLong(limit: number | undefined): boolean {
  const { historyLength, continueAsNewSuggested } = workflowInfo();
  return continueAsNewSuggested || (limit !== undefined && historyLength > limit);
}
