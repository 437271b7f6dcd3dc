import type { Standing } from '../../model/graph.ts';
import type { GroupPlan, StepPlan } from '../../model/plan.ts';

/** A group as a name that stands for its choices: which of them may have won while a step is still worked on, for all that others work for. */
export function standingOf(steps: readonly StepPlan[], { id, choices }: GroupPlan): Standing {
  const stepOf = new Map(steps.map((step) => [step.id, step] as const));
  const mayRunBeside = (step: string, winner: string): boolean => {
    const { orGroup, branches } = stepOf.get(step) ?? {};
    if (orGroup === id && step !== winner) return false;
    return branches?.some((choice) => mayRunBeside(choice, winner)) ?? true;
  };
  return { id, meanwhile: (failing) => choices.filter((choice) => mayRunBeside(failing, choice)) };
}
