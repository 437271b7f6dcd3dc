/** What follows from a step's `when` (R103, R109). */

import type { AnswerWarning } from '../../model/answer-warning.ts';
import type { Broken, Conditioned } from '../../model/call-result.ts';
import type { Place } from '../../model/events/place.ts';
import { conditions, letRun } from '../conditions.ts';
import type { Draft } from '../draft.ts';
import { escalate } from '../endings.ts';
import { planOf, stateOf } from '../state/lookup.ts';
import { rulesOf } from '../topology.ts';

/** Takes the answer of a `when`: the step may begin, or is skipped; where it cannot be calculated a person is asked. The others go on. */
export function conditioned(next: Draft, { token, outcome, reason = '', notes, evidence }: Conditioned): void {
  const asked = conditions(next.plan, next.state).find((condition) => condition.token === token);
  if (!asked) return;
  const { step, epoch } = asked;
  note(next, asked, notes);
  if (outcome === 'true') return letRun(next, step);
  next.emit({ type: 'condition.evaluated', step, epoch, attempt: 0, outcome });
  const place = placeOf(next, step);
  if (outcome === 'false') return skip(next, place, reason, { condition: true });
  const question = `Is ${step} for this run? Its condition cannot be calculated: ${reason}`;
  escalate(next, 'condition', place, question, { branch: true, ...(evidence !== undefined && { evidence }) });
}

/** Asks a person, because a fault of our own kept a `when` from being asked (R117). False: the call was none of a `when`. */
export function conditionBroke(next: Draft, { token, detail }: Broken): boolean {
  const asked = conditions(next.plan, next.state).find((condition) => condition.token === token);
  if (asked) escalate(next, 'internal', placeOf(next, asked.step), detail, { branch: true });
  return asked !== undefined;
}

/**
 * Waives a step whose `when` is false, or whose generator had nothing to make. A preparing step takes along the step that it prepares; no
 * other dependent is skipped. A choice of a group makes way for another one, or a person is asked.
 */
export function skip(
  next: Draft,
  { step, epoch, attempt }: Place,
  reason: string,
  why: { readonly condition?: true } = {},
): void {
  const { companionOf } = planOf(next.plan, step);
  const own = { step, epoch, attempt };
  const place = companionOf === undefined ? own : placeOf(next, companionOf);
  const rules = rulesOf(next.plan);
  if (rules.makesWay(next, place, reason)) return;
  if (companionOf !== undefined) next.emit({ type: 'step.waived', ...own, reason });
  next.emit({ type: 'step.waived', ...place, reason, ...rules.skipping, ...(companionOf !== undefined && why) });
}

/** Adds notes about the step to the log, one event for each text. */
export function note(next: Draft, { step }: { readonly step: string }, notes: readonly string[] = []): void {
  for (const text of notes) next.emit({ type: 'note.added', step, text });
}

/** Tells the run what a person should know of an answer, each thing once. */
export function warn(next: Draft, { step }: { readonly step: string }, warnings: readonly AnswerWarning[] = []): void {
  for (const { about, text } of warnings) {
    const told = next.state.warnings ?? [];
    if (told.length < MOST_WARNINGS && !told.some((one) => one.about === about))
      next.emit({ type: 'note.added', step, text, about });
  }
}

/** Of one run: an endpoint that names another model each time fills no log. */
const MOST_WARNINGS = 20;

function placeOf({ state }: Draft, step: string): Place {
  const { epoch, attempt } = stateOf(state, step);
  return { step, epoch, attempt };
}
