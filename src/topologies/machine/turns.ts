/** How a machine goes on: the move that was asked for, then one step at a time, in turns (R53, R54). */
import { isUnasked } from '../../core/conditions.ts';
import type { Draft } from '../../core/draft.ts';
import { askFirst, openAttempt } from '../../core/opening.ts';
import { askOfStall, iterationsShort, park, shortOf } from '../../core/parking.ts';
import { stateOf } from '../../core/state/lookup.ts';
import { wanted } from '../../core/wanted.ts';
import type { RunState } from '../../model/run-state.ts';
import { rulesIn, standingOf } from './machine-in.ts';
import { endsFalsely, firstOfTurn, nextInTurn, stepsElsewhere } from './turn.ts';

/** The move that a step asked for is made once the step has passed, or was accepted by a person; refused, the machine stays (R54). */
export function settleMove(next: Draft): void {
  const { asked, ran = [], state: from } = standingOf(next.state) ?? {};
  if (!asked || from === undefined || !ran.includes(asked.step)) return;
  const { step, to, permitted, fallback } = asked;
  next.emit({
    type: 'machine.transitioned',
    step,
    from,
    to,
    ...(!permitted && { refused: true }),
    ...(fallback === true && { fallback: true }),
  });
}

/** One step of a machine at a time, in turns; only another turn is held back by limits of iterations. */
export function takeTurn(next: Draft): void {
  const { plan, state } = next;
  const machine = standingOf(state);
  if (!machine || wanted(state).length > 0) return;
  if (!nextInTurn(plan, machine)) {
    const first = firstOfTurn(plan, machine);
    if (endsFalsely(plan, state)) return askOfStall(next);
    if (!first && rulesIn(plan).endsAsDeclared === true) return;
    const mayBeSkipped = first !== undefined && isUnasked(state, first);
    const short = mayBeSkipped ? iterationsShort(state) : shortOf(state, true);
    if (short) return park(next, short);
    if (isTurning(state)) return askOfStall(next);
    const skipped = stepsElsewhere(plan, machine).slice(0, 50);
    const reasons = skipped.map((step) => ({ step, reason: 'state_condition' as const }));
    next.emit({ type: 'turn.started', turn: machine.turn + 1, state: machine.state, skipped: reasons });
  }
  const begun = standingOf(next.state);
  const step = begun && nextInTurn(plan, begun);
  if (!step) return;
  const { call, escalation } = stateOf(next.state, step.id);
  if (call || escalation !== undefined || isUnasked(next.state, step) || askFirst(next, step)) return;
  const short = shortOf(next.state, false);
  if (short) park(next, short);
  else openAttempt(next, step, next.state.seq + 1);
}

/** R6: so many turns in a row have ended in the same state. */
function isTurning({ budgets: { maxStall }, stall }: RunState): boolean {
  return maxStall !== undefined && stall.since >= maxStall;
}
