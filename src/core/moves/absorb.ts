import type { Broken, CallResult, Generated, Judged, Paying, Pending, Skipped } from '../../model/call-result.ts';
import type { Event } from '../../model/event.ts';
import type { At } from '../../model/events/place.ts';
import type { Input } from '../../model/input.ts';
import type { Plan } from '../../model/plan.ts';
import { type Call, isClosed, openEscalations, type RunState } from '../../model/run-state.ts';
import { beyond } from '../../model/usage.ts';
import { type Draft, draft } from '../draft.ts';
import { close, discard, escalate, withdrawQuestions } from '../endings.ts';
import { parkFor } from '../parking.ts';
import { dropSkipped, letBe } from '../spoken.ts';
import { stateOf } from '../state/lookup.ts';
import { isOf } from '../state/spoken.ts';
import { rulesOf, SWAPS_USED_UP } from '../topology.ts';
import { ownCalls, wanted } from '../wanted.ts';
import { conditionBroke, conditioned, note, skip, warn } from './conditioned.ts';
import { pause, resume, stop, terminate } from './control.ts';
import { decide, payloadOf } from './decide.ts';
import { infeasible } from './infeasible.ts';
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
  const events = move(next, input);
  if (events) return events;
  dropSkipped(next);
  rulesOf(plan).absorbed(next);
  return next.events;
}

/** What each kind of input does. A move that goes by a plan of its own answers with its events; all others emit into the draft. */
type Moves = { readonly [Kind in Input['kind']]: Move<Extract<Input, { readonly kind: Kind }>> };
type Move<Each> = (next: Draft, input: Each) => readonly Event[] | void;

const MOVES: Moves = {
  generated: absorbResult,
  skipped: absorbResult,
  conditioned: absorbResult,
  judged: absorbResult,
  pending: absorbResult,
  broken: absorbResult,
  verified: absorbResult,
  align: (next, input) => rulesOf(next.plan).moves.align?.(next, input),
  begin: (next, input) => rulesOf(next.plan).moves.begin?.(next, input),
  decompose: (next, input) => rulesOf(next.plan).moves.decompose?.(next, input),
  stop,
  pause,
  resume,
  terminate,
  decide,
  budget: setBudget,
  redirect: ({ plan, state, now }, input) => redirect(plan, state, input, now),
  clarify: ({ state, now }, input) => clarify(state, input, now),
  misunderstood: tryAgain,
  cancel(next) {
    if (!isClosed(next.state)) close(next, 'cancelled');
  },
  time: expire,
};

function move<Kind extends Input['kind']>(next: Draft, input: Extract<Input, { readonly kind: Kind }>) {
  const kind: Kind = input.kind;
  return MOVES[kind](next, input);
}

function absorbResult(next: Draft, result: CallResult): void {
  if (result.kind === 'conditioned') return conditioned(next, result);
  if (result.kind === 'broken' && conditionBroke(next, result)) return;
  if (ownCalls(next.plan, next.state).some(({ token }) => token === result.token)) {
    pay(next, result);
    return rulesOf(next.plan).answered(next, result);
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
  warn(next, call, result.warnings);
  next.emit({ type: 'artifact.created', ...at(call), artifactId, digest, source, usage });
  const made: Call = { ...call, phase: 'guard', source, artifactId, digest };
  if (result.waived) waive(next, made);
  else if (result.accepted) accept(next, made);
  else if (result.rejected) {
    const { advice, ...rejected } = result.rejected;
    judged(next, made, { kind: 'judged', token: call.token, verdict: 'retry', ...rejected }, advice);
  }
}

function skipped(next: Draft, call: Call, { reason, notes }: Skipped): void {
  if (call.phase !== 'generate') return;
  discard(next, call, { skipped: true });
  note(next, call, notes);
  skip(next, call, reason);
}

/** `advice`: no other attempt follows, unless with another model; what a person can change. */
function judged(next: Draft, call: Call, result: Judged, advice?: string): void {
  const { artifactId } = call;
  if (call.phase !== 'guard' || artifactId === undefined) return;
  const { kind: _kind, token: _token, verdict, guard, notes, warnings, ...facts } = result;
  note(next, call, notes);
  warn(next, call, warnings);
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
  else recover(next, call, verdict, guard, advice);
}

/** A leaf of the guard is for a person: the branch waits, the others go on (R45, R73). */
function pending(next: Draft, call: Call, { leaf, question, expiresIn, rejectOnExpiry, asksBack }: Pending): void {
  if (call.phase !== 'guard') return;
  // Of what was judged before nobody wants to know any more.
  withdrawQuestions(next, call.step, ({ leaf: asked }) => asked !== undefined);
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
  withdrawQuestions(next, step);
  next.emit({
    type: 'step.satisfied',
    step,
    epoch,
    attempt,
    artifactId,
    digest,
    ...rulesOf(next.plan).accepting(next.plan, step, call.source === 'human'),
  });
}

function waive(next: Draft, call: Call): void {
  const { step, epoch, attempt, artifactId, digest } = call;
  if (artifactId === undefined || digest === undefined) return;
  next.emit({ type: 'attempt.finished', ...at(call), status: 'waived' });
  next.emit({ type: 'step.waived', step, epoch, attempt, reason: 'approved in the origin', artifactId, digest });
}

/** Faults of the machinery are no attempt and no verdict (R32): the attempt gives its number back and a person is asked. */
function broken(next: Draft, call: Call, { reason, detail, guard, exhausted, endpoint }: Broken): void {
  if (guard !== undefined) next.emit({ type: 'guard.error', ...at(call), guard, detail });
  discard(next, call);
  if (reason === 'budget') return exhausted && parkFor(next, exhausted);
  // A person's artifact that could not be judged leaves its question open; a used-up quota climbs while there is a rung (R77).
  if (call.source === 'human' || (reason === 'quota' && climb(next, call))) return;
  const rules = rulesOf(next.plan);
  if (rules.leavesToOthers(next, call.step, detail)) return;
  if (reason !== 'context_overflow')
    return escalate(next, reason === 'quota' ? 'infrastructure' : reason, call, detail, {
      ...(endpoint !== undefined && { endpoint }),
    });
  const { step, epoch } = call;
  const way = rules.anotherWay(next, step, { step, epoch, guard: reason }, detail, { onlyWithAlternative: true });
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
