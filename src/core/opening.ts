/** How epochs and attempts begin: what people are asked first, and what holds one back. */
import type { StepPlan } from '../model/plan.ts';
import { goesBy, type RunState } from '../model/run-state.ts';
import { isUnasked } from './conditions.ts';
import type { Draft } from './draft.ts';
import { escalate } from './endings.ts';
import { countsAsStall } from './events/steps.ts';
import { isOpenable } from './openable.ts';
import { askOfStall, iterationsShort, park, shortOf } from './parking.ts';
import { planOf, stateOf } from './state/lookup.ts';
import { rulesOf } from './topology.ts';
import { isBusy, wanted } from './wanted.ts';

/** Opens an attempt of every step that is ready, in declared order, while there is room and nothing shared is in use. */
export function openInOrder(next: Draft): void {
  const flying = wanted(next.state).filter(({ step }) => planOf(next.plan, step).clarification !== true);
  const busy = new Set(flying.flatMap((call) => planOf(next.plan, call.step).resources));
  let room = next.state.budgets.maxParallelAgents - flying.length;
  // What begins together is one iteration: none of it is held back because of the others.
  const before = next.state;
  let isHeldBack = false;
  const wave = next.state.seq + 1;
  for (const step of rulesOf(next.plan).order(next.plan)) {
    if (room <= 0) return;
    if (
      step.clarification === true ||
      !isOpenable(next.plan, next.state, step) ||
      step.resources.some((name) => busy.has(name))
    )
      continue;
    if (isUnasked(next.state, step)) continue;
    const opens = !stateOf(next.state, step.id).open;
    // A question before the first attempt is no attempt, and its epoch an iteration all the same (R72).
    const asked = opens && goesBy(next.state, 'questionNeedsIteration') ? iterationsShort(next.state) : undefined;
    if (!asked && askFirst(next, step)) continue;
    const short = asked ?? shortOf(next.state, opens);
    if (short) {
      if (!isBusy(next)) park(next, short);
      return;
    }
    if (isStalled(before, step)) {
      isHeldBack = true;
      continue;
    }
    openAttempt(next, step, wave);
    for (const name of step.resources) busy.add(name);
    room -= 1;
  }
  if (isHeldBack && !isBusy(next)) insteadOfStalling(next);
}

/** All that could begin would only repeat something: another choice is taken, or a person is asked. */
function insteadOfStalling(next: Draft): void {
  const way = rulesOf(next.plan).insteadOfStalling(next);
  if (way !== 'taken') return askOfStall(next, way);
  rulesOf(next.plan).prepare(next);
  openInOrder(next);
}

/** Opens an epoch and asks, where a person supplies the artifact or must agree to one (R44, R81). False: there is nothing to ask. */
export function askFirst(next: Draft, step: StepPlan): boolean {
  if (step.seeded === true && stateOf(next.state, step.id).epoch === 0) return false;
  const asksApproval = step.approval === true && !stateOf(next.state, step.id).approved;
  if (step.kind !== 'human' && !asksApproval) return false;
  openEpoch(next, step, next.state.seq + 1);
  const { epoch, attempt } = stateOf(next.state, step.id);
  const kind = asksApproval ? 'approval' : 'input';
  const question = asksApproval ? `May ${step.id} be generated?` : `What is the artifact of ${step.id}?`;
  escalate(next, kind, { step: step.id, epoch, attempt }, question, { branch: true });
  return true;
}

function openEpoch(next: Draft, { id: step, attempts }: StepPlan, wave: number): void {
  const before = stateOf(next.state, step);
  if (before.open) return;
  // What a settled step of a machine was allowed in an earlier turn, it is not in this one.
  const allowed = before.sigma === 'unsatisfied' ? before.allowed || attempts : attempts;
  const unresolved = rulesOf(next.plan).observed(next);
  const seen = unresolved !== undefined && { unresolved, wave };
  next.emit({ type: 'step.started', step, epoch: before.epoch + 1, allowed, ...seen });
}

/** Opens the step's next attempt, and an epoch for it where none is open. `wave`: a number that what begins together shares. */
export function openAttempt(next: Draft, plan: StepPlan, wave: number): void {
  const step = plan.id;
  openEpoch(next, plan, wave);
  const { epoch, attempt, n, rung } = stateOf(next.state, step);
  const place = { step, epoch, attempt: attempt + 1, n: n + 1, ...(rung > 0 && { rung }) };
  next.emit({ type: 'attempt.started', ...place, token: `t${next.state.seq + 1}` });
}

/**
 * R6, R72: the iterations that are allowed without progress are used up. Only another epoch that would count as one is held back: epochs
 * under way may still resolve their steps, by a retry too.
 */
function isStalled(state: RunState, { id }: StepPlan): boolean {
  const { maxStall } = state.budgets;
  if (maxStall === undefined || stateOf(state, id).open) return false;
  return state.stall.since >= maxStall && countsAsStall(state, id);
}
