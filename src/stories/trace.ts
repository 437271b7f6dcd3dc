/** A run told as the actions of the agent function (S0-A1 to S0-A6; api 2 "trace"): derived from the log, never stored. */

import { evolve } from '../core/events/evolve.ts';
import { traced } from '../core/events/homes.ts';
import type { Event } from '../model/event.ts';
import type { At } from '../model/events/place.ts';
import type { Plan } from '../model/plan.ts';
import { INITIAL, type RunState } from '../model/run-state.ts';
import type { TraceEntry } from '../model/trace-entry.ts';

/** The actions in order. `events` start at seq 1. */
export function traceOf(events: readonly Event[], plan: Plan): readonly TraceEntry[] {
  const trace: TraceEntry[] = [];
  let state: RunState = INITIAL;
  for (const event of events) {
    addToTrace(trace, event, plan, state);
    state = evolve(state, event);
  }
  return trace;
}

/** Goes on with a trace by the actions that one event stands for, given the state before it. */
export function addToTrace(trace: TraceEntry[], event: Event, plan: Plan, before: RunState): void {
  const isNeedless =
    (event.type === 'attempt.finished' && event.skipped === true) ||
    (event.type === 'artifact.created' && event.source === 'imported');
  if (isNeedless) forgetQuery(trace, event);
  trace.push(...traced(event, plan, before).map((told) => withVerdict(trace, told)));
}

/** A question about an attempt that was judged is asked because of that verdict (R121). */
function withVerdict(trace: readonly TraceEntry[], told: TraceEntry): TraceEntry {
  if (told.action !== 'ESCALATE-TO-USER' || told.step === undefined) return told;
  const judged = trace.findLast(({ action, step }) => action === 'EXECUTE-GUARD' && step === told.step);
  if (!judged || judged.epoch !== told.epoch || judged.attempt !== told.attempt) return told;
  const { verdict, token, guard } = judged;
  return {
    ...told,
    ...(verdict !== undefined && { verdict }),
    ...(token !== undefined && { token }),
    ...(guard !== undefined && { guard }),
  };
}

/** Nobody was asked: the call that was to ask has found that the step's condition is false (R71), or its artifact brought along (R69). */
function forgetQuery(trace: TraceEntry[], { step, epoch, attempt }: At): void {
  const at = trace.findLastIndex(
    (told) => told.action === 'QUERY-LLM' && told.step === step && told.epoch === epoch && told.attempt === attempt,
  );
  if (at !== -1) trace.splice(at, 1);
}
