import { ApplicationFailure, currentUpdateInfo, patched, setHandler } from '@temporalio/workflow';
import { absorb, mustBeOpen, mustNameWhatItAccepts, noteRefusal, recordRefusal, toSchema1 } from '../engine.ts';
import type { Event } from '../model/event.ts';
import { type Input, Refused, type Request } from '../model/input.ts';
import type { Plan } from '../model/plan.ts';
import type { RunState } from '../model/run-state.ts';
import type { TraceEntry } from '../model/trace-entry.ts';
import type { Amendments } from './amendments.ts';
import { acceptedIn, mustBeBare, requestIn, signalledIn } from './arguments.ts';
import { type Applied, escalationsQuery, SIGNALS, stateQuery, traceQuery, UPDATES } from './messages.ts';
import {
  type Decision,
  readAlign,
  readBegin,
  readBudget,
  readDecision,
  readPause,
  readPlain,
  readRedirect,
  readStop,
} from './read-requests.ts';
import type { Redirects } from './redirects.ts';

export interface HandledRun {
  plan(): Plan;
  /** Update ids that were answered, with what they answered. */
  readonly answered: Map<string, Applied>;
  readonly trace: readonly TraceEntry[];
  state(): RunState;
  readonly amendments: Amendments;
  readonly redirects: Redirects;
  dispatch(input: Input): Applied;
  record(events: readonly Event[]): void;
  wake(): void;
}

/** A message that the state alone decides on. */
interface Verb {
  /** What the Web UI shows beside it. */
  readonly description: string;
  read(request: unknown): Request;
}

const VERBS = {
  stop: {
    description: 'Stop the run: {"reason": "…", "mode": "now" | "after_attempt", "by": "…"}, all optional.',
    read: readStop,
  },
  pause: {
    description: 'Let the attempt in flight finish and start none: {"reason": "…", "by": "…"}, all optional.',
    read: readPause,
  },
  resume: {
    description: 'Go on after a pause: {"reason": "…", "by": "…"}, all optional. A stopped run is resumed over REST.',
    read: (request) => readPlain('resume', request),
  },
  terminate: {
    description: 'End the run for good: {"reason": "…", "by": "…"}, all optional.',
    read: (request) => readPlain('terminate', request),
  },
  budget: {
    description: 'Set limits: {"budgets": {"maxAttempts": 20, "maxCostUsd": 1.5, "maxDuration": "PT2H"}, "by": "…"}.',
    read: readBudget,
  },
  begin: {
    description: 'Start a run whose objective is agreed on: {"by": "…"}, optional.',
    read: readBegin,
  },
} as const satisfies Partial<Record<Request['kind'], Verb>>;
const VERB_NAMES = [
  'stop',
  'pause',
  'resume',
  'terminate',
  'budget',
  'begin',
] as const satisfies (keyof typeof VERBS)[];

const REDIRECT =
  'Correct the run: {"type": "constraint_change", "description": "…", "constraints": "…", "by": "…"}; types and their fields as over REST. Or in free words: {"instruction": "…"}.';
const DECIDE =
  'Answer an escalation: {"escalationId": "esc_…", "action": "abort", "comment": "…", "by": "…"}; amend takes "content" up to 16 KiB.';

/**
 * Registers every message of the run. Handlers are synchronous: they absorb the request into the state and wake the loop, so that
 * a validator never sees a state that an accepted message is about to change (engine 2.5).
 */
export function setHandlers(run: HandledRun): void {
  setQueries(run);
  for (const name of VERB_NAMES) {
    const { description, read } = VERBS[name];
    setHandler(UPDATES[name], (...args: unknown[]) => answerOnce(run, () => run.dispatch(read(acceptedIn(args)))), {
      description,
      validator: (...args: unknown[]) => checkOnce(run, () => dry(run, read(requestIn(args)))),
    });
    setHandler(
      SIGNALS[name],
      (...args: unknown[]) => bySignal(run, name, () => run.dispatch(read(signalledIn(args)))),
      { description },
    );
  }
  setHandler(UPDATES.align, (...args: unknown[]) => answerOnce(run, () => run.dispatch(readAlign(acceptedIn(args)))), {
    description: 'What the run is for, stored and checked; sent by the API.',
    validator: (...args: unknown[]) => checkOnce(run, () => dry(run, readAlign(requestIn(args)))),
  });
  setHandler(
    UPDATES.redirect,
    (...args: unknown[]) => answerOnce(run, () => takeRedirect(run, readRedirect(acceptedIn(args)))),
    {
      description: REDIRECT,
      validator: (...args: unknown[]) => checkOnce(run, () => checkRedirect(run, readRedirect(requestIn(args)))),
    },
  );
  setHandler(
    SIGNALS.redirect,
    (...args: unknown[]) => bySignal(run, 'redirect', () => takeRedirect(run, readRedirect(signalledIn(args)))),
    { description: REDIRECT },
  );
  setHandler(
    UPDATES.decide,
    (...args: unknown[]) =>
      decideByUpdate(
        run,
        refusing(() => readDecision(acceptedIn(args))),
      ),
    {
      description: DECIDE,
      validator: (...args: unknown[]) => checkOnce(run, () => checkDecision(run, readDecision(requestIn(args)))),
    },
  );
  setHandler(SIGNALS.decide, (...args: unknown[]) => decideBySignal(run, args), { description: DECIDE });
}

