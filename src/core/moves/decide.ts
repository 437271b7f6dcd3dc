import { doneBy } from '../../model/events/escalation-words.ts';
import type { Action } from '../../model/events/escalations.ts';
import { type DecideRequest, Refused } from '../../model/input.ts';
import type { Plan } from '../../model/plan.ts';
import { type EscalationState, goesBy, openEscalations } from '../../model/run-state.ts';
import { NO_USAGE } from '../../model/usage.ts';
import { keptFromSkip, mayBeNamed } from '../allowed-answers.ts';
import { invalidate } from '../cascade.ts';
import { letRun } from '../conditions.ts';
import { type Draft, draft } from '../draft.ts';
import { close, discard, dropWords, withdrawQuestions } from '../endings.ts';
import { isSettled } from '../frontier.ts';
import { isUpstreamOrSelf } from '../plan-graph.ts';
import { withinBound } from '../remaining-bound.ts';
import { amountOf, stillExceeded } from '../spending.ts';
import { planOf, stateOf } from '../state/lookup.ts';
import { isOf } from '../state/spoken.ts';
import { rulesOf } from '../topology.ts';
import { isJudging, mustBeAsSeen, overridesGuard } from './as-seen.ts';
import { mustBeOpen } from './control.ts';
import { skipTargets } from './infeasible.ts';
import { exhausted } from './recovery.ts';

/** A person's answer to an open escalation (api 5). The same answer again changes nothing; any other is refused (R42). */
export function decide(next: Draft, request: DecideRequest): void {
  const { escalationId, action } = request;
  const escalation = next.state.escalations[escalationId];
  if (!escalation) throw new Refused('escalation_not_found', `The run has no escalation ${escalationId}.`);
  if (escalation.decision?.action === action && escalation.decision.payload === payloadOf(request)) return;
  mustAllow(next, escalation, request);
  mustBeAsSeen(next, escalation, request);
  EFFECTS[action].check?.(next, escalation, request);
  // An amendment is decided by the guard; any other decision discards one that is being judged (R43).
  if (action === 'amend') return amend(next, escalation, request);
  const answered = withinBound((granted) => {
    const trial = draft(next.plan, next.state, next.now);
    answer(trial, escalation, request, granted);
    return trial;
  });
  for (const event of answered.events) next.emit(event);
}

function answer(next: Draft, escalation: EscalationState, request: DecideRequest, granted: number): void {
  const { action, by = 'anonymous', feedback, feedbackDigest, shown } = request;
  const comment = request.reason ?? request.comment;
  const others = openEscalations(next.state).filter(({ id, step }) => id !== escalation.id && step === escalation.step);
  const isForLeaf = escalation.leaf !== undefined && (action === 'approve' || action === 'reject');
  const judgesOn = goesBy(next.state, 'overrideSettles') ? isForLeaf : action === 'approve' || action === 'reject';
  if (!judgesOn) settleCall(next, escalation);
  const said = { ...(feedback !== undefined && { feedback }), ...(feedbackDigest !== undefined && { feedbackDigest }) };
  const why = { ...(comment !== undefined && { comment }), ...(shown !== undefined && { shown }) };
  const decided = { escalationId: escalation.id, action, by, payload: payloadOf(request), ...why, ...said };
  next.emit({ type: 'escalation.decided', ...decided, ...(granted > 0 && { granted }) });
  EFFECTS[action].apply(next, escalation, request);
  // An answer for the guard's leaf goes to its call; of what the guard has refused meanwhile it settles the step.
  const goesOn =
    isForLeaf && !(goesBy(next.state, 'leafAnswerSettles') && isSettled(next.state, escalation.step ?? ''));
  if (escalation.step === undefined || goesOn) return;
  // What was decided settles whatever else was asked about the step (R44).
  withdrawQuestions(next, escalation.step, ({ id }) => others.some((other) => other.id === id));
}

interface Effect {
  /** Throws `Refused` when the request lacks what the action needs. */
  check?(next: Draft, escalation: EscalationState, request: DecideRequest): void;
  apply(next: Draft, escalation: EscalationState, request: DecideRequest): void;
}

