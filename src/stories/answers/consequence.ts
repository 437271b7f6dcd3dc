/** What an answer of a person would bring about, in words: made of what the core foretells, and of nothing else. */

import { listed } from '../../core/events/words.ts';
import type { Preview } from '../../core/preview.ts';
import type { AnyCall } from '../../core/run.ts';
import { stateOf } from '../../core/state/lookup.ts';
import type { Event } from '../../model/event.ts';
import { kindWord } from '../../model/events/escalation-words.ts';
import type { Request } from '../../model/input.ts';
import type { Run } from '../../model/run.ts';
import { type EscalationState, isClosed } from '../../model/run-state.ts';

/**
 * One sentence, such as "booking is done; the run completes." How many generations may follow and what they cost is told beside it: other
 * branches move that.
 */
export function consequenceOf(run: Run, request: Request, told: Preview): string {
  const said = request.kind === 'decide' ? request : undefined;
  const question = said && run.state.escalations[said.escalationId];
  const isOver = said?.action === 'approve' && told.foreseen.events.some(({ type }) => type === 'step.waived');
  const clauses = [
    ...steered(request, told),
    ...settled(told.foreseen.events, isOver),
    ...(said?.action === 'amend' ? [`your text goes to the guard of ${question?.step}`] : []),
    ...thrownAway(told, question),
    ...madeAgain(told, question),
    ...begun(told, question, hasWords(request)),
    ...(request.kind === 'pause' ? [] : ending(told)),
  ];
  return `${clauses.join('; ')}.`;
}

/** What a verb does beside what it does to steps; such as of a pause what becomes of what is under way. */
function steered(request: Request, { finishes, foreseen: { after, events } }: Preview): readonly string[] {
  if (request.kind === 'pause') return [...letFinish(finishes), 'nothing else begins before the run is resumed'];
  if (request.kind === 'stop') return isClosed(after.state) ? [] : letFinish(finishes);
  if (request.kind === 'terminate') return ['what is under way is discarded and nothing can be resumed'];
  if (request.kind !== 'budget') return [];
  const isAnswered = events.some(({ type }) => type === 'escalation.decided');
  return ['the limits hold at once', ...(isAnswered ? ['the question about the budget is answered'] : [])];
}

function letFinish(calls: readonly AnyCall[]): readonly string[] {
  if (calls.length === 0) return [];
  const names = calls.map((call) =>
    'attempt' in call
      ? `attempt ${call.attempt} of ${call.step}`
      : call.phase === 'verify'
        ? 'the base case'
        : call.step,
  );
  return [`${listed(names)} ${calls.length === 1 ? 'finishes and is' : 'finish and are'} kept`];
}

function hasWords(request: Request): boolean {
  if (request.kind !== 'decide') return false;
  const { guidance, guidanceDigest, feedback, feedbackDigest } = request;
  return [guidance, guidanceDigest, feedback, feedbackDigest].some((words) => words !== undefined);
}

/** Steps that are settled by events; words that hold before and after. */
export function settled(events: readonly Event[], isOver: boolean): readonly string[] {
  const agreed = events.flatMap((event) => (event.type === 'run.redirected' ? (event.settles ?? []) : []));
  const clauses = events.flatMap((event) => {
    if (event.type === 'step.satisfied' && agreed.includes(event.step)) return ['the change is made'];
    if (event.type === 'step.satisfied') return [`${event.step} is done`];
    if (event.type !== 'step.waived') return [];
    if (event.artifactId === undefined) return [`${event.step} is left out`];
    return [`${event.step} is ${isOver ? 'accepted over the guard' : 'done'}`];
  });
  return [...new Set(clauses)];
}

/** The text of an attempt that nobody could judge is not judged later either: the attempt that follows has its number, and another text. */
function thrownAway({ foreseen }: Preview, question: EscalationState | undefined): readonly string[] {
  const { kind, step, artifactId } = question ?? {};
  if (artifactId === undefined || (kind !== 'infrastructure' && kind !== 'internal')) return [];
  const isMade = step !== undefined && startedIn(foreseen.events).includes(step);
  return isMade ? ['the text that was not judged is not used'] : [];
}

/** What begins at once is told by its attempt. */
function madeAgain({ wouldReset, foreseen }: Preview, question: EscalationState | undefined): readonly string[] {
  const begins = new Set(startedIn(foreseen.events));
  return againWords(wouldReset.filter((step) => !begins.has(step) || step !== question?.step));
}

export function againWords(steps: readonly string[]): readonly string[] {
  return steps.length === 0 ? [] : [`${listed(steps)} ${steps.length === 1 ? 'is' : 'are'} made again`];
}

