/** The ways a run stops going on by itself: parked with a question to a person, or closed. */

import type { Action, EscalationKind, QuestionFacts } from '../model/events/escalations.ts';
import type { Ending, RunFailure } from '../model/events/run.ts';
import { type Call, type EscalationState, goesBy, openEscalations } from '../model/run-state.ts';
import { isAllowed } from './allowed-answers.ts';
import type { Draft } from './draft.ts';
import { planOf, stateOf } from './state/lookup.ts';
import { queueOf } from './state/spoken.ts';
import { rulesOf } from './topology.ts';

/** The answers a person can give to each kind of question (api 5); those that accept an artifact need one. */
const OVERRIDE: readonly Action[] = ['approve', 'amend', 'retry', 'redo', 'skip', 'abort'];
export const ALLOWED_ACTIONS: Readonly<Record<EscalationKind, readonly Action[]>> = {
  fatal: OVERRIDE,
  attempts_exhausted: OVERRIDE,
  backtracks_exhausted: OVERRIDE,
  or_exhausted: OVERRIDE,
  stagnated: OVERRIDE,
  infrastructure: ['amend', 'retry', 'skip', 'abort'],
  internal: ['amend', 'retry', 'skip', 'abort'],
  context_overflow: ['amend', 'retry', 'redo', 'skip', 'abort'],
  stalled: ['redo', 'skip', 'abort'],
  deadlock: ['redo', 'skip', 'abort'],
  input: ['amend', 'skip', 'abort'],
  approval: ['approve', 'reject', 'amend', 'retry', 'redo', 'skip', 'abort'],
  condition: ['approve', 'redo', 'skip', 'abort'],
  infeasible: ['approve', 'retry', 'redo', 'skip', 'abort'],
  assertion: ['approve', 'reject', 'abort'],
  clarification: ['approve', 'reject', 'amend', 'retry', 'skip', 'abort'],
  budget: ['raise', 'abort'],
};

/** What is approved here is no artifact: that a step runs, or that an assertion holds. */
const ASKS_FOR_LEAVE: ReadonlySet<EscalationKind> = new Set<EscalationKind>([
  'approval',
  'condition',
  'infeasible',
  'assertion',
]);

/** Where no step is to blame. */
const OF_THE_RUN: readonly Action[] = ['retry', 'abort'];

export interface QuestionOptions {
  /** It blocks its own branch only (R45). */
  readonly branch?: boolean;
  readonly leaf?: string;
  readonly rejectOnExpiry?: boolean;
  readonly evidence?: string;
  /** The endpoint whose fault it is (llm 3.5). */
  readonly endpoint?: string;
  readonly facts?: QuestionFacts;
  /** There is nothing to approve. */
  readonly asksBack?: boolean;
  /** Another choice is left that the run may not take by itself any more (R85). */
  readonly swapsUsedUp?: boolean;
  /** Milliseconds the person has; the step's own limit when left out (R41). */
  readonly expiresIn?: number;
}

/** What a question is about: a call, or a step that has none yet. */
type Subject = Pick<Call, 'step' | 'epoch' | 'attempt' | 'artifactId' | 'digest'>;

/**
 * Opens a question to a person, about a step's call or about the whole run: the one place where any run asks. It works out which answers
 * are allowed and when the question expires. Of a step that finds out what somebody said in free words the kind becomes `clarification`.
 */
