import { cascade, downstream } from '../model/graph.ts';
import { type Plan, recoveryOf, type StepPlan } from '../model/plan.ts';
import type { Run } from '../model/run.ts';
import { isClosed, type RunState, type StepState } from '../model/run-state.ts';
import { reopenedBy } from './bound.ts';
import type { Draft } from './draft.ts';
import { isSettled } from './frontier.ts';
import { planGraph, presentGraph } from './plan-graph.ts';
import { stateOf } from './state/lookup.ts';
import { isOf } from './state/spoken.ts';
import { rulesOf } from './topology.ts';

/**
 * How many generations automation can still begin at most: what is left of each step's epoch, and what the backtracks that are left
 * can open again. Never rises but by a person's request (R26).
 */
export function remainingBound(plan: Plan, state: RunState): number {
  if (isClosed(state)) return 0;
  if (state.failing) return leftInWords(plan, state);
  return rulesOf(plan).remaining({ plan, state });
}

/**
 * The remaining bound where steps run as what they depend on allows: what is left of their epochs, and what backtracks can open again.
 * `isOut`: steps whose epoch automation does not go on with, whatever is left of it; none when left out.
 */
export function remainingInGraph({ plan, state }: Run, isOut: (step: StepPlan) => boolean = () => false): number {
  const epochs = epochsToCome(plan, state);
  const ahead = aheadOfTheirTurn(plan, state);
  return plan.steps.reduce((sum, step) => {
    const again = (epochs.get(step.id) ?? 0) + (ahead.has(step.id) ? 1 : 0);
    return sum + (isOut(step) ? 0 : leftInEpoch(state, step)) + step.attempts * again;
  }, 0);
}

/** The halting bound with the share of every step that people have opened again, unless they have settled it themselves since (R26). */
export function raisedBound(plan: Plan, state: RunState): number {
  const isAsked = ({ reopened, sigma }: StepState) => reopened === true && sigma === 'unsatisfied';
  const asked = plan.steps.filter(({ id }) => isAsked(stateOf(state, id)));
  const shares = asked.map((step) => stateOf(state, step.id).allowed || step.attempts);
  const automatic = rulesOf(plan).automatic({ plan, state });
  return automatic + state.granted + shares.reduce((sum, share) => sum + share, 0);
}

/** Made with as many granted generations as the bound that is shown needs to cover what was and can still be generated (R26). */
export function withinBound(make: (granted: number) => Draft): Draft {
  const dry = make(0);
  const { plan, state } = dry;
  const short = state.usage.attempts + remainingBound(plan, state) - raisedBound(plan, state);
  return short > 0 ? make(short) : dry;
}

/** One that waits for a person because it failed goes on only when that person says so. */
function leftInEpoch(state: RunState, { id, attempts }: StepPlan): number {
  const { sigma, open, allowed, attempt, escalation } = stateOf(state, id);
  const parked = escalation !== undefined && state.escalations[escalation]?.branch !== true;
  if (sigma !== 'unsatisfied' || parked) return 0;
  return open ? allowed - attempt : allowed || attempts;
}

/**
 * What a person has settled before its turn, by a skip say, and what may begin because of that: a step that all of them depend on may
 * still go back upstream, which opens them once more than the plan counts. Automation alone settles nothing while what it depends on fails.
 */
function aheadOfTheirTurn(plan: Plan, state: RunState): ReadonlySet<string> {
  const mayGoBack = goingBack(plan).filter(({ id, eMax }) => {
    const { sigma, backtracks } = stateOf(state, id);
    return sigma === 'unsatisfied' && backtracks < eMax;
  });
  if (mayGoBack.length === 0) return NONE;
  const graph = presentGraph(plan, state);
  const failing = mayGoBack.map(({ id }) => id);
  const settled = [...downstream(graph, failing)].filter((step) => isSettled(state, step));
  return cascade(graph, settled);
}

const NONE: ReadonlySet<string> = new Set();

/** A run that fails once what was said is settled makes nothing else (R86). */
function leftInWords({ steps }: Plan, state: RunState): number {
  return steps.filter(({ id }) => isOf(state, id)).reduce((sum, step) => sum + leftInEpoch(state, step), 0);
}

/** How often each step may still be opened again by backtracks. */
function epochsToCome(plan: Plan, state: RunState): ReadonlyMap<string, number> {
  const epochs = new Map<string, number>();
  const joints = rulesOf(plan).joints(plan);
  for (const { id, eMax: most, targets } of goingBack(plan)) {
    const eMax = most - stateOf(state, id).backtracks;
    if (eMax <= 0) continue;
    for (const reopened of reopenedBy(planGraph(plan), { id, eMax, targets }, joints))
      epochs.set(reopened, (epochs.get(reopened) ?? 0) + eMax);
  }
  return epochs;
}

/** A step that may send the run back upstream. */
export type GoingBack = Parameters<typeof reopenedBy>[1] & { readonly named: readonly string[] };

const known = new WeakMap<Plan, readonly GoingBack[]>();

/** The steps that may send the run back upstream; found once for each plan, since the bound is told after every tick. */
export function goingBack(plan: Plan): readonly GoingBack[] {
  const found = known.get(plan) ?? plan.steps.flatMap((step) => backOf(plan, step));
  known.set(plan, found);
  return found;
}

function backOf(plan: Plan, step: StepPlan): readonly GoingBack[] {
  const { eMax, targets, targetsByGuard } = recoveryOf(step);
  const all = [...targets, ...Object.values(targetsByGuard).flat()];
  return all.length === 0 ? [] : [{ id: step.id, eMax, targets: rulesOf(plan).stepsBehind(plan, all), named: all }];
}
