/**
 * A group that is won is not settled for good (R85): where a person would be asked because of failure, or the run would end by it, the
 * winner of the most relevant group makes way for another choice first.
 */

import { hasBegun, undo } from '../../core/cascade.ts';
import type { Draft } from '../../core/draft.ts';
import { presentGraph } from '../../core/plan-graph.ts';
import { planOf, stateOf } from '../../core/state/lookup.ts';
import type { Event } from '../../model/event.ts';
import type { SwapCause } from '../../model/events/and-or.ts';
import { cascade, distancesUp } from '../../model/graph.ts';
import { searchIn } from '../../model/own-state.ts';
import type { GroupPlan, Plan } from '../../model/plan.ts';
import type { RunState } from '../../model/run-state.ts';
import { choicesOf, groupsOf, untried } from './branches.ts';
import { swapReason } from './events.ts';
import { groupOf } from './group-state.ts';
import { abandon, firstOf, take } from './search.ts';
import { mostSwaps, swapsLeft } from './shares.ts';

/** `used up`: another choice is left, but the run has made all the swaps that it may make. */
export type Swapped = 'swapped' | 'used up' | 'none';

type Place = Pick<Draft, 'plan' | 'state'>;

/** Where a group stands to what failed: within the branch that the failed step works for, the choice of its own, or elsewhere. */
export type Tier = 'within' | 'own' | 'outside';

interface Candidate {
  readonly group: GroupPlan;
  readonly tier: Tier;
  /** How many choices enclose it. */
  readonly depth: number;
  readonly edges: number;
  readonly cause: SwapCause;
}

/** What a swap is to mend: a step or group that failed, and what is told of it. */
export interface Failed {
  readonly id: string;
  readonly cause: SwapCause;
}

/** Swaps the most relevant group among those that what failed depends on, as things stand (R64). `tiers`: where to look, and in what order. */
export function swapFor(
  next: Draft,
  failed: readonly Failed[],
  tiers: readonly Tier[] = ['within', 'own', 'outside'],
): Swapped {
  const found = tiers.flatMap((tier) => inOrder(next, failed, tier));
  const [candidate] = found.filter(({ group }) => isSwappable(next, group));
  if (!candidate) return 'none';
  const { plan, state } = next;
  const used = searchIn(state)?.swaps ?? 0;
  if (used >= mostSwaps(groupsOf(plan), state.budgets)) return 'used up';
  swapGroup(next, candidate.group, candidate.cause, used + 1);
  return 'swapped';
}

/** Whether a choice is left that has not failed, and no person has forced the winner. */
export function isSwappable({ state }: Pick<Draft, 'state'>, group: GroupPlan): boolean {
  const { winner, forced, swaps = 0 } = groupOf(state, group.id);
  if (winner === undefined || winner === forced || swapsLeft(group, swaps) === 0) return false;
  return untried(state, group).length > 0;
}

/** Another choice instead of the winner. Without `swap` it counts as no swap. */
export function swapGroup(next: Draft, group: GroupPlan, cause: SwapCause, swap?: number): void {
  const { id: orGroup } = group;
  const from = groupOf(next.state, orGroup).winner;
  const to = firstOf(next, group);
  if (from === undefined || to === undefined) return;
  const dependents = cascade(presentGraph(next.plan, next.state), [orGroup]);
  const concerned = next.plan.steps.flatMap(({ id }) => (dependents.has(id) ? [id] : []));
  const reset = concerned.filter((id) => hasBegun(next.state, id));
  const renewed = renewedBy(next, orGroup);
  next.emit({
    type: 'branch.swapped',
    orGroup,
    from,
    to,
    ...(swap !== undefined && { swap }),
    cause,
    reset,
    ...(renewed.length > 0 && { renewed }),
  });
  abandon(next, from);
  for (const step of concerned) undo(next, step, 'leaf' in cause ? orGroup : cause.step);
  const reason = `${swapReason(cause)} with ${from}`;
  const speculative = group.speculative === true;
  for (const choice of speculative ? untried(next.state, group) : [to])
    take(next, group, choice, { reason, ...(speculative && { speculative }) });
  tellChoice(next, to, cause);
}

