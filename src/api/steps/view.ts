import { z } from 'zod';
import { type GuardTree, leavesOf } from '../../model/guard-tree.ts';
import { recoveryOf, type StepPlan } from '../../model/plan.ts';
import { NEW_STEP, type RunState, SIGMAS } from '../../model/run-state.ts';
import { NATURES, type Nature } from '../../model/verdict.ts';
import { CHOICE_STATUSES } from '../../stories/topology-view.ts';
import { component } from '../reference/components.ts';

const Count = z.object({ used: z.number(), max: z.number() });

export const StepView = component(
  'Step',
  z.object({
    id: z.string(),
    title: z.string().optional(),
    role: z.string(),
    status: z.enum(SIGMAS),
    choice: z.enum(CHOICE_STATUSES).optional().describe('of an alternative: what it came to for its group'),
    epoch: z.number(),
    attempts: Count.describe('of the current epoch'),
    backtracks: Count,
    rung: z.number().describe('of the model ladder, from 0'),
    requires: z.array(z.string()),
    artifactId: z.string().optional(),
    guard: z.object({ id: z.string(), nature: z.enum(NATURES), generated: z.boolean().optional() }),
    model: z.string(),
  }),
);
export type StepView = z.output<typeof StepView>;

/** What a step's view takes from the definition as written. */
export interface StepText {
  readonly title?: string;
  readonly role?: string;
  readonly guard?: GuardTree;
}

export function stepView(
  plan: StepPlan,
  state: RunState,
  { title, role, guard }: StepText,
  natureOf: (guard: string) => Nature,
): StepView {
  const step = state.steps[plan.id] ?? NEW_STEP;
  const leaves = guard ? leavesOf(guard) : [];
  const generated = leaves.some((leaf) => leaf.generated === true);
  return {
    id: plan.id,
    ...(title !== undefined && { title }),
    role: role ?? 'worker',
    status: step.sigma,
    epoch: step.epoch,
    attempts: { used: step.attempt, max: step.allowed || plan.attempts },
    backtracks: { used: step.backtracks, max: recoveryOf(plan).eMax },
    rung: step.rung,
    requires: [...plan.requires],
    ...(step.artifact && { artifactId: step.artifact.id }),
    guard: { id: plan.guard, nature: weakest(leaves.map(({ use }) => natureOf(use))), ...(generated && { generated }) },
    model: recoveryOf(plan).ladder[step.rung] ?? plan.model,
  };
}

/** A tree is as dependable as its least dependable leaf (R11). */
function weakest(natures: readonly Nature[]): Nature {
  if (natures.includes('human')) return 'human';
  return natures.includes('judged') ? 'judged' : 'deterministic';
}
