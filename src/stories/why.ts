/** How the present state of a run came about, told to a person (api 2, `Why`): derived from the log, never stored. */

import { conditions } from '../core/conditions.ts';
import { sentenceOf } from '../core/events/homes.ts';
import { changeOf } from '../core/events/steps.ts';
import { listed, said } from '../core/events/words.ts';
import type { Backtrack } from '../model/backtrack.ts';
import type { Event, EventOf } from '../model/event.ts';
import { failureWord } from '../model/events/escalation-words.ts';
import type { Action } from '../model/events/escalations.ts';
import type { RunStatus } from '../model/events/run.ts';
import type { Plan } from '../model/plan.ts';
import type { Run } from '../model/run.ts';
import { isClosed, openEscalations, type RunState } from '../model/run-state.ts';
import type { Verdict } from '../model/verdict.ts';
import type { Reason } from '../ports/store/tellings.ts';
import type { CallWait } from '../ports/store/waits.ts';
import { withWords } from '../text/own-words.ts';
import { inWords, type Rejections, rememberRejection } from './rejections.ts';
import { topologyWordsOf } from './topology-words.ts';
import { missingIn, waiversIn } from './waivers.ts';

/** How a run stands, without the reasons that led there. */
export interface Standing {
  readonly status: RunStatus;
  readonly summary: string;
  /** Steps of a completed run that were waived and have made nothing, each with why; left out: none. */
  readonly missing?: readonly { readonly step: string; readonly reason: string }[];
  /** What a person should know of the answers of models, oldest first; left out: nothing. */
  readonly warnings?: readonly { readonly step?: string; readonly text: string }[];
  /** What can happen next, and who can make it happen; empty once the run has ended. */
  readonly next: readonly Next[];
  /** A call under way has failed, and is tried again. */
  readonly retrying?: true;
  /** A call waits before anything of it was sent: for an endpoint, a limit or a cap. */
  readonly waiting?: Omit<CallWait, 'token'>;
  /** It asks somebody else's worker, and none is there. */
  readonly needsWorker?: true;
}

/**
 * What can happen next. `answer`: a person decides a question; `expire`: the engine closes it; `generate`, `judge` and `check_condition`: a
 * call of `step` is in flight; `start_step`: the engine picks the next step; `resume`, `begin`: a person lets the run go on, or start;
 * `interpret`: the engine finds out what a redirect in free words means; `pause`: it pauses after the calls in flight; `retry`: it repeats a
 * call at a time; `continue`: it goes on once a slot, a turn or an answer from outside is there; `restore`: a person repairs the service.
 */
export const NEXT_KINDS = [
  'answer',
  'expire',
  'generate',
  'judge',
  'check_condition',
  'start_step',
  'resume',
  'begin',
  'interpret',
  'pause',
  'retry',
  'continue',
  'restore',
] as const;

export interface Next {
  readonly who: 'engine' | 'person';
  readonly kind: (typeof NEXT_KINDS)[number];
  /** The same in words. */
  readonly action: string;
  readonly step?: string;
  /** The id of the question that is answered or expires. */
  readonly question?: string;
  readonly allowedActions?: readonly Action[];
}

/** What the summary goes by, beside plan and state. */
export interface Gist {
  readonly artifacts: number;
  readonly rejections: number;
  readonly questions: number;
  readonly backtracks: number;
  /** The newest. */
  readonly backtrack?: Backtrack;
  /** The newest rejection of each step. */
  readonly rejectionOf: Rejections;
}

export function standingOf(gist: Gist, run: Run): Standing {
  const { life, warnings = [] } = run.state;
  const { status } = life;
  const missing = status === 'completed' ? missingIn(run) : [];
  const told = missing.map(({ step, reason }) => ({ step, reason: withWords(reason, gist.rejectionOf.get(step)) }));
  return {
    status,
    summary: summaryOf(gist, run),
    ...(told.length > 0 && { missing: told }),
    ...(warnings.length > 0 && {
      warnings: warnings.map(({ step, text }) => ({ ...(step !== undefined && { step }), text })),
    }),
    next: nextOf(run.plan, run.state),
  };
}