function begun({ foreseen, wouldReset }: Preview, question: EscalationState | undefined, hasSaid: boolean) {
  const { after, events } = foreseen;
  const started = [...new Set(startedIn(events))];
  const own = started.find((step) => step === question?.step) ?? started.find((step) => wouldReset.includes(step));
  const others = started.filter((step) => step !== own && !wouldReset.includes(step));
  const next = others.length === 0 ? [] : [`${listed(others)} ${others.length === 1 ? 'is' : 'are'} next`];
  if (own === undefined) return next;
  const { attempt, allowed } = stateOf(after.state, own);
  const of = own === question?.step ? '' : ` of ${own}`;
  return [`attempt ${attempt} of ${allowed}${of} is made${hasSaid ? ' with your words' : ''}`, ...next];
}

export function startedIn(events: readonly Event[]): readonly string[] {
  return events.flatMap((event) => (event.type === 'attempt.started' ? [event.step] : []));
}

const STOPS = 'the run stops, and can be resumed';
const ENDS: Readonly<Partial<Record<string, string>>> = {
  completed: 'the run completes',
  failed: 'the run fails',
  stopped: STOPS,
  terminated: 'the run is terminated',
};

/** Whether it ends; that it goes on is said by what begins, too. */
function ending({ endsRun, on, foreseen: { after, events } }: Preview): readonly string[] {
  const { state } = after;
  if (endsRun === 'depends')
    return [`the ${listed(on)} then ${on.length === 1 ? 'decides' : 'decide'} whether the run ends`];
  if (endsRun === 'yes') return [ENDS[state.life.status] ?? (state.control.stop ? STOPS : 'the run fails')];
  if (startedIn(events).length > 0) return [];
  const asked = events.flatMap((event) => (event.type === 'escalation.opened' ? (event.step ?? 'the run') : []));
  if (asked.length > 0) return [`a person is then asked about ${listed([...new Set(asked)])}`];
  return [
    state.life.status === 'escalated' ? 'the run goes on once its other questions are answered' : 'the run goes on',
  ];
}

/** What whoever sends a request should know beside: one sentence each. */
export function warningsOf(run: Run, request: Request, told: Preview): readonly string[] {
  const { after, events } = told.foreseen;
  const { state } = after;
  const left = (state.budgets.maxAttempts ?? Number.POSITIVE_INFINITY) - state.usage.attempts;
  const isOpen = !isClosed(state);
  const isClarification = questionOf(run, request)?.kind === 'clarification';
  return [
    ...(request.kind === 'clarify'
      ? [
          'A model is asked what is meant, and its proposal is put to a person; nothing else changes before that is agreed to.',
        ]
      : []),
    ...(isOpen && state.control.pause && request.kind !== 'pause'
      ? ['The run is paused: nothing begins before it is resumed.']
      : []),
    ...(isOpen && state.redirecting && run.state.redirecting && !isClarification
      ? ['What was said in free words is settled first.']
      : []),
    ...(isClarification && makesChange(request) && events.every(({ type }) => type !== 'run.redirected')
      ? ['What the change itself resets is known once it is applied.']
      : []),
    ...withdrawnBy(run, request, told).map((question) =>
      isOpen
        ? `The open question is withdrawn: ${nameOf(question)}. It is asked anew if the run comes to it again.`
        : `The open question is closed without an answer: ${nameOf(question)}.`,
    ),
    ...(isOpen && told.generations > left
      ? [`maxAttempts leaves ${left} of the ${told.generations} generations that may be needed.`]
      : []),
  ];
}

/** Questions that wait and would wait for nobody any more, but for the one that is answered by it. */
export function withdrawnBy(run: Run, request: Request, { foreseen }: Preview): readonly EscalationState[] {
  const decided = request.kind === 'decide' ? request.escalationId : '';
  return foreseen.events.flatMap((event) =>
    event.type === 'escalation.withdrawn' && event.escalationId !== decided
      ? (run.state.escalations[event.escalationId] ?? [])
      : [],
  );
}

/** Such as `draft (approval)`. */
function nameOf({ kind, step }: EscalationState): string {
  return `${step ?? 'the run'} (${kindWord(kind)})`;
}

function questionOf(run: Run, request: Request): EscalationState | undefined {
  return request.kind === 'decide' ? run.state.escalations[request.escalationId] : undefined;
}

function makesChange(request: Request): boolean {
  return request.kind === 'decide' && (request.action === 'approve' || request.action === 'amend');
}