export function escalate(
  draft: Draft,
  kind: EscalationKind,
  call: Subject | undefined,
  question: string,
  { expiresIn, asksBack = false, ...options }: QuestionOptions = {},
): void {
  const planned = call && planOf(draft.plan, call.step);
  const wait = expiresIn ?? planned?.timeouts.decision;
  const isApprovable = !asksBack && (call?.artifactId !== undefined || ASKS_FOR_LEAVE.has(kind));
  // What a redirect means is asked beside the run's own work; only a proposal that the guard took can be approved.
  const isClarification = planned?.clarification === true;
  const asked = isClarification ? 'clarification' : kind;
  const isForLeaf = options.leaf !== undefined;
  draft.emit({
    type: 'escalation.opened',
    escalationId: `esc_${draft.state.runId}_${draft.state.seq + 1}`,
    kind: asked,
    question,
    allowedActions: actionsFor(asked, call)
      .filter(
        (action) => action !== 'approve' || (isApprovable && (isForLeaf || (!isClarification && isOfUse(draft, call)))),
      )
      .filter((action) => action !== 'reject' || isForLeaf || asked === 'approval')
      .filter((action) => isAllowed(draft, { kind: asked, step: call?.step, leaf: options.leaf }, action)),
    ...options,
    ...(isClarification && { branch: true }),
    ...(wait !== undefined && { expiresAt: draft.now + wait }),
    ...(call && { step: call.step, epoch: call.epoch, attempt: call.attempt }),
    ...(call?.artifactId !== undefined && { artifactId: call.artifactId }),
    ...(call?.digest !== undefined && { artifactDigest: call.digest }),
  });
}

/** What broke beside a step can only be tried again; before its first attempt the step has nothing to put right. */
function actionsFor(kind: EscalationKind, call: Subject | undefined): readonly Action[] {
  const actions = ALLOWED_ACTIONS[kind];
  if (kind !== 'infrastructure' && kind !== 'internal') return actions;
  if (call === undefined) return OF_THE_RUN;
  return call.attempt > 0 ? actions : actions.filter((action) => action !== 'amend');
}

function isOfUse({ plan, state }: Draft, call: Subject | undefined): boolean {
  return call === undefined || rulesOf(plan).isAcceptable({ plan, state }, call);
}

/**
 * Closes the run. While words of people are being found out about, a failure is only noted, and closes the run once they are settled (R86).
 * Calls are revoked and questions withdrawn; a stop keeps what is being judged and every open question, so that a resume can go on from
 * there (R27, R44).
 */
export function close(
  draft: Draft,
  status: Ending,
  failure?: RunFailure,
  asked?: { readonly reason: string; readonly by: string },
): void {
  if (status === 'failed' && failure && draft.state.redirecting) return draft.emit({ type: 'run.failing', failure });
  for (const { call } of Object.values(draft.state.steps)) {
    if (call && (status !== 'stopped' || call.phase === 'generate')) discard(draft, call);
  }
  if (status !== 'stopped') {
    withdrawEscalations(draft);
    dropWords(draft);
  }
  draft.emit({ type: 'run.closed', status, ...(failure && { failure }), ...asked });
}

/** Revokes a call's token: what it still answers changes nothing (R27). */
export function discard(draft: Draft, { step, epoch, attempt, token }: Call, facts: { skipped?: true } = {}): void {
  draft.emit({ type: 'attempt.finished', step, epoch, attempt, token, status: 'discarded', ...facts });
}

/** Revokes the step's call and withdraws the questions about it, since nobody needs either any more (R44). The step stays as it is. */
export function dropCallAndQuestions(draft: Draft, step: string): void {
  const { call, escalation } = stateOf(draft.state, step);
  if (call) discard(draft, call);
  if (goesBy(draft.state, 'settledEndsQuestions')) return withdrawQuestions(draft, step);
  if (escalation !== undefined) draft.emit({ type: 'escalation.withdrawn', escalationId: escalation });
}

/**
 * Withdraws every open question about the step (R44), or those that `which` picks: while a person's answer to one question is judged, the
 * guard may ask another (R43), and what settles the step settles both. It does nothing in runs from before rules 4.
 */
export function withdrawQuestions(
  draft: Draft,
  step: string,
  which: (question: EscalationState) => boolean = () => true,
): void {
  if (!goesBy(draft.state, 'settledEndsQuestions')) return;
  for (const question of openEscalations(draft.state))
    if (question.step === step && which(question))
      draft.emit({ type: 'escalation.withdrawn', escalationId: question.id });
}

/** Ends every instruction in free words that is still being found out about as dropped, since the run ends (R86). */
export function dropWords(draft: Draft): void {
  for (const { step } of queueOf(draft.state)) draft.emit({ type: 'run.redirect_ended', step, outcome: 'dropped' });
}

function withdrawEscalations(draft: Draft): void {
  for (const { id } of openEscalations(draft.state)) draft.emit({ type: 'escalation.withdrawn', escalationId: id });
}