/** A rejection that is told, and where: one like it takes its place. */
interface Told {
  readonly key: string;
  readonly first: number;
  readonly at: number;
}

/** What is told of each step so far, and its newest rejection; they change. */
export interface SoFar {
  readonly told: Map<string, Told>;
  readonly rejections: Rejections;
}

/** Reasons by seq; `gone` are those of before that are told with a later one now. */
export interface Reasons {
  readonly said: Map<number, Reason>;
  readonly gone: number[];
}

/**
 * The reasons of events in their order; rejections in a row that are alike are told once, at the newest. `backtracks` are those of the log
 * up to the last of the events, `verdicts` what guards said, by token.
 */
export function reasonsOf(
  events: readonly Event[],
  { told, rejections }: SoFar,
  backtracks: readonly Backtrack[],
  verdicts: ReadonlyMap<string, Verdict>,
): Reasons {
  const reasons = new Map<number, Reason>();
  const gone: number[] = [];
  for (const event of events) {
    const { seq, at } = event;
    if (event.type === 'guard.verdict') rememberRejection(rejections, event, verdicts.get(event.token)?.feedback);
    if (event.type === 'guard.verdict' && event.verdict === 'retry') {
      const { step, epoch, attempt, guard, signature = '' } = event;
      const key = [epoch, guard, signature].join('\n');
      const before = told.get(step);
      const repeats = before?.key === key;
      if (before && repeats && !reasons.delete(before.at)) gone.push(before.at);
      const first = before && repeats ? before.first : attempt;
      told.set(step, { key, first, at: seq });
      reasons.set(seq, { seq, at, because: rejected(inWords(event, rejections), first), repeatsAttempt: true });
      continue;
    }
    // What happens to a step in between must not be told before its cause.
    if ('step' in event && event.step !== undefined && !QUIET.has(event.type)) told.delete(event.step);
    const because = sentenceOf(inWords(event, rejections), { backtracks });
    const isPassAlone = event.type === 'step.satisfied' && changeOf(event, backtracks) === undefined;
    if (because !== undefined) reasons.set(seq, { seq, at, because, ...(isPassAlone && { repeatsAttempt: true }) });
  }
  return { said: reasons, gone };
}

/** What belongs to an attempt and does not part its rejection from the next one. */
const QUIET: ReadonlySet<Event['type']> = new Set([
  'attempt.started',
  'artifact.created',
  'attempt.finished',
  'guard.error',
]);

function rejected({ step, attempt, guard, signature }: EventOf<'guard.verdict'>, first: number): string {
  const what = first === attempt ? `attempt ${attempt}` : `attempts ${first} to ${attempt}`;
  return `${guard} rejected ${what} of ${step}${said(signature)}.`;
}

function summaryOf(gist: Gist, run: Run): string {
  return [sentenceOfRun(run, gist.rejectionOf), ...journey(gist.backtrack), tally(gist)].join(' ');
}

/** How a run stands, in one sentence. */
export function sentenceOfRun(run: Run, rejections: Rejections = new Map()): string {
  const { plan, state } = run;
  const words = topologyWordsOf(plan.topology);
  const [question] = openEscalations(state);
  const { control, life } = state;
  switch (life.status) {
    case 'completed':
      return completed(run, words.achieved(run), rejections);
    case 'failed':
      return `The run has failed (${failureWord(life.failure.code)}): ${life.failure.detail.replace(/\.$/, '')}.`;
    case 'stopped':
      return `The run was stopped${control.stop?.reason ? `: ${control.stop.reason}` : ''}.`;
    case 'running':
      return `The run is under way${working(state)}${words.whereabouts(run)}.`;
    case 'paused':
      return `The run is paused${control.pause?.reason ? `: ${control.pause.reason}` : ''}.`;
    case 'escalated':
    case 'budget_exceeded':
      return `The run waits for a person${question ? `: ${question.question}` : '.'}`;
    case 'awaiting_alignment':
      return 'The run waits for its objective.';
    case 'cancelled':
    case 'terminated':
      return `The run was ${life.status}.`;
  }
}

