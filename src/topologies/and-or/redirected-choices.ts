/** What a redirect does to the choices of an and-or run (api 4). */
import { invalidate } from '../../core/cascade.ts';
import type { Draft } from '../../core/draft.ts';
import { isSettled } from '../../core/frontier.ts';
import { planGraph } from '../../core/plan-graph.ts';
import { planOf } from '../../core/state/lookup.ts';
import type { EscalationKind } from '../../model/events/escalations.ts';
import { goesBy, openEscalations, type RunState } from '../../model/run-state.ts';
import { anotherWayFor } from './another-way.ts';
import { choicesOf, groupPlanOf, groupsOf, underWay, untried } from './branches.ts';
import { groupOf } from './group-state.ts';
import { abandon, firstOf, take } from './search.ts';

/** A person's choice takes the place of whatever is tried or has won; what was built on that is done anew. */
export function forceChoice(
  next: Draft,
  { orGroup, choice }: { readonly orGroup: string; readonly choice: string },
  cause: string,
): void {
  const group = groupPlanOf(next.plan, orGroup);
  const { taken, winner, forced } = groupOf(next.state, orGroup);
  if (winner === choice) {
    // What has won stays as it is, and makes way for no other from here on (R85).
    if (forced !== choice && goesBy(next.state, 'winnerCanBeForced'))
      next.emit({ type: 'branch.selected', orGroup, choice, reason: 'chosen by a person', forced: true });
    return;
  }
  if (winner !== undefined && isSettled(next.state, orGroup)) {
    const { children, indexes, ids } = planGraph(next.plan);
    const built = (children[indexes.get(orGroup) ?? -1] ?? []).map((at) => ids[at] ?? '');
    invalidate(next, built, cause);
  }
  for (const other of taken) {
    if (other === choice) continue;
    abandon(next, other);
    next.emit({ type: 'branch.lost', orGroup, choice: other });
  }
  take(next, group, choice, { reason: 'chosen by a person', forced: true });
}

/** A new objective opens what was chosen and has not won: of what is still judged only what is tried next goes on (S1-3.4-b, S1-3.4-d). */
export function reopenChoices(
  next: Draft,
  before: RunState,
  forced?: { readonly orGroup: string; readonly choice: string },
): void {
  for (const group of groupsOf(next.plan)) {
    if (group.speculative === true || groupOf(before, group.id).winner !== undefined) continue;
    const kept = forced?.orGroup === group.id ? forced.choice : firstOf(next, group);
    // The last one that failed stays taken, and may be worked on again since a person had it redone.
    const tried = goesBy(before, 'failedLastIsLetGo') ? groupOf(before, group.id).taken : underWay(before, group);
    for (const choice of tried) if (choice !== kept) abandon(next, choice);
  }
}

/** Questions that R85 puts off while another choice is left; of the run's own, those without a step. */
const SWAPPABLE: ReadonlySet<EscalationKind> = new Set<EscalationKind>([
  'attempts_exhausted',
  'backtracks_exhausted',
  'context_overflow',
  'deadlock',
  'or_exhausted',
  'stagnated',
  'stalled',
]);

/** Where a choice has been added, the question about the ones that failed, or about what was built on one, needs no answer any more (S1x-6, R85). */
export function withdrawNeedlessQuestions(next: Draft): void {
  const groups = groupsOf(next.plan);
  for (const question of openEscalations(next.state)) {
    const { id, kind, step } = question;
    if (SWAPPABLE.has(kind)) anotherWayFor(next, question);
    if (kind !== 'or_exhausted' || step === undefined || next.state.escalations[id]?.status !== 'open') continue;
    const own = choicesOf(next.plan, planOf(next.plan, step));
    const isOpen = groups.some((group) => {
      const { failed, winner } = groupOf(next.state, group.id);
      // Another one is no answer elsewhere, nor where one has won.
      const isAnswer = winner === undefined && group.choices.some((choice) => own.includes(choice));
      return (
        failed.length > 0 &&
        untried(next.state, group).length > 0 &&
        (isAnswer || !goesBy(next.state, 'addedAnswersItsGroup'))
      );
    });
    if (isOpen) next.emit({ type: 'escalation.withdrawn', escalationId: id });
  }
}
