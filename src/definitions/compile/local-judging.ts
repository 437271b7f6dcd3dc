import { leavesOf } from '../../model/guard-tree.ts';
import type { Compiled } from '../../model/plan.ts';
import type { GuardCatalogue } from '../../ports/catalogues.ts';
import type { Definition } from '../schema/definition.ts';

/**
 * The plan with a word on each step that is judged by an activity of its own: some leaf of its guard is not pure. So is what a worker hands
 * back, since it is held against others as the log stands, and a local call, which carries no events, may be ahead of the log.
 */
export function localJudging(
  plan: Compiled,
  { steps }: Pick<Definition, 'steps'>,
  guards: Pick<GuardCatalogue, 'isPure'>,
): Compiled {
  const pure = new Set(
    steps.flatMap(({ id, guard }) => (leavesOf(guard).every(({ use }) => guards.isPure(use)) ? id : [])),
  );
  return {
    ...plan,
    steps: plan.steps.map((step) =>
      pure.has(step.id) && step.worker !== true ? step : { ...step, dispatched: true as const },
    ),
  };
}