const EFFECTS: Readonly<Record<Action, Effect>> = {
  approve: { apply: override },
  amend: { check: mustBeStored, apply: amend },
  retry: { apply: retry },
  redo: { check: mustBeUpstream, apply: redo },
  skip: { check: mustBeSkippable, apply: skip },
  raise: {
    check: mustLift,
    apply: (next, _, { budgets = {}, by = 'anonymous' }) => {
      next.emit({ type: 'budget.raised', budgets, by });
      rulesOf(next.plan).limitsRaised(next);
    },
  },
  abort: { apply: abort },
  reject: { apply: sayNo },
};

/** The artifact is accepted over the guard: the step is waived with it, and serves its dependents (R12). Where nobody knew whether the step is for this run, it is. */
function override(next: Draft, escalation: EscalationState, { by = 'anonymous' }: DecideRequest): void {
  const { step, artifactId, artifactDigest, kind, isGiven } = escalation;
  if (kind === 'condition' && step !== undefined) return letRun(next, step, by);
  if (step === undefined || artifactId === undefined || artifactDigest === undefined) return;
  if (!overridesGuard(next.state, escalation)) return;
  next.emit({
    type: 'step.waived',
    ...placeOf(next, step),
    reason: 'approved',
    artifactId,
    digest: artifactDigest,
    ...rulesOf(next.plan).accepting(next.plan, step, isGiven === true && goesBy(next.state, 'givenIsRemembered')),
  });
}

/** A person's artifact goes to the guard like any other and costs no attempt. */
function amend(
  next: Draft,
  escalation: EscalationState,
  { artifactId, digest, by = 'anonymous', shown }: DecideRequest,
): void {
  const { step, leaf } = escalation;
  if (step === undefined || artifactId === undefined || digest === undefined) return;
  settleCall(next, escalation);
  withdrawQuestions(next, step, ({ id, leaf: asked }) => asked !== undefined && id !== escalation.id);
  const at = { ...placeOf(next, step), token: `h${next.state.seq + 1}` };
  const said = { ...(leaf !== undefined && { approves: leaf }), ...(shown !== undefined && { shown }) };
  next.emit({ type: 'artifact.created', ...at, artifactId, digest, source: 'human', usage: NO_USAGE, by, ...said });
  if (leaf !== undefined) withdrawApproval(next, escalation, step);
}

/**
 * The call that waited for an answer to its leaf is gone, so that from now on `approve` would accept the artifact over the guard. Where the
 * definition of the step says which answers people may give, no answer does (R129).
 */
function withdrawApproval(next: Draft, { id, allowedActions }: EscalationState, step: string): void {
  if (planOf(next.plan, step).allow === undefined || !allowedActions.includes('approve')) return;
  const left = allowedActions.filter((action) => action !== 'approve');
  next.emit({ type: 'escalation.updated', escalationId: id, allowedActions: left });
}

/** For a guard's leaf the answer itself goes on (R73); a step that may not begin yet is told why, and the person asked again. */
function sayNo(next: Draft, escalation: EscalationState, { feedback, feedbackDigest }: DecideRequest): void {
  const { step, leaf } = escalation;
  if (step === undefined || (leaf !== undefined && isJudging(next.state, step))) return;
  guide(next, step, escalation.id, { text: feedback, digest: feedbackDigest });
  const { attempt, allowed, escalation: asked } = stateOf(next.state, step);
  // The question that the refused artifact was an answer to is open again.
  if (asked !== undefined && goesBy(next.state, 'questionReopens')) return;
  if (leaf !== undefined && attempt >= allowed) exhausted(next, subjectOf(next, escalation, step), leaf);
}

function subjectOf(next: Draft, { artifactId, artifactDigest: digest }: EscalationState, step: string) {
  return {
    ...placeOf(next, step),
    ...(artifactId !== undefined && { artifactId }),
    ...(digest !== undefined && { digest }),
  };
}

function mustLift({ state, now }: Draft, _: EscalationState, { budgets }: DecideRequest): void {
  must(budgets, 'budgets', 'the limits that are raised');
  const short = stillExceeded(state, budgets ?? {}, now);
  if (!short) return;
  const detail = `${short.budget} has to be more than the ${amountOf(short.budget, short.used)} that are used.`;
  throw new Refused('invalid_request', detail, { field: 'budgets' });
}

