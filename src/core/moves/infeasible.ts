/** A probe has found that it cannot be done that way (R91): another choice, a swap, else a person, before anything is spent on it. */

import { type Call, goesBy } from '../../model/run-state.ts';
import type { Draft } from '../draft.ts';
import { close, escalate } from '../endings.ts';
import { stepsAwaitingProbe } from '../frontier.ts';
import { planOf, stateOf } from '../state/lookup.ts';
import { rulesOf, SWAPS_USED_UP } from '../topology.ts';

export function infeasible(next: Draft, call: Call): void {
  const { step, epoch } = call;
  const reason = `${step} found it infeasible`;
  // What was to be built on it need not be tried (S1-7.3.1-c).
  const rules = rulesOf(next.plan);
  const done = rules.switchFor(next, step, reason);
  if (done === 'switched' || (done === 'last' && !goesBy(next.state, 'lastInfeasibleCounts'))) return;
  // Plans from before go on in silence.
  const { onInfeasible } = planOf(next.plan, step);
  const targets = stepsAwaitingProbe(next.plan, next.state, step);
  if (onInfeasible === undefined || targets.length === 0 || !rules.heedsProbes) return;
  if (onInfeasible === 'proceed') return next.emit({ type: 'note.added', step, text: `${reason}; the run goes on.` });
  if (onInfeasible === 'skip') return skipTargets(next, step, reason);
  const way = rules.anotherWay(next, step, { step, epoch, guard: 'feasible' }, reason, { ownChoice: false });
  if (way === 'taken') return;
  const what = targets.join(', ');
  if (onInfeasible === 'fail')
    return close(next, 'failed', { code: 'infeasible', step, detail: `${step} found that ${what} cannot be done` });
  const { swapsUsedUp } = way;
  const why = `${step} found that ${what} cannot be done that way${swapsUsedUp ? SWAPS_USED_UP : ''}`;
  escalate(next, 'infeasible', call, `${why}: should it be done all the same?`, {
    branch: true,
    facts: { targets },
    ...(swapsUsedUp && { swapsUsedUp }),
  });
}

/** Waives the step that the probe prepares, or every step that requires the probe, unless it is settled. */
export function skipTargets(next: Draft, probe: string, reason: string): void {
  for (const step of stepsAwaitingProbe(next.plan, next.state, probe)) {
    const { epoch, attempt } = stateOf(next.state, step);
    next.emit({ type: 'step.waived', step, epoch, attempt, reason });
  }
}
