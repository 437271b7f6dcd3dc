/** How a run stands that something keeps from going on: what that is comes first, and who can help. */
import { listed } from '../core/events/words.ts';
import { wanted } from '../core/wanted.ts';
import { asksModel, type OutsideWork } from '../model/plan.ts';
import type { Run } from '../model/run.ts';
import { isClosed, openEscalations, type RunState } from '../model/run-state.ts';
import type { HinderedWork, Hindrance } from '../ports/hindrance.ts';
import { isMissingPart } from '../ports/missing-part.ts';
import type { BrokenCall, RunRow } from '../ports/store/runs.ts';
import type { CallWait } from '../ports/store/waits.ts';
import { type Next, type Standing, sentenceOfRun } from './why.ts';

type Retrying = Extract<Hindrance, { kind: 'retrying' }>;
type Waiting = Extract<Hindrance, { kind: 'waiting' }>;
/** A reason, and who is next; nobody where a question already says so. */
type Told = { readonly because: string } & (Next | { readonly who?: never });

/** The standing with what hinders the run before it: `found` by the engine, and what its own state says. */
export function hindered(standing: Standing, run: Run, found: readonly Hindrance[]): Standing {
  if (isClosed(run.state)) return standing;
  const agreement = unagreed(run);
  const told = [...found.map((one) => toldOf(one, run)), ...agreement, ...unsettled(run), ...pausing(run)];
  if (told.length === 0) return standing;
  return {
    ...standing,
    ...(found.some(({ kind }) => kind === 'retrying') && { retrying: true as const }),
    ...waitingOf(found),
    ...(found.some(({ kind }) => kind === 'no_outside_worker') && { needsWorker: true as const }),
    summary: [...told.map(({ because }) => because), standing.summary].join(' '),
    next: [
      ...told.flatMap((one) => (one.who ? [{ who: one.who, kind: one.kind, action: one.action }] : [])),
      ...(agreement.length > 0 ? [] : standing.next.filter((next) => !isHeldUp(next, found, run))),
    ],
  };
}

/**
 * How a run stands in a line: the first sentence of all that, as far as the store knows it, and who polls the task queues that the run asks.
 * `unpolled`: those that nobody does.
 */
export function inOneLine(
  run: Run,
  { broken = [], waits = [] }: Pick<RunRow, 'broken' | 'waits'>,
  unpolled: ReadonlySet<string>,
): Pick<Standing, 'summary' | 'retrying' | 'waiting' | 'needsWorker'> {
  if (run.state.life.status !== 'running') return { summary: sentenceOfRun(run) };
  const unanswered = askedOutside(run).filter(({ queue }) => unpolled.has(queue));
  const found = waitsOf(run.state, waits);
  const waitingTokens = new Set(waits.map(({ token }) => token));
  const retries = retriesOf(
    run.state,
    broken.filter(({ token }) => !waitingTokens.has(token)),
  );
  const [first] = [
    ...unanswered.map((outside) => toldOf({ kind: 'no_outside_worker', outside }, run)),
    ...found.map((one) => toldOf(one, run)),
    ...retries.map((one) => retrying(one, run)),
    ...unsettled(run),
    ...pausing(run),
  ];
  return {
    summary: first?.because ?? sentenceOfRun(run),
    ...(retries.length > 0 && { retrying: true as const }),
    ...waitingOf(found),
    ...(unanswered.length > 0 && { needsWorker: true as const }),
  };
}

/** What a run asks of somebody else's workers for the calls that are under way, in the order of the plan. */
export function askedOutside({ plan, state }: Run): readonly OutsideWork[] {
  if (state.life.status !== 'running') return [];
  return plan.steps.flatMap(({ id, outside = [] }) => {
    const call = state.steps[id]?.call;
    return call && call.pending === undefined ? outside.filter(({ phase }) => phase === call.phase) : [];
  });
}

/** What the calls under way wait for, alike ones told once, the longest first. */
export function waitsOf(state: RunState, waits: readonly CallWait[]): readonly Waiting[] {
  const under = wanted(state);
  const found = waits.flatMap(({ token, ...wait }) => {
    const call = under.find((one) => one.token === token);
    if (!call) return [];
    return { work: call.phase === 'guard' ? ('judge' as const) : ('generate' as const), step: call.step, wait };
  });
  const alike = Map.groupBy(found, ({ work, wait: { reason, endpoint, cap } }) =>
    JSON.stringify([work, reason, endpoint, cap]),
  );
  return [...alike.values()].flatMap(([one, ...others]) => {
    if (!one) return [];
    const all = [one, ...others];
    const until = Math.min(...all.map(({ wait }) => wait.until));
    return {
      kind: 'waiting' as const,
      work: one.work,
      steps: all.map(({ step }) => step),
      wait: { ...one.wait, until },
    };
  });
}

