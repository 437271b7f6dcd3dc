/** A person's correction of a run under way (api 4, R27, R48, R62): everything happens in one go, or nothing does. */

import type { Event } from '../../model/event.ts';
import { doneBy } from '../../model/events/escalation-words.ts';
import { downstream } from '../../model/graph.ts';
import {
  type ClarifyRequest,
  type Input,
  type Misunderstood,
  type RedirectRequest,
  Refused,
} from '../../model/input.ts';
import { DECOMPOSITION_GUARD, type Plan } from '../../model/plan.ts';
import { goesBy, isClosed, openEscalations, type RunState } from '../../model/run-state.ts';
import { NO_USAGE } from '../../model/usage.ts';
import { invalidate } from '../cascade.ts';
import { type Draft, draft } from '../draft.ts';
import { discard, withdrawQuestions } from '../endings.ts';
import { isSettled } from '../frontier.ts';
import { presentGraph } from '../plan-graph.ts';
import { withinBound } from '../remaining-bound.ts';
import { interruptFor, proposeAnew } from '../spoken.ts';
import { planOf, stateOf } from '../state/lookup.ts';
import { rulesOf } from '../topology.ts';
import { wanted } from '../wanted.ts';
import { mustBeOpen } from './control.ts';
import { exhausted } from './recovery.ts';
import { setBudget } from './set-budget.ts';

/** `before` is the plan so far; the one that the request brings along makes the events. Throws `Refused`. */
export function redirect(before: Plan, state: RunState, request: RedirectRequest, now: number): readonly Event[] {
  const plan = request.revision?.plan ?? before;
  mustBeAllowed(plan, state, request);
  return withinBound((granted) => correct(plan, state, request, granted, now)).events;
}

/** A step that finds out what a person's words mean joins the run. Nothing is changed, and all else is interrupted (R86). Throws `Refused`. */
export function clarify(state: RunState, request: ClarifyRequest, now: number): readonly Event[] {
  mustBeOpen(state);
  mustBeUpToDate(state, request);
  const { step, by = 'anonymous', revision, interrupts, instruction } = request;
  return withinBound((granted) => {
    const next = draft(revision.plan, state, now);
    const said = instruction === undefined ? {} : { instruction };
    if (interrupts === true) interruptFor(next);
    const facts = { step, by, revision: revision.digest, granted, ...(interrupts && { interrupts }), ...said };
    next.emit({ type: 'run.redirecting', ...facts });
    return next;
  }).events;
}

/**
 * What was proposed and agreed to cannot be made: another proposal, told why. What no person has agreed to was an attempt like any other
 * that fails: automation gives itself no further ones (design 3.2).
 */
export function tryAgain(next: Draft, { step, detail, isAttempt }: Misunderstood): void {
  const { epoch, attempt, allowed, sigma } = stateOf(next.state, step);
  if (isClosed(next.state) || sigma !== 'satisfied') return;
  const text = `The change could not be made: ${detail}`;
  const cause = isAttempt === true ? 'decomposition' : 'redirect';
  next.emit({ type: 'step.reopened', step, epoch, attempt, cause, ...(isAttempt === true && { sameEpoch: true }) });
  next.emit({ type: 'context.injected', step, epoch, attempt, from: cause, text });
  if (isAttempt === true && attempt >= allowed) exhausted(next, { step, epoch, attempt }, DECOMPOSITION_GUARD);
}

/** The plan that holds once the input is absorbed. */
export function planAfter(before: Plan, input: Input): Plan {
  return 'revision' in input ? (input.revision?.plan ?? before) : before;
}

function correct(plan: Plan, before: RunState, request: RedirectRequest, granted: number, now: number): Draft {
  const { type: change, description, by = 'anonymous', revision, budgets, bindings = {}, settles } = request;
  const ids = new Set(plan.steps.map(({ id }) => id));
  const removed = Object.keys(before.steps).filter((id) => !ids.has(id));
  const next = draft(plan, before, now);
  const rules = rulesOf(plan);
  interrupt(next, new Set(removed));
  if (request.variables) interruptCode(next);
  const redirectId = request.redirectId ?? `rdr_${before.runId}_${next.state.seq + 1}`;
  next.emit({
    type: 'run.redirected',
    redirectId,
    change,
    description,
    by,
    trailCleared: change === 'objective_change',
    added: [...ids].filter((id) => before.steps[id] === undefined),
    removed,
    ...(revision && { revision: revision.digest }),
    granted,
    ...rules.redirected(plan, before),
    ...(settles !== undefined && { settles }),
    ...(request.variables && { variables: request.variables }),
  });
  const reopens = change === 'objective_change' && goesBy(before, 'objectiveReopens');
  if (reopens && !goesBy(before, 'reopensAfterReset')) rules.reopenChoices(next, before, request.force);
  if (revision) proposeAnew(next, redirectId);
  if (request.state !== undefined) rules.moveTo(next, request.state, by);
  if (budgets) setBudget(next, { kind: 'budget', budgets, by });
  for (const [step, artifact] of Object.entries(bindings)) override(next, step, artifact, by);
  const replaced = (request.remove ?? []).filter((id) => ids.has(id));
  const affected = downstream(presentGraph(plan, next.state), Object.keys(bindings));
  const again = [...new Set([...(request.reset ?? []), ...replaced, ...affected])];
  // What a person wrote stays, also where it depends on something else that a person wrote.
  invalidate(next, again, redirectId, new Set(Object.keys(bindings)));
  // What is tried next is seen once all is reset.
  if (reopens && goesBy(before, 'reopensAfterReset')) rules.reopenChoices(next, before, request.force);
  if (request.force) rules.forceChoice(next, request.force, redirectId);
  rules.withdrawNeedlessQuestions(next);
  return next;
}

