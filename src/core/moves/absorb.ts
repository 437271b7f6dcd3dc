import type { At, Event } from '../../model/event.ts';
import {
  type Broken,
  type CallResult,
  type Generated,
  type Input,
  type Judged,
  type Paying,
  type Pending,
  type Skipped,
} from '../../model/input.ts';
import type { Plan } from '../../model/plan.ts';
import { type Call, isClosed, openEscalations, type RunState } from '../../model/run-state.ts';
import { beyond } from '../../model/usage.ts';
import { align, begin } from '../../topologies/and-or/align.ts';
import { anotherWay, SWAPS_USED_UP } from '../../topologies/and-or/another-way.ts';
import { decompose } from '../../topologies/and-or/decompose.ts';
import { infeasible } from '../../topologies/and-or/infeasible.ts';
import { isSpeculative, settleRaces, switchBranch } from '../../topologies/and-or/search.ts';
import { absorbVerification } from '../../topologies/base-case/verification.ts';
import { variablesOf } from '../../topologies/machine/sets-variables.ts';
import { type Draft, draft, stateOf } from '../draft.ts';
import { close, discard, escalate } from '../endings.ts';
import { dropSkipped, letBe } from '../spoken.ts';
import { isOf } from '../spoken-state.ts';
import { parkFor } from '../tick.ts';
import { verification, wanted } from '../wanted.ts';
import { conditionBroke, conditioned, note, skip } from './conditioned.ts';
import { pause, resume, stop, terminate } from './control.ts';
import { decide, payloadOf } from './decide.ts';
import { climb, recover } from './recovery.ts';
import { clarify, redirect, tryAgain } from './redirect.ts';
import { setBudget } from './set-budget.ts';

/**
 * One thing that happened → the events it makes. Recovery is decided here, per result; scheduling only in `tick`. A result whose
 * token is not current makes none (R27). Throws `Refused` for a request that the state does not allow: run dry, this is the
 * validator of Updates too.
 */
export function absorb(plan: Plan, state: RunState, input: Input, now: number): readonly Event[] {
  const next = draft(plan, state, now);
  switch (input.kind) {
    case 'generated':
    case 'skipped':
    case 'conditioned':
    case 'judged':
    case 'pending':
    case 'broken':
    case 'verified':
      absorbResult(next, input);
      break;
    case 'align':
      align(next, input);
      break;
    case 'begin':
      begin(next, input);
      break;
    case 'decompose':
      return decompose(state, input, now);
    case 'stop':
      stop(next, input);
      break;
    case 'pause':
      pause(next, input);
      break;
    case 'resume':
      resume(next, input);
      break;
    case 'terminate':
      terminate(next, input);
      break;
    case 'decide':
      decide(next, input);
      break;
    case 'budget':
      setBudget(next, input);
      break;
    case 'redirect':
      return redirect(plan, state, input, now);
    case 'clarify':
      return clarify(state, input, now);
    case 'misunderstood':
      tryAgain(next, input);
      break;
    case 'cancel':
      if (!isClosed(state)) close(next, 'cancelled');
      break;
    case 'time':
      expire(next);
      break;
  }
  dropSkipped(next);
  settleRaces(next);
  return next.events;
}

function absorbResult(next: Draft, result: CallResult): void {
  if (result.kind === 'conditioned') return conditioned(next, result);
  if (result.kind === 'broken' && conditionBroke(next, result)) return;
  if (result.token === verification(next.state)) {
    pay(next, result);
    return absorbVerification(next, result);
  }
  const call = wanted(next.state).find(({ token }) => token === result.token);
  if (!call) return;
  pay(next, result, call);
  switch (result.kind) {
    case 'verified':
      return;
    case 'generated':
      return generated(next, call, result);
    case 'skipped':
      return skipped(next, call, result);
    case 'judged':
      return judged(next, call, result);
    case 'pending':
      return pending(next, call, result);
    case 'broken':
      return broken(next, call, result);
  }
}

/** What answers that led to nothing have cost since the log knew of them last (R111). */
function pay(next: Draft, { paid }: Paying, call?: Call): void {
  const usage = paid && beyond(paid, next.state.usage.discarded);
  if (usage) next.emit({ type: 'usage.discarded', ...(call && at(call)), usage });
}

function generated(next: Draft, call: Call, result: Generated): void {
  if (call.phase !== 'generate') return;
  const { artifactId, digest, usage, source } = result;
  note(next, call, result.notes);
  next.emit({ type: 'artifact.created', ...at(call), artifactId, digest, source, usage });
  const made: Call = { ...call, phase: 'guard', source, artifactId, digest };
  if (result.waived) waive(next, made);
  else if (result.accepted) accept(next, made);
  else if (result.rejected)
    judged(next, made, { kind: 'judged', token: call.token, verdict: 'retry', ...result.rejected });
}

function skipped(next: Draft, call: Call, { reason, notes }: Skipped): void {
  if (call.phase !== 'generate') return;
  discard(next, call, { skipped: true });
  note(next, call, notes);
  skip(next, call, reason);
}

