/** What an and-or run does before it asks a person because something failed: another choice, there or upstream (R51, R85). */

import type { Draft } from '../../core/draft.ts';
import { stateOf } from '../../core/state/lookup.ts';
import type { Way, WayOptions } from '../../core/topology.ts';
import type { SwapCause } from '../../model/events/and-or.ts';
import { baseCaseOf } from '../../model/plan.ts';
import { type EscalationState, openEscalations } from '../../model/run-state.ts';
import { leavesIn } from '../base-case/base-case.ts';
import { groupsOf, unresolved } from './branches.ts';
import { groupOf } from './group-state.ts';
import { hasAlternative, switchBranch } from './search.ts';
import { type Failed, type Swapped, swapFor, type Tier } from './swap.ts';

/**
 * Looks for another way in the order of R85: groups within the step's own branch, its own choice, groups elsewhere.
 */
export function anotherWay(
  next: Draft,
  step: string,
  cause: SwapCause,
  reason: string,
  { swaps = true, ownChoice = true, onlyWithAlternative = false }: WayOptions = {},
): Way {
  const results: Swapped[] = [];
  const swap = (tier: Tier): Swapped => {
    const found = swaps ? swapFor(next, [{ id: step, cause }], [tier]) : 'none';
    results.push(found);
    return found;
  };
  if (swap('within') === 'swapped') return 'taken';
  const own = swap('own');
  if (own === 'swapped') return 'taken';
  let wasLast = false;
  if (own === 'none' && ownChoice && (!onlyWithAlternative || hasAlternative(next, step))) {
    const switched = switchBranch(next, step, reason);
    if (switched === 'switched') return 'taken';
    wasLast = switched === 'last';
  }
  if (swap('outside') === 'swapped') return 'taken';
  return { wasLast, swapsUsedUp: results.includes('used up') };
}

/** Nothing is under way and nothing can run: all work is done and the base case does not hold, or what is left waits for ever. */
export function anotherWayForAll(next: Draft): Way {
  return wayOf(swapFor(next, blamed(next)));
}

/** Withdraws a question that was asked because no swap was left, and swaps, where the run may swap again. */
export function anotherWayFor(next: Draft, { id, step }: EscalationState): void {
  const failed = step === undefined ? blamed(next) : [failureOf(next, step)];
  if (swapFor(next, failed) === 'swapped' && next.state.escalations[id]?.status === 'open')
    next.emit({ type: 'escalation.withdrawn', escalationId: id });
}

/** Questions that were asked only because no swap was left: with a higher limit another choice is taken. */
export function swapInsteadOfAsking(next: Draft): void {
  for (const { id } of openEscalations(next.state)) {
    const question = next.state.escalations[id];
    if (question?.swapsUsedUp === true && question.status === 'open') anotherWayFor(next, question);
  }
}

function wayOf(found: Swapped): Way {
  return found === 'swapped' ? 'taken' : { wasLast: false, swapsUsedUp: found === 'used up' };
}

/** Each step that is left; of a run that has done all of it, what the false leaves of the base case look at. */
function blamed(next: Draft): readonly Failed[] {
  const left = unresolved(next.plan, next.state);
  return left.length === 0 ? blamedByLeaves(next) : left.map((id) => failureOf(next, id));
}

function failureOf({ plan, state }: Draft, id: string): Failed {
  const { epoch, failures } = stateOf(state, id);
  const guard = failures.at(-1)?.guard ?? plan.steps.find((step) => step.id === id)?.guard ?? id;
  return { id, cause: { step: id, epoch, guard } };
}

/** A leaf without a step blames every group that is won. */
function blamedByLeaves({ plan, state }: Draft): readonly Failed[] {
  const said = state.own.baseCase?.falseLeaves;
  const won = groupsOf(plan).filter(({ id }) => groupOf(state, id).winner !== undefined);
  return leavesIn(baseCaseOf(plan))
    .filter(({ leaf }) => said === undefined || said.includes(leaf))
    .flatMap(({ leaf, on }) => {
      const looksAt = on === undefined ? won.map(({ id }) => id) : [on];
      return looksAt.map((id) => ({ id, cause: { leaf } }));
    });
}