/** The new choice is told what failed; the failed step knows its own rounds (formal A.2 Def 8, R66). */
function tellChoice(next: Draft, to: string, cause: SwapCause): void {
  const { epoch, attempt } = stateOf(next.state, to);
  const place = { type: 'context.injected', step: to, epoch, attempt } as const;
  if ('leaf' in cause)
    next.emit({ ...place, from: cause.leaf, text: `${swapReason(cause)}: that is why this is tried.` });
  else next.emit({ ...place, from: cause.step, fromEpoch: cause.epoch });
}

type Renewed = NonNullable<Extract<Event, { type: 'branch.swapped' }>['renewed']>[number];

/** Other groups with the choices that depend on this one: those that failed did so under another premise, and who won has to win again. */
function renewedBy({ plan, state }: Place, orGroup: string): readonly Renewed[] {
  const dependents = cascade(presentGraph(plan, state), [orGroup]);
  return groupsOf(plan).flatMap(({ id, choices: all }) => {
    if (id === orGroup) return [];
    const { failed, winner } = groupOf(state, id);
    const choices = all.filter((choice) => dependents.has(choice) && (failed.includes(choice) || winner === choice));
    if (choices.length === 0) return [];
    const first = winner !== undefined && choices.includes(winner) ? { first: winner } : {};
    return [{ orGroup: id, choices, ...first }];
  });
}

function inOrder(next: Draft, failed: readonly Failed[], tier: Tier): readonly Candidate[] {
  const best = new Map<string, Candidate>();
  for (const each of failed)
    for (const candidate of relevantTo(next, each)) {
      if (candidate.tier !== tier) continue;
      const known = best.get(candidate.group.id);
      if (!known || candidate.edges < known.edges) best.set(candidate.group.id, candidate);
    }
  const chosen = selections(next.state);
  const newest = ({ group }: Candidate) => chosen.get(group.id) ?? 0;
  const isNested = tier === 'within';
  return [...best.values()].toSorted(
    (a, b) => (isNested ? b.depth - a.depth : 0) || a.edges - b.edges || newest(b) - newest(a),
  );
}

/** The groups that are won and that a step, or a group, depends on; its own choice's too, where that has won. */
function relevantTo({ plan, state }: Place, { id, cause }: Failed): readonly Candidate[] {
  const step = plan.steps.find((each) => each.id === id);
  const own = step ? choicesOf(plan, step) : [];
  const distances = distancesUp(presentGraph(plan, state), id);
  return groupsOf(plan).flatMap((group): readonly Candidate[] => {
    const { winner } = groupOf(state, group.id);
    if (winner === undefined) return [];
    const enclosing = enclosingOf(plan, group);
    const edges = distances.get(group.id);
    const depth = enclosing.size;
    if (own.includes(winner)) return [{ group, tier: 'own', depth, edges: 0, cause }];
    if (edges === undefined) return [];
    const isWithin = own.some((choice) => enclosing.has(choice));
    return [{ group, tier: isWithin ? 'within' : 'outside', depth, edges, cause }];
  });
}

/** The choices that a group is a part of, those that enclose them too. */
function enclosingOf(plan: Plan, { branches = [] }: GroupPlan): ReadonlySet<string> {
  return new Set(branches.flatMap((choice) => [choice, ...choicesOf(plan, planOf(plan, choice))]));
}

/** Group → when one of its choices was taken last. */
function selections({ trail }: RunState): ReadonlyMap<string, number> {
  const entries = (trail?.entries ?? []).filter(({ type }) => type === 'or_selected');
  return new Map(entries.map(({ orGroup = '', seq }) => [orGroup, seq]));
}