/** Revokes every generation under way and all that a removed step does or asks; what the whole run was stuck at is looked at anew. */
function interrupt(next: Draft, removed: ReadonlySet<string>): void {
  for (const { call } of Object.values(next.state.steps)) {
    if (call && (removed.has(call.step) || call.phase === 'generate')) discard(next, call);
  }
  for (const { id, kind, step } of openEscalations(next.state)) {
    const isMoot = step === undefined ? kind !== 'budget' : removed.has(step);
    if (isMoot) next.emit({ type: 'escalation.withdrawn', escalationId: id });
  }
}

/** What code is about to set was made of the variables before: it would set them again without having said so (R89). */
function interruptCode(next: Draft): void {
  for (const { call } of Object.values(next.state.steps)) {
    if (call && planOf(next.plan, call.step).kind === 'code') discard(next, call);
  }
}

/** A new version of an accepted artifact, a person's and unguarded; the step stays as settled as it was (R48). */
function override(
  next: Draft,
  step: string,
  { artifactId, digest }: { readonly artifactId: string; readonly digest: string },
  by: string,
): void {
  const { epoch, attempt, sigma } = stateOf(next.state, step);
  const place = { step, epoch, attempt };
  const at = { ...place, token: `h${next.state.seq + 1}` };
  next.emit({ type: 'artifact.created', ...at, artifactId, digest, source: 'human', usage: NO_USAGE, by });
  next.emit({ type: 'attempt.finished', ...at, status: 'accepted' });
  const variables = rulesOf(next.plan).accepting(next.plan, step, true);
  if (sigma === 'waived')
    next.emit({
      type: 'step.waived',
      ...place,
      reason: `overridden ${doneBy(by)}`,
      artifactId,
      digest,
      ...variables,
    });
  else next.emit({ type: 'step.satisfied', ...place, artifactId, digest, ...variables });
  // Whether to go on in spite of what a probe found is no question once a person has written what it finds (R91).
  withdrawQuestions(next, step, ({ kind }) => kind === 'infeasible');
}

function mustBeAllowed(plan: Plan, state: RunState, request: RedirectRequest): void {
  mustBeOpen(state);
  const { onConflict, remove = [], reset = [], bindings = {} } = request;
  const busy = wanted(state).map(({ step }) => step);
  if (onConflict === 'reject' && busy.length > 0) {
    const detail = `${busy.join(', ')} would be interrupted; send onConflict "interrupt", or wait.`;
    throw new Refused('redirect_conflict', detail, { inFlight: busy });
  }
  mustBeUpToDate(state, request);
  mustBeUnresolved(state, remove);
  const { state: to } = request;
  const rules = rulesOf(plan);
  if (to !== undefined && !rules.mayMoveTo(plan, to)) {
    throw new Refused('unknown_state', `The run has no state ${to}.`, { field: 'state' });
  }
  const unknown = reset.find((id) => plan.steps.every((step) => step.id !== id));
  if (unknown !== undefined) throw new Refused('unknown_step', `The run has no step ${unknown}.`, { field: 'reset' });
  const elsewhere = reset.find((id) => !rules.isHere(state, planOf(plan, id)));
  if (elsewhere !== undefined) {
    const detail = `${elsewhere} does not run ${rules.whereabouts(state)}: it would not be made again.`;
    throw new Refused('not_in_state', detail, { field: 'reset' });
  }
  const bare = Object.keys(bindings).find((id) => stateOf(state, id).artifact === undefined);
  if (bare !== undefined) {
    throw new Refused('no_artifact', `${bare} has no accepted artifact to override.`, { field: 'bindings' });
  }
}

/** Throws `Refused` (`step_resolved`) for what is done already: it cannot be taken out. */
export function mustBeUnresolved(state: RunState, remove: readonly string[]): void {
  const resolved = remove.find((id) => isSettled(state, id));
  if (resolved === undefined) return;
  throw new Refused('step_resolved', `${resolved} is resolved and cannot be removed.`, { field: 'remove' });
}

/** A revision is made from what the run goes by at that time, or another one's change would be lost. */
export function mustBeUpToDate(state: RunState, { revision }: Pick<RedirectRequest, 'revision'>): void {
  if (!revision || revision.from === state.revision) return;
  throw new Refused('redirect_stale', 'Another redirect changed the definition meanwhile.');
}
