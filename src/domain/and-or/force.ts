/** What a redirect does to the choices of an and-or run (api 4). */
import { invalidate } from '../cascade.ts';
import type { Draft } from '../draft.ts';
import { isSettled } from '../frontier.ts';
import { planGraph } from '../plan-graph.ts';
import { openEscalations } from '../run-state.ts';
import { groupPlanOf, untried } from './branches.ts';
import { groupOf } from './evolve.ts';
import { abandon, take } from './search.ts';

/** A person's choice takes the place of whatever is tried or has won; what was built on that is done anew. */
export function force(
  next: Draft,
  { orGroup, choice }: { readonly orGroup: string; readonly choice: string },
  cause: string,
): void {
  const group = groupPlanOf(next.plan, orGroup);
  const { taken, winner } = groupOf(next.state, orGroup);
  if (winner === choice) return;
  if (winner !== undefined && isSettled(next.state, orGroup)) {
    const built = planGraph(next.plan).children[planGraph(next.plan).indexes.get(orGroup) ?? -1] ?? [];
    invalidate(
      next,
      built.map((at) => planGraph(next.plan).ids[at] ?? ''),
      cause,
    );
  }
  for (const other of taken) {
    if (other === choice) continue;
    abandon(next, other);
    next.emit({ type: 'branch.lost', orGroup, choice: other });
  }
  take(next, group, choice, 'chosen by a person');
}

/** Where a choice has been added, the question about the ones that failed needs no answer any more (S1x-6). */
export function revive(next: Draft): void {
  const { groups = [] } = next.plan;
  for (const { id, kind, step } of openEscalations(next.state)) {
    if (kind !== 'or_exhausted' || step === undefined) continue;
    const isOpen = groups.some(
      (group) => groupOf(next.state, group.id).failed.length > 0 && untried(next.state, group).length > 0,
    );
    if (isOpen) next.emit({ type: 'escalation.withdrawn', escalationId: id });
  }
}
