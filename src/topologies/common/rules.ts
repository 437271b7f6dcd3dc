/** Steps run as what they depend on allows: the rules that every topology begins with, and says what differs. */

import { leftInGraph } from '../../core/conditions.ts';
import { goalMet, isSettled, stepsLeft } from '../../core/frontier.ts';
import { mustBeOpen } from '../../core/moves/control.ts';
import { mustBeUpToDate } from '../../core/moves/redirect.ts';
import { isOpenable } from '../../core/openable.ts';
import { openInOrder } from '../../core/opening.ts';
import { remainingInGraph } from '../../core/remaining-bound.ts';
import { NO_WAY, type TopologyRules } from '../../core/topology.ts';
import { Refused } from '../../model/input.ts';
import { baseCaseOf } from '../../model/plan.ts';
import type { Run } from '../../model/run.ts';
import {
  absorbVerification,
  baseCaseHolds,
  verificationOf,
  verified,
  verifyAllTheSame,
} from '../base-case/verification.ts';
import { ownOfGraph, searchAround } from './schema-1.ts';

export const common: Omit<TopologyRules, 'kind'> = {
  created: () => ({}),
  limited: (plan, budgets) => ({ ...plan, budgets }),

  order: ({ steps }) => steps,
  joints: () => [],
  stepsBehind: (_plan, targets) => [...new Set(targets)],

  counts: () => true,
  isHere: () => true,
  whereabouts: () => 'here',
  isDone: isSettled,
  unresolved: stepsLeft,
  left: leftInGraph,

  conditional: (run, steps) => (goalMet(run.plan, run.state) ? [] : openable(run, steps)),
  askedOf: () => ({}),

  settlePending: () => undefined,
  completion: ({ plan, state }) =>
    baseCaseHolds(state) || goalMet(plan, state) ? 'when nothing is under way' : 'not yet',
  lookAgain: verifyAllTheSame,
  prepare: verified,
  open: openInOrder,
  otherwise: () => false,
  atRest: () => ({ kind: 'deadlock', what: NOTHING_RUNS, swapsUsedUp: false }),
  insteadOfStalling: () => NO_WAY,
  stalledAt: ({ state: { budgets } }) => `Nothing was resolved for ${budgets.maxStall} iterations`,
  help: () => '',
  observed: () => undefined,

  absorbed: () => undefined,
  anotherWay: () => NO_WAY,
  leavesToOthers: () => false,
  switchFor: () => 'none',
  heedsProbes: true,
  makesWay: () => false,
  wayBack: (_next, targets) => ({ again: targets, others: [], finish: () => undefined }),
  limitsRaised: () => undefined,
  isAcceptable: () => true,
  accepting: () => ({}),
  givingUp: () => ({}),
  skipping: {},

  redirected: (plan, { own }) => (baseCaseOf(plan) && !own.baseCase ? { verifies: true } : {}),
  mayMoveTo: () => false,
  moveTo: () => undefined,
  reopenChoices: () => undefined,
  forceChoice: () => undefined,
  withdrawNeedlessQuestions: () => undefined,

  remaining: remainingInGraph,
  takenAnew: () => 0,
  automatic: ({ plan: { bound } }) => bound,

  ownOf: ownOfGraph,
  partsOf: searchAround,

  moves: {
    align({ state }, request) {
      mustBeOpen(state);
      mustBeUpToDate(state, request);
      throw alreadyStarted();
    },
    begin: ({ state }) => mustBeOpen(state),
  },
  calls: verificationOf,
  answered: absorbVerification,
  facts: () => ({}),
  conditionWord: 'when',
  isBeside: () => false,
  waitsForVerdict: () => false,
};

export const NOTHING_RUNS = 'No step can run and the goal is not met';

/** What may be agreed on before a run begins, a redirect changes from then on. */
export function alreadyStarted(): Refused {
  return new Refused('already_started', 'The run has begun; a redirect of type objective_change corrects it.');
}

/** Of these steps those that may begin, or go on. */
export function openable({ plan, state }: Run, steps: Parameters<TopologyRules['conditional']>[1]) {
  return steps.filter((step) => isOpenable(plan, state, step));
}