/** What a run is said to wait for: what it has waited for longest. */
function waitingOf(found: readonly Hindrance[]): Pick<Standing, 'waiting'> {
  const [wait] = found.flatMap((one) => (one.kind === 'waiting' ? one.wait : []));
  return wait ? { waiting: wait } : {};
}

/** What is under way and broke. */
function retriesOf({ steps }: RunState, broken: readonly BrokenCall[]): readonly Retrying[] {
  const under = Object.values(steps).flatMap(({ call }) => (call && call.pending === undefined ? [call] : []));
  return broken.flatMap(({ token, phase, tries, error }) =>
    under
      .filter((call) => call.token === token && call.phase === (phase === 'judge' ? 'guard' : phase))
      .map(({ step }) => ({
        kind: 'retrying' as const,
        work: phase === 'generate' ? ('generate' as const) : ('judge' as const),
        steps: [step],
        tries,
        error,
      })),
  );
}

/** What cannot be next while something keeps it: the same is told with what does. */
function isHeldUp({ kind, step }: Next, found: readonly Hindrance[], run: Run): boolean {
  if (kind !== 'generate' && kind !== 'judge') return false;
  return found.some((one) => 'work' in one && keptSteps(one, run).some((held) => held === step));
}

function unagreed({ plan, state }: Run): readonly Told[] {
  if (state.life.status !== 'awaiting_alignment') return [];
  const { missing = [] } = plan;
  const lacks = missing.length === 0 ? '' : `: ${listed(missing)} ${missing.length === 1 ? 'is' : 'are'} missing`;
  const action = missing.length === 0 ? 'begin the run' : `say what the run is for (${listed(missing)}), and begin it`;
  return [{ because: `The objective is not agreed yet${lacks}.`, who: 'person', kind: 'begin', action }];
}

function unsettled({ state }: Run): readonly Told[] {
  if (!state.redirecting) return [];
  const because = 'What a person said in free words is not settled yet.';
  if (openEscalations(state).some(({ kind }) => kind === 'clarification')) return [{ because }];
  const action = 'find out what was meant, and ask whether it is right';
  return [{ because, who: 'engine', kind: 'interpret', action }];
}

function pausing({ state: { control, life, steps } }: Run): readonly Told[] {
  if (!control.pause || life.status === 'paused') return [];
  const { reason } = control.pause;
  const at = Object.entries(steps).flatMap(([id, { call }]) => (call && call.pending === undefined ? [id] : []));
  const first = at.length === 0 ? 'what is under way' : listed(at);
  const because = `The run pauses${reason === '' ? '' : ` (${reason})`}: ${first} finishes first.`;
  return [{ because, who: 'engine', kind: 'pause', action: `pause once ${first} has finished` }];
}

function toldOf(found: Hindrance, run: Run): Told {
  switch (found.kind) {
    case 'engine_away':
      return {
        because: `Nothing goes on: ${found.detail}.`,
        who: 'person',
        kind: 'restore',
        action: 'bring the Temporal server back; the run then goes on by itself',
      };
    case 'no_worker':
      return { because: `Nothing goes on: ${found.detail}.`, who: 'person', kind: 'restore', action: 'start a worker' };
    case 'no_outside_worker':
      return {
        because: `Nobody answers ${asked(found.outside)}: no worker polls that task queue.`,
        who: 'person',
        kind: 'restore',
        action: `start the worker of the task queue ${found.outside.queue}`,
      };
    case 'run_stuck':
      return {
        because: `The run is stuck (run_stuck): its workflow task fails each time it is tried: ${found.reason}.`,
        who: 'person',
        kind: 'restore',
        action: 'start a worker that can do the task, or terminate the run',
      };
    case 'no_slot':
      if (found.outside) return untaken(found.outside);
      return {
        because: `${waiting(found.work, run)} for a slot: all that ${SLOTS[found.work]} are in use.`,
        who: 'engine',
        kind: 'continue',
        action: `go on with ${object(found.work, run)} once a slot is free`,
      };
    case 'waiting':
      return waitingFor(found);
    case 'retrying':
      return retrying(found, run);
  }
}