function retry(next: Draft, escalation: EscalationState, request: DecideRequest): void {
  const { step, id: cause, kind } = escalation;
  if (step === undefined) return;
  // A probe is settled: to ask it again is to undo it.
  if (kind === 'infeasible') return redo(next, escalation, { ...request, step });
  const { extraAttempts: allowed, guidance: text, guidanceDigest: digest } = request;
  next.emit({ type: 'step.reopened', ...placeOf(next, step), cause, ...(allowed !== undefined && { allowed }) });
  guide(next, step, cause, { text, digest });
}

function redo(next: Draft, escalation: EscalationState, request: DecideRequest): void {
  const { step = '', guidance: text, guidanceDigest: digest } = request;
  invalidate(next, [step], escalation.id);
  guide(next, step, escalation.id, { text, digest });
}

function skip(next: Draft, { step, kind }: EscalationState, { step: named, by = 'anonymous' }: DecideRequest): void {
  if (kind === 'infeasible' && step !== undefined) return skipTargets(next, step, `skipped ${doneBy(by)}`);
  const id = step ?? named;
  if (id !== undefined) next.emit({ type: 'step.waived', ...placeOf(next, id), reason: `skipped ${doneBy(by)}` });
}

function abort(next: Draft, { step }: EscalationState, { reason, comment, by = 'anonymous' }: DecideRequest): void {
  const detail = reason ?? comment ?? `aborted ${doneBy(by)}`;
  // Who aborts where words are asked about lets these be, too.
  if (isOf(next.state, step)) dropWords(next);
  close(next, 'failed', { code: 'aborted', ...(step !== undefined && { step }), detail });
}

/** Guidance joins the step's specification (api 5); `from` is the escalation that it was given to. */
function guide(
  next: Draft,
  step: string,
  from: string,
  { text, digest }: { readonly text: string | undefined; readonly digest: string | undefined },
): void {
  if (text === undefined && digest === undefined) return;
  const said = { ...(text !== undefined && { text }), ...(digest !== undefined && { digest }) };
  next.emit({ type: 'context.injected', ...placeOf(next, step), from, ...said });
}

/** What was still being judged is over: a person's artifact is discarded, a generated one was an attempt and is rejected. */
function settleCall(next: Draft, { step }: EscalationState): void {
  const call = step === undefined ? undefined : stateOf(next.state, step).call;
  if (!call) return;
  if (call.source === 'human') return discard(next, call);
  const { epoch, attempt, token } = call;
  next.emit({ type: 'attempt.finished', step: call.step, epoch, attempt, token, status: 'rejected' });
}

/** What a decision asks for, beside its action; who and why do not count (R42). */
export function payloadOf(request: Omit<DecideRequest, 'kind' | 'escalationId' | 'action'>): string {
  const { digest, step, guidance, guidanceDigest, extraAttempts, budgets, reason, feedback, feedbackDigest } = request;
  return JSON.stringify({
    digest,
    step,
    guidance,
    guidanceDigest,
    extraAttempts,
    budgets,
    reason,
    feedback,
    feedbackDigest,
  });
}

function mustAllow({ plan, state }: Draft, escalation: EscalationState, request: DecideRequest): void {
  const { status, decision, allowedActions, artifactDigest, step, leaf } = escalation;
  if (decision) throw new Refused('already_decided', `Decided before: ${decision.action}.`, { decision });
  if (status !== 'open') throw new Refused('escalation_closed', `The escalation is ${status}.`);
  mustBeOpen(state);
  if (step !== undefined && plan.steps.every(({ id }) => id !== step)) {
    throw new Refused('escalation_withdrawn', `${step} is no step of the run any more.`);
  }
  mustBeAllowed(plan, escalation, request.action);
  if (request.action === 'approve' && leaf !== undefined && isOf(state, step) && !isJudging(state, step ?? '')) {
    const detail = 'The guard of the proposal did not take this text: amend it, or let the words be (skip).';
    throw new Refused('action_not_allowed', detail, {
      allowedActions: allowedActions.filter((one) => one !== 'approve'),
    });
  }
  if (request.artifactDigest !== undefined && request.artifactDigest !== artifactDigest) {
    throw new Refused('digest_mismatch', 'The artifact moved on since it was shown.', { artifactDigest });
  }
}

