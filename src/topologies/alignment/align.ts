/** Agreeing on what a run is for, and passing the start gate (S1-3.1, S1-3.2, R50). */

import type { Draft } from '../../core/draft.ts';
import { dropCallAndQuestions } from '../../core/endings.ts';
import { mustBeOpen } from '../../core/moves/control.ts';
import { mustBeUpToDate } from '../../core/moves/redirect.ts';
import { stateOf } from '../../core/state/lookup.ts';
import { type AlignRequest, type BeginRequest, Refused } from '../../model/input.ts';
import { searchIn } from '../../model/own-state.ts';
import { clarificationsIn } from '../../model/plan.ts';
import { alreadyStarted } from '../common/rules.ts';

/** Throws `Refused` once the run has begun: then a redirect changes what it is for. */
export function align(next: Draft, request: AlignRequest): void {
  const { state } = next;
  mustBeOpen(state);
  mustBeUpToDate(state, request);
  if (state.unaligned !== true) {
    throw alreadyStarted();
  }
  const { by = 'anonymous', revision } = request;
  const { digest, plan } = revision;
  const version = (searchIn(state)?.alignments ?? 0) + 1;
  const steps = plan.steps.map(({ id }) => id);
  for (const step of clarificationsIn(next.plan)) dropCallAndQuestions(next, step);
  next.emit({ type: 'run.aligned', version, digest, steps, budgets: plan.budgets, by });
}

/** Begins the search; once more changes nothing. Throws `Refused` naming what is missing. */
export function begin(next: Draft, { by = 'anonymous' }: BeginRequest): void {
  const { plan, state } = next;
  mustBeOpen(state);
  if (state.unaligned !== true) return;
  const { missing = [] } = plan;
  if (missing.length > 0) {
    const detail = `Before the run may start it has to be agreed on: ${missing.join(', ')}.`;
    throw new Refused('not_aligned', detail, { missing });
  }
  for (const step of clarificationsIn(next.plan)) {
    dropCallAndQuestions(next, step);
    const { epoch, attempt } = stateOf(next.state, step);
    next.emit({ type: 'step.waived', step, epoch, attempt, reason: 'the run was started' });
  }
  next.emit({ type: 'run.started', by });
}
