/** What follows from a step's `when` (R103, R109). */

import type { Broken, Conditioned } from '../../model/input.ts';
import { anotherWay, SWAPS_USED_UP } from '../../topologies/and-or/another-way.ts';
import { switchBranch } from '../../topologies/and-or/search.ts';
import { conditions, letRun } from '../conditions.ts';
import { type Draft, planOf, stateOf } from '../draft.ts';
import { escalate } from '../endings.ts';

/** True: the step goes on. False: it is skipped. What cannot be calculated never skips: a person is asked, and the others go on. */
export function conditioned(next: Draft, { token, outcome, reason = '', notes, evidence }: Conditioned): void {
  const asked = conditions(next.plan, next.state).find((condition) => condition.token === token);
  if (!asked) return;
  const { step, epoch } = asked;
  note(next, asked, notes);
  if (outcome === 'true') return letRun(next, step);
  next.emit({ type: 'condition.evaluated', step, epoch, attempt: 0, outcome });
  const place = placeOf(next, step);
  if (outcome === 'false') return skip(next, place, reason);
  const question = `Is ${step} for this run? Its condition cannot be calculated: ${reason}`;
  escalate(next, 'condition', place, question, { branch: true, ...(evidence !== undefined && { evidence }) });
}

/** What was to be asked could not be, by a fault of our own: nobody knows whether the step is for this run, so a person is asked (R117). */
export function conditionBroke(next: Draft, { token, detail }: Broken): boolean {
  const asked = conditions(next.plan, next.state).find((condition) => condition.token === token);
  if (asked) escalate(next, 'internal', placeOf(next, asked.step), detail, { branch: true });
  return asked !== undefined;
}

interface Place {
  readonly step: string;
  readonly epoch: number;
  readonly attempt: number;
}

/** The step is not for this run. What comes before another step takes that one along; a choice makes way for another one. */
export function skip(next: Draft, { step, epoch, attempt }: Place, reason: string): void {
  const { companionOf } = planOf(next.plan, step);
  const own = { step, epoch, attempt };
  const place = companionOf === undefined ? own : placeOf(next, companionOf);
  const { orGroup, optional } = planOf(next.plan, place.step);
  if (orGroup !== undefined) {
    if (switchBranch(next, place.step, reason) === 'switched') return;
    if (!optional) {
      const cause = { step: place.step, epoch: place.epoch, guard: 'when' };
      const way = anotherWay(next, place.step, cause, reason, { ownChoice: false });
      if (way === 'taken') return;
      const why = `${place.step} is not for this run, and ${orGroup} has no other choice left`;
      const { swapsUsedUp } = way;
      const question = `${why}${swapsUsedUp ? SWAPS_USED_UP : ''}: how should it go on?`;
      return escalate(next, 'or_exhausted', place, question, { ...(swapsUsedUp && { swapsUsedUp }) });
    }
  }
  if (companionOf !== undefined) next.emit({ type: 'step.waived', ...own, reason });
  next.emit({ type: 'step.waived', ...place, reason, ...(next.plan.machine && { condition: true }) });
}

/** What the log is told beside what has happened. */
export function note(next: Draft, { step }: { readonly step: string }, notes: readonly string[] = []): void {
  for (const text of notes) next.emit({ type: 'note.added', step, text });
}

function placeOf({ state }: Draft, step: string): Place {
  const { epoch, attempt } = stateOf(state, step);
  return { step, epoch, attempt };
}