/** Throws `Refused` (`action_not_allowed`) for an answer that the question does not take. */
export function mustBeAllowed(
  plan: Plan,
  { allowedActions, step }: Pick<EscalationState, 'allowedActions' | 'step'>,
  action: Action,
): void {
  if (allowedActions.includes(action)) return;
  const isLimited = plan.steps.some(({ id, allow }) => id === step && allow !== undefined);
  const why = isLimited ? ` The definition of ${step} says so (allow).` : '';
  const detail = `"${action}" is not allowed here, but ${allowedActions.join(', ')}.${why}`;
  throw new Refused('action_not_allowed', detail, { allowedActions });
}

function mustBeStored({ state }: Draft, { step = '' }: EscalationState, { artifactId, digest }: DecideRequest): void {
  const { call } = stateOf(state, step);
  if (call?.source === 'human' && call.pending === undefined)
    throw new Refused('amend_in_progress', 'An amendment is being judged; wait for its verdict.');
  must(artifactId, 'artifactId', 'the stored artifact');
  must(digest, 'digest', "the artifact's digest");
}

function mustBeUpstream({ plan, state }: Draft, { step }: EscalationState, { step: named }: DecideRequest): void {
  must(named, 'step', 'the step to run again');
  const known = named !== undefined && state.steps[named] !== undefined;
  if (known) mustRunHere({ plan, state }, named);
  if (known && step === undefined && !mayBeNamed(plan, named, 'redo')) throw notListed(named, 'redo');
  if (known && (step === undefined || isUpstreamOrSelf(plan, named, step))) return;
  throw new Refused('not_upstream', `${named} is not ${step} or one of the steps that it depends on.`, {
    field: 'step',
  });
}

function mustBeSkippable(next: Draft, escalation: EscalationState, request: DecideRequest): void {
  mustNameStep(next, escalation, request);
  const kept = keptFromSkip(next, escalation, request.step);
  if (kept !== undefined) throw notListed(kept, 'skip');
}

/** The refusal of an answer that would do to a step what the step's definition does not list (R129). */
function notListed(step: string, action: 'skip' | 'redo'): Refused {
  const detail = `The definition of ${step} does not list "${action}" among the answers that people may give (allow). Choose another answer, or end the run with "abort".`;
  return new Refused('action_not_allowed', detail, { field: 'step' });
}

function mustNameStep({ plan, state }: Draft, { step }: EscalationState, { step: named = '' }: DecideRequest): void {
  if (step !== undefined) return;
  must(named || undefined, 'step', 'the step to skip');
  if (state.steps[named] === undefined)
    throw new Refused('unknown_step', `The run has no step ${named}.`, { field: 'step' });
  if (rulesOf(plan).isDone(state, named))
    throw new Refused('step_resolved', `${named} is resolved already; there is nothing to skip.`, { field: 'step' });
  mustRunHere({ plan, state }, named);
}

/** A step that does not run where the run stands is reached by the run itself, not by an answer. */
function mustRunHere({ plan, state }: Pick<Draft, 'plan' | 'state'>, step: string): void {
  const rules = rulesOf(plan);
  if (rules.isHere(state, planOf(plan, step))) return;
  const here = plan.steps.filter((each) => rules.isHere(state, each)).map(({ id }) => id);
  const detail = `${step} does not run ${rules.whereabouts(state)}; there run ${here.join(', ') || 'none'}.`;
  throw new Refused('not_in_state', detail, { field: 'step' });
}

function must(value: unknown, field: string, what: string): void {
  if (value === undefined) throw new Refused('invalid_request', `${field} is needed: ${what}.`, { field });
}

function placeOf({ state }: Draft, step: string) {
  const { epoch, attempt } = stateOf(state, step);
  return { step, epoch, attempt };
}