function waitingFor({ steps, wait: { reason, endpoint, cap, since, until } }: Waiting): Told {
  const wait = `${listed(steps)} ${steps.length === 1 ? 'waits' : 'wait'}`;
  const from = `since ${clockOf(since)}`;
  const because = {
    outage: `${wait} for the endpoint ${endpoint}, away since ${clockOf(since)}.`,
    limit: `${wait} for the limits of the endpoint ${endpoint} ${from}.`,
    cap: `${wait} for the cap ${cap} since ${dayAndClockOf(since)}.`,
  }[reason];
  const at = reason === 'cap' ? dayAndClockOf(until) : clockOf(until);
  return { because, who: 'engine', kind: 'retry', action: `try ${listed(steps)} again at ${at}` };
}

function clockOf(milliseconds: number): string {
  return `${new Date(milliseconds).toISOString().slice(11, 19)} UTC`;
}

/** A window of a cap may turn on another day. */
function dayAndClockOf(milliseconds: number): string {
  return `${new Date(milliseconds).toISOString().slice(0, 10)} ${clockOf(milliseconds)}`;
}

function untaken(outside: OutsideWork): Told {
  return {
    because: `The workers that poll its task queue have not taken ${asked(outside)} yet.`,
    who: 'engine',
    kind: 'continue',
    action: `go on once ${outside.activity} has been answered`,
  };
}

/** What a definition asks of somebody else's worker. */
function asked({ activity, queue }: OutsideWork): string {
  return `${activity} on ${queue}`;
}

function retrying(found: Retrying, run: Run): Told {
  const { work, tries, error, nextAt, outside } = found;
  const steps = keptSteps(found, run);
  const at = outside?.activity ?? workOf(steps);
  const times = tries === 1 ? 'once' : `${tries} times`;
  const when = nextAt === undefined ? 'now' : `at ${clockOf(nextAt)}`;
  if (isMissingPart(error)) {
    const action = `start a worker that has it; ${at} is tried again ${when}`;
    return { because: `${at} cannot be made: ${lowered(error)}`, who: 'person', kind: 'restore', action };
  }
  const what = { generate: generating(steps, run), judge: 'The guard has broken', other: 'The service has failed' }[
    work
  ];
  const failed = outside ? `${asked(outside)} has failed ${times}` : `${what} ${times} at ${at}`;
  return {
    because: `${failed}: ${error.replace(/\.+$/, '')}.`,
    who: 'engine',
    kind: 'retry',
    action: `try ${at} again ${when}`,
  };
}

/** Of steps that no model makes there is no provider. */
function generating(steps: readonly string[], { plan }: Run): string {
  const made = plan.steps.filter(({ id }) => steps.includes(id));
  return made.some(({ kind }) => !asksModel(kind)) ? 'The generator has failed' : 'The provider has failed';
}

function lowered(sentence: string): string {
  return sentence.charAt(0).toLowerCase() + sentence.slice(1);
}

const SLOTS: Readonly<Record<HinderedWork, string>> = {
  generate: 'there are for calls of models',
  judge: 'there are for guards',
  other: 'there are for it',
};

/** The steps that such calls are under way for. */
function stepsOf(work: HinderedWork, { state }: Run): readonly string[] {
  const phase = work === 'judge' ? 'guard' : work;
  return Object.entries(state.steps).flatMap(([id, { call }]) =>
    call?.phase === phase && call.pending === undefined ? [id] : [],
  );
}

/** Of calls that fail, those that do: others beside them may go well. */
function keptSteps(found: Extract<Hindrance, { readonly work: HinderedWork }>, run: Run): readonly string[] {
  return (found.kind === 'retrying' || found.kind === 'waiting' ? found.steps : undefined) ?? stepsOf(found.work, run);
}

function waiting(work: HinderedWork, run: Run): string {
  const steps = stepsOf(work, run);
  if (steps.length === 0) return 'Its own work waits';
  return `${listed(steps)} ${steps.length === 1 ? 'waits' : 'wait'}`;
}

function object(work: HinderedWork, run: Run): string {
  return workOf(stepsOf(work, run));
}

function workOf(steps: readonly string[]): string {
  return steps.length === 0 ? 'its own work' : listed(steps);
}