/** What the run did without is said before what it achieved. */
function completed(run: Run, achieved: string, rejections: Rejections): string {
  const waivers = waiversIn(run);
  if (waivers.length === 0) return `The run is completed: ${achieved}.`;
  const told = waivers.map(({ step, reason }) => `${step} was waived${said(withWords(reason, rejections.get(step)))}`);
  const without = `The run is completed, but ${told.join('; ')}.`;
  const { goal } = run.plan;
  const waived = new Set(waivers.map(({ step }) => step));
  // What a base case has found is said in any case.
  const isByGoal = achieved.startsWith(EVERY_STEP);
  if (isByGoal && goal.every((step) => waived.has(step))) return without;
  const rest = goal.some((step) => waived.has(step)) ? achieved.replace(EVERY_STEP, 'every other step') : achieved;
  return `${without} Apart from that, ${rest}.`;
}

const EVERY_STEP = 'every step';

function working({ steps }: RunState): string {
  const at = Object.entries(steps).flatMap(([id, { call }]) => (call ? [id] : []));
  return at.length === 0 ? '' : ` at ${listed(at)}`;
}

/** The newest way back: which failure led to which change, and whether that helped. */
function journey(backtrack: Backtrack | undefined): readonly string[] {
  if (!backtrack) return [];
  const { step, guard, targets, changed, recovered } = backtrack;
  const others = targets.filter((target) => changed[target] === true);
  const change = others.length === 0 ? '' : `; ${listed(others)} made something else`;
  const outcome =
    recovered === undefined ? '' : recovered ? `, and ${step} passed` : `, and ${step} still did not pass`;
  return [`${step} failed at ${guard}, so the run went back to ${listed(targets)}${change}${outcome}.`];
}

function tally({ artifacts, rejections, questions, backtracks }: Gist): string {
  const counts = [
    counted(artifacts, 'artifact'),
    `${rejections} rejected`,
    ...(backtracks > 0 ? [counted(backtracks, 'backtrack')] : []),
    ...(questions > 0 ? [`${counted(questions, 'question')} to a person`] : []),
  ];
  return `So far ${counts.join(', ')}.`;
}

function counted(count: number, noun: string): string {
  return `${count} ${noun}${count === 1 ? '' : 's'}`;
}

function nextOf(plan: Plan, state: RunState): readonly Next[] {
  if (isClosed(state)) return [];
  const { steps } = plan;
  const questions = openEscalations(state).flatMap(({ id, allowedActions, expiresAt }): readonly Next[] => [
    {
      who: 'person',
      kind: 'answer',
      action: `decide ${id}: ${allowedActions.join(', ')}`,
      question: id,
      allowedActions,
    },
    ...(expiresAt === undefined
      ? []
      : [
          {
            who: 'engine' as const,
            kind: 'expire' as const,
            action: `let ${id} expire at ${new Date(expiresAt).toISOString()}`,
            question: id,
          },
        ]),
  ]);
  const work = steps.flatMap(({ id }): readonly Next[] => {
    const { call, allowed } = state.steps[id] ?? {};
    if (!call || call.pending !== undefined) return [];
    const verb = call.phase === 'generate' ? 'generate' : 'judge';
    const of = allowed === undefined || allowed < call.attempt ? '' : ` of ${allowed}`;
    return [
      {
        who: 'engine',
        kind: verb,
        step: id,
        action:
          call.source === 'human'
            ? `judge what a person gave for ${id}`
            : `${verb} attempt ${call.attempt}${of} of ${id}`,
      },
    ];
  });
  const paused: readonly Next[] =
    state.life.status === 'paused' ? [{ who: 'person', kind: 'resume', action: 'resume the run' }] : [];
  const asked = conditions(plan, state).map(
    ({ step }): Next => ({
      who: 'engine',
      kind: 'check_condition',
      step,
      action: `ask whether ${step} is for this run`,
    }),
  );
  const all = [...questions, ...work, ...asked, ...paused];
  return all.length > 0 ? all : [{ who: 'engine', kind: 'start_step', action: 'start the next step' }];
}
