/** Invalidation: a step and everything that depends on it is undone; nothing is deleted (formal A.2 Def 7, R64). */
import { cascade } from '../model/graph.ts';
import type { RunState } from '../model/run-state.ts';
import type { Draft } from './draft.ts';
import { dropCallAndQuestions } from './endings.ts';
import { presentGraph } from './plan-graph.ts';
import { stateOf } from './state/lookup.ts';
import { rulesOf } from './topology.ts';

/**
 * Resets the targets and all their transitive dependents but for `kept`, whatever their status, in the plan's order. What a machine has
 * made in other states stays: it is made anew when a move leads there, and would be missing until then.
 */
export function invalidate(
  draft: Draft,
  targets: readonly string[],
  cause: string,
  kept: ReadonlySet<string> = new Set(),
): void {
  const affected = cascade(presentGraph(draft.plan, draft.state), targets);
  const rules = rulesOf(draft.plan);
  for (const step of draft.plan.steps) {
    if (affected.has(step.id) && !kept.has(step.id) && rules.isHere(draft.state, step)) undo(draft, step.id, cause);
  }
}

/** Revokes the step's call, withdraws its questions, and invalidates it where anything of it has begun, so that it is done anew. */
export function undo(draft: Draft, step: string, cause: string): void {
  const isAnew = hasBegun(draft.state, step);
  dropCallAndQuestions(draft, step);
  const { epoch, attempt } = stateOf(draft.state, step);
  if (isAnew) draft.emit({ type: 'step.invalidated', step, epoch, attempt, cause });
}

/** Whether there is anything of a step to undo; that its `when` was answered counts, too. */
export function hasBegun(state: RunState, step: string): boolean {
  const { epoch, sigma, applies } = stateOf(state, step);
  return epoch > 0 || sigma !== 'unsatisfied' || applies !== undefined;
}
