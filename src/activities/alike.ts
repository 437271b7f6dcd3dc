import { type GuardTree, isLeaf } from '../model/guard-tree.ts';
import { recoveryOf } from '../model/plan.ts';
import type { Verdict } from '../model/verdict.ts';
import type { HistoryEntry } from '../ports/store/calls.ts';
import type { RunRecord } from '../ports/store/runs.ts';
import { similarity } from '../text/similarity.ts';

/**
 * How alike a rejection is to those before it in its stream, newest first, as many as the patience looks at (R24). Computed here, where
 * the texts are; the core compares integers only.
 */
export function alikeOf(
  { plan }: RunRecord,
  step: string,
  history: readonly HistoryEntry[],
  { guard, feedback }: Pick<Verdict, 'guard' | 'feedback'>,
): readonly number[] {
  const planned = plan.steps.find(({ id }) => id === step);
  if (!planned) return [];
  const { patience, metric } = recoveryOf(planned);
  if (patience === null) return [];
  return history
    .filter(({ verdict }) => verdict.guard === guard)
    .slice(1 - patience)
    .toReversed()
    .map(({ verdict }) => similarity(metric, verdict.feedback, feedback));
}

/**
 * The progress measure (R19): how many branches of a composite passed before the first failure, then the score of the leaf that failed; as
 * one integer, in which another branch that passed counts for more than any score.
 */
export function progressOf(tree: GuardTree, verdict: Verdict): number {
  const passed = isLeaf(tree)
    ? 0
    : Math.max(
        0,
        verdict.subResults.findIndex((result) => result.verdict !== 'pass'),
      );
  return passed * 1_001 + Math.round((verdict.score ?? 0) * 1_000);
}
