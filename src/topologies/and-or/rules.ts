/** Alternatives: of a group one choice has to win, and the run is complete when its base case holds (S1-5, R50). */

import type { Draft } from '../../core/draft.ts';
import { escalate } from '../../core/endings.ts';
import { planOf } from '../../core/state/lookup.ts';
import { SWAPS_USED_UP, type TopologyRules, type WayBack } from '../../core/topology.ts';
import type { Place } from '../../model/events/place.ts';
import { standIn } from '../../model/own-state.ts';
import type { GroupPlan } from '../../model/plan.ts';
import type { RunState } from '../../model/run-state.ts';
import { align, begin } from '../alignment/align.ts';
import { baseCaseHolds } from '../base-case/verification.ts';
import { common, NOTHING_RUNS, openable } from '../common/rules.ts';
import { decompose } from '../decomposition/decompose.ts';
import { anotherWay, anotherWayForAll, swapInsteadOfAsking } from './another-way.ts';
import { automatic, remaining, takenAnew } from './bound.ts';
import { groupsOf, isActive, unresolved } from './branches.ts';
import { groupOf } from './group-state.ts';
import { inOrder } from './order.ts';
import { forceChoice, reopenChoices, withdrawNeedlessQuestions } from './redirected-choices.ts';
import { waitsForVerdict } from './rivals.ts';
import { ownOfSearch, partsOfSearch } from './schema-1.ts';
import {
  chooseWhatCanRun,
  firstOf,
  hasAlternative,
  isSpeculative,
  leavesToOthers,
  search,
  settleRaces,
  switchBranch,
  switchStalled,
  verifyAllTheSame,
} from './search.ts';
import { stepsAmong, withLimits } from './shares.ts';
import { standingOf } from './standing.ts';
import { isSwappable, swapGroup } from './swap.ts';

export const andOr: TopologyRules = {
  ...common,
  kind: 'and-or',
  created: () => ({ topology: 'and-or' }),
  limited: withLimits,

  order: inOrder,
  joints: (plan, state) =>
    groupsOf(plan).map((group) => ({ ...standingOf(plan.steps, group), dependsOn: serving(group, state) })),
  stepsBehind: (plan, targets) => stepsAmong(groupsOf(plan), targets),

  counts: ({ plan, state }, step) => isActive(plan, state, step),
  unresolved: ({ plan, state }) => unresolved(plan, state),
  conditional: openable,

  completion: ({ state }) => (baseCaseHolds(state) ? 'at once' : 'not yet'),
  lookAgain: verifyAllTheSame,
  prepare: search,
  otherwise: chooseWhatCanRun,
  atRest(next) {
    const way = anotherWayForAll(next);
    if (way === 'taken') return 'moved on';
    const { swapsUsedUp } = way;
    if (unresolved(next.plan, next.state).length > 0) return { kind: 'deadlock', what: NOTHING_RUNS, swapsUsedUp };
    const { because } = next.state.own.baseCase ?? {};
    const why = because === undefined ? '' : ` (${because})`;
    return { kind: 'stalled', what: `All work is done and the base case does not hold${why}`, swapsUsedUp };
  },
  insteadOfStalling: (next) => (switchStalled(next) ? 'taken' : anotherWayForAll(next)),
  observed: ({ plan, state }) => unresolved(plan, state).length,

  absorbed: settleRaces,
  anotherWay,
  leavesToOthers,
  switchFor: (next, step, reason) => (hasAlternative(next, step) && switchBranch(next, step, reason)) || 'none',
  makesWay,
  wayBack,
  limitsRaised: swapInsteadOfAsking,

  reopenChoices,
  forceChoice,
  withdrawNeedlessQuestions,

  remaining,
  takenAnew,
  automatic,

  ownOf: ownOfSearch,
  partsOf: partsOfSearch,

  moves: { align, begin, decompose },
  isBeside: isSpeculative,
  waitsForVerdict,
};

/** What depends on a group that is won depends on the choice that won it, and on no other. */
function serving({ id, choices }: GroupPlan, state?: RunState): readonly string[] {
  const winner = state && standIn(state, id);
  return winner === undefined || winner === id ? choices : [winner];
}

/** A choice that is not for this run makes way for another one; where none is left, a person is asked. */
function makesWay(next: Draft, place: Place, reason: string): boolean {
  const { step, epoch } = place;
  const { orGroup, optional } = planOf(next.plan, step);
  if (orGroup === undefined) return false;
  if (switchBranch(next, step, reason) === 'switched') return true;
  if (optional) return false;
  const way = anotherWay(next, step, { step, epoch, guard: 'when' }, reason, { ownChoice: false });
  if (way === 'taken') return true;
  const { swapsUsedUp } = way;
  const why = `${step} is not for this run, and ${orGroup} has no other choice left`;
  const question = `${why}${swapsUsedUp ? SWAPS_USED_UP : ''}: how should it go on?`;
  escalate(next, 'or_exhausted', place, question, {
    facts: { group: orGroup },
    ...(swapsUsedUp && { swapsUsedUp }),
  });
  return true;
}

/** A group takes another choice while one is left, else makes what its winner made again (R85). */
function wayBack(next: Draft, targets: readonly string[]): WayBack {
  const groups = groupsOf(next.plan).filter(({ id }) => targets.includes(id));
  const swapped = groups.filter((group) => isSwappable(next, group));
  const again = targets.flatMap((target) => {
    if (swapped.some(({ id }) => id === target)) return [];
    const isGroup = groups.some(({ id }) => id === target);
    const { winner, taken } = groupOf(next.state, target);
    if (!isGroup) return [target];
    return winner === undefined ? taken : [winner];
  });
  return {
    again,
    others: swapped.flatMap((group) => firstOf(next, group) ?? []),
    finish: (cause) => {
      for (const group of swapped) swapGroup(next, group, cause);
    },
  };
}
