import { ApplicationFailure, currentUpdateInfo, setHandler } from '@temporalio/workflow';
import { absorb } from '../domain/absorb.ts';
import { recordRefusal } from '../domain/decide.ts';
import type { Event } from '../domain/event.ts';
import { type Input, Refused } from '../domain/input.ts';
import type { Plan } from '../domain/plan.ts';
import { readDecision, readStop } from '../domain/requests.ts';
import type { RunState } from '../domain/run-state.ts';
import type { TraceEntry } from '../domain/trace.ts';
import {
  type Applied,
  decideSignal,
  decideUpdate,
  escalationsQuery,
  stateQuery,
  stopSignal,
  stopUpdate,
  traceQuery,
} from './messages.ts';

export interface HandledRun {
  readonly plan: Plan;
  /** Update ids that were answered, with what they answered. */
  readonly answered: Map<string, number>;
  readonly trace: readonly TraceEntry[];
  state(): RunState;
  dispatch(input: Input): Applied;
  record(events: readonly Event[]): void;
}

const STOP = 'Stop the run: {"reason": "…", "mode": "now" | "after_attempt", "by": "…"}, all optional.';
const DECIDE = 'Answer an escalation: {"escalationId": "esc_…", "action": "abort", "comment": "…", "by": "…"}.';

/**
 * Registers every message of the run. Handlers are synchronous: they absorb the request into the state and wake the loop, so that
 * a validator never sees a state that an accepted message is about to change (engine 2.5).
 */
export function setHandlers(run: HandledRun): void {
  setHandler(stateQuery, () => run.state(), {
    description: 'The control state: guards, attempts, budgets, escalations.',
  });
  setHandler(traceQuery, () => run.trace, { description: "This execution's actions of the agent function, in order." });
  setHandler(escalationsQuery, () => Object.values(run.state().escalations), {
    description: 'Questions to people, open and answered.',
  });
  setHandler(stopUpdate, (request) => apply(run, () => readStop(request)), {
    description: STOP,
    validator: (request) => validate(run, () => readStop(request)),
  });
  setHandler(decideUpdate, (request) => apply(run, () => readDecision(request)), {
    description: DECIDE,
    validator: (request) => validate(run, () => readDecision(request)),
  });
  setHandler(stopSignal, (request) => void attempt(() => run.dispatch(readStop(request))), { description: STOP });
  setHandler(decideSignal, (request) => decideBySignal(run, request), { description: DECIDE });
}

/** The reducer, run dry. An id that was answered before is let through, to be answered again. */
function validate(run: HandledRun, read: () => Input): void {
  const id = currentUpdateInfo()?.id;
  if (id === undefined || !run.answered.has(id)) refusing(() => absorb(run.plan, run.state(), read(), Date.now()));
}

function apply(run: HandledRun, read: () => Input): Applied {
  const id = currentUpdateInfo()?.id ?? '';
  const before = run.answered.get(id);
  if (before !== undefined) return { seq: before };
  const applied = refusing(() => run.dispatch(read()));
  run.answered.set(id, applied.seq);
  return applied;
}

/** A signal has no caller to tell: what is refused is ignored and noted in the log (R45). */
function decideBySignal(run: HandledRun, request: unknown): void {
  const refused = attempt(() => run.dispatch(readDecision(request)));
  if (refused) run.record(recordRefusal(run.state(), request, refused, Date.now()));
}

/** A refusal leaves as a failure that Temporal hands to the caller; any other error in a handler would wedge the run. */
function refusing<Result>(work: () => Result): Result {
  try {
    return work();
  } catch (error) {
    if (!(error instanceof Refused)) throw error;
    const { message, code, facts } = error;
    throw ApplicationFailure.create({ message, type: code, nonRetryable: true, details: [facts] });
  }
}

function attempt(work: () => unknown): Refused | undefined {
  try {
    work();
    return undefined;
  } catch (error) {
    if (error instanceof Refused) return error;
    throw error;
  }
}