function judged(next: Draft, call: Call, result: Judged): void {
  const { artifactId } = call;
  if (call.phase !== 'guard' || artifactId === undefined) return;
  const { kind: _kind, token: _token, verdict, guard, notes, ...facts } = result;
  note(next, call, notes);
  const { criteria } = next.state;
  const cited = criteria === undefined ? facts : { ...facts, criteria };
  next.emit({ type: 'guard.verdict', ...at(call), artifactId, verdict, guard, ...cited });
  if (verdict === 'pass') {
    accept(next, call);
    if (result.infeasible === true) infeasible(next, call);
    return;
  }
  next.emit({ type: 'attempt.finished', ...at(call), status: 'rejected' });
  if (call.source === 'human') amendmentFailed(next, call);
  else recover(next, call, verdict, guard);
}

/** A leaf of the guard is for a person: the branch waits, the others go on (R45, R73). */
function pending(next: Draft, call: Call, { leaf, question, expiresIn, rejectOnExpiry, asksBack }: Pending): void {
  if (call.phase !== 'guard') return;
  escalate(next, 'approval', call, question ?? `Does the artifact of ${call.step} pass ${leaf}?`, {
    branch: true,
    leaf,
    ...(expiresIn !== undefined && { expiresIn }),
    ...(rejectOnExpiry !== undefined && { rejectOnExpiry }),
    ...(asksBack !== undefined && { asksBack }),
  });
}

/** The question stays open, about the artifact that was tried last (R43). */
function amendmentFailed(next: Draft, { step, artifactId, digest }: Call): void {
  const { escalation } = stateOf(next.state, step);
  if (escalation === undefined || artifactId === undefined || digest === undefined) return;
  next.emit({ type: 'escalation.updated', escalationId: escalation, artifactId, artifactDigest: digest });
}

function accept(next: Draft, call: Call): void {
  const { step, epoch, attempt, artifactId, digest, by = 'anonymous' } = call;
  if (artifactId === undefined || digest === undefined) return;
  next.emit({ type: 'attempt.finished', ...at(call), status: 'accepted' });
  const { escalation } = stateOf(next.state, step);
  if (escalation !== undefined) {
    const payload = payloadOf({ digest });
    next.emit({ type: 'escalation.decided', escalationId: escalation, action: 'amend', by, payload });
  }
  next.emit({
    type: 'step.satisfied',
    step,
    epoch,
    attempt,
    artifactId,
    digest,
    ...variablesOf(next.plan, step, call.source === 'human'),
  });
}

function waive(next: Draft, call: Call): void {
  const { step, epoch, attempt, artifactId, digest } = call;
  if (artifactId === undefined || digest === undefined) return;
  next.emit({ type: 'attempt.finished', ...at(call), status: 'waived' });
  next.emit({ type: 'step.waived', step, epoch, attempt, reason: 'approved in the origin', artifactId, digest });
}

/** Faults of the machinery are no attempt and no verdict (R32): the attempt gives its number back and a person is asked. */
function broken(next: Draft, call: Call, { reason, detail, guard, budget }: Broken): void {
  if (guard !== undefined) next.emit({ type: 'guard.error', ...at(call), guard, detail });
  discard(next, call);
  if (reason === 'budget') return budget && parkFor(next, budget);
  // A person's artifact that could not be judged leaves its question open; a used-up quota climbs while there is a rung (R77).
  if (call.source === 'human' || (reason === 'quota' && climb(next, call))) return;
  if (isSpeculative(next, call.step) && switchBranch(next, call.step, detail)) return;
  if (reason !== 'context_overflow')
    return escalate(next, reason === 'quota' ? 'infrastructure' : reason, call, detail);
  const { step, epoch } = call;
  const way = anotherWay(next, step, { step, epoch, guard: reason }, detail, { onlyWithAlternative: true });
  if (way === 'taken') return;
  const { swapsUsedUp } = way;
  escalate(next, reason, call, `${detail}${swapsUsedUp ? SWAPS_USED_UP : ''}`, { ...(swapsUsedUp && { swapsUsedUp }) });
}

/** A question that nobody answered in time fails the run: expiry never approves (R41). While the run is paused its clock stands. */
function expire(next: Draft): void {
  if (next.state.control.pause) return;
  for (const { id, step, expiresAt, rejectOnExpiry } of openEscalations(next.state)) {
    if (expiresAt === undefined || expiresAt > next.now || isClosed(next.state)) continue;
    // Until what was said is settled no other question ends anything (R86).
    const isSpoken = isOf(next.state, step);
    if (next.state.redirecting && !isSpoken) continue;
    next.emit({ type: 'escalation.expired', escalationId: id });
    if (isSpoken && step !== undefined) {
      letBe(next, step, 'expired');
      continue;
    }
    if (rejectOnExpiry === true) continue;
    const detail = `${id} was not decided in time`;
    close(next, 'failed', { code: 'escalation_expired', ...(step !== undefined && { step }), detail });
  }
}

function at({ step, epoch, attempt, token }: At): At {
  return { step, epoch, attempt, token };
}