function setQueries(run: HandledRun): void {
  setHandler(stateQuery, (...args: unknown[]) => bare(args, () => toSchema1(run.state())), {
    description: 'The control state: guards, attempts, budgets, escalations.',
  });
  setHandler(traceQuery, (...args: unknown[]) => bare(args, () => run.trace), {
    description: "This execution's actions of the agent function, in order.",
  });
  setHandler(escalationsQuery, (...args: unknown[]) => bare(args, () => Object.values(run.state().escalations)), {
    description: 'Questions to people, open and answered.',
  });
}

function bare<Result>(args: readonly unknown[], answer: () => Result): Result {
  refusing(() => mustBeBare(args));
  return answer();
}

/** The reducer, run dry. */
function dry(run: HandledRun, request: Request): unknown {
  return absorb(run.plan(), run.state(), request, Date.now());
}

/** An id that was answered before is let through, to be answered again. */
function checkOnce(run: HandledRun, check: () => unknown): void {
  const id = currentUpdateInfo()?.id;
  if (id === undefined || !run.answered.has(id)) refusing(check);
}

function answerOnce(run: HandledRun, work: () => Applied): Applied {
  const id = currentUpdateInfo()?.id ?? '';
  const before = run.answered.get(id);
  if (before !== undefined) return before;
  const applied = refusing(work);
  run.answered.set(id, applied);
  return applied;
}

function checkRedirect(run: HandledRun, request: ReturnType<typeof readRedirect>): void {
  if (request.kind === 'written') mustBeOpen(run.state());
  else dry(run, request);
}

/** One as a person writes it is prepared by the loop first. */
function takeRedirect(run: HandledRun, request: ReturnType<typeof readRedirect>): Applied {
  if (request.kind !== 'written') return run.dispatch(request);
  run.redirects.accept(request);
  run.wake();
  return { seq: run.state().seq, changed: true };
}

function checkDecision(run: HandledRun, request: Decision): void {
  if (bringsArtifact(request)) run.amendments.check(request);
  else dry(run, request);
}

/** Whoever sends an artifact by an Update is told whether it was taken (R115). Runs from before answered first and stored then. */
function decideByUpdate(run: HandledRun, request: Decision): Applied | Promise<Applied> {
  const id = currentUpdateInfo()?.id ?? '';
  if (run.answered.has(id) || !bringsArtifact(request) || !patched('amendments-answer-when-stored'))
    return answerOnce(run, () => takeDecision(run, request));
  return new Promise((resolve, reject) => {
    const tell = (outcome: Applied | Refused) => {
      run.wake();
      if (outcome instanceof Refused) return reject(failureOf(outcome));
      run.answered.set(id, outcome);
      resolve(outcome);
    };
    refusing(() => run.amendments.accept(request, tell));
    run.wake();
  });
}

/** An artifact that comes along is stored by the loop, and the decision follows (R43). */
function takeDecision(run: HandledRun, request: Decision): Applied {
  if (!bringsArtifact(request)) {
    mustNameArtifact(run.state(), request);
    return run.dispatch(request);
  }
  run.amendments.accept(request);
  run.wake();
  return { seq: run.state().seq, changed: true };
}

/** Runs from before took an approval over the guard without the artifact's digest. */
function mustNameArtifact(state: RunState, request: Decision): void {
  const refused = attempt(() => mustNameWhatItAccepts(state, request));
  if (refused && patched('approvals-name-the-artifact')) throw refused;
}

function bringsArtifact({ action, content, artifactId }: Decision): boolean {
  return action === 'amend' && content !== undefined && artifactId === undefined;
}

/** A signal has no caller to tell: what is refused is ignored and noted in the log (R45). */
function bySignal(run: HandledRun, kind: string, work: () => unknown): void {
  const refused = attempt(work);
  if (refused) run.record(noteRefusal(run.state(), kind, refused, Date.now()));
}

/** What cannot be read names no question; its encoding is noted beside (R92). */
function decideBySignal(run: HandledRun, args: readonly unknown[]): void {
  let request: unknown;
  const refused = attempt(() => {
    request = signalledIn(args);
    takeDecision(run, readDecision(request));
  });
  if (!refused) return;
  run.record(recordRefusal(run.state(), request, refused, Date.now()));
  if (request === undefined) run.record(noteRefusal(run.state(), 'decide', refused, Date.now()));
}

/** A refusal leaves as a failure that Temporal hands to the caller; any other error in a handler would wedge the run. */
function refusing<Result>(work: () => Result): Result {
  try {
    return work();
  } catch (error) {
    throw failureOf(asRefused(error));
  }
}

function failureOf({ message, code, facts }: Refused): ApplicationFailure {
  return ApplicationFailure.create({ message, type: code, nonRetryable: true, details: [facts] });
}

function attempt(work: () => unknown): Refused | undefined {
  try {
    work();
    return undefined;
  } catch (error) {
    return asRefused(error);
  }
}

/** A request that says it was prepared is not read field by field: what is then missing in it must not fail the task (R92). */
function asRefused(error: unknown): Refused {
  if (error instanceof Refused) return error;
  if (!(error instanceof TypeError || error instanceof RangeError)) throw error;
  return new Refused('invalid_request', 'The request lacks what its kind needs; send it over REST.');
}
