import type { Plan } from '../model/plan.ts';

/** A plan whose seeded steps, and those that a fork leaves waived, need no person and are not asked for their `when`, and whose seeded choices are taken first. */
export function withSeeds<Seeded extends Pick<Plan, 'steps'>>(plan: Seeded, seeded: readonly string[]): Seeded {
  const isConcerned = ({ kind, approval, conditional, orGroup }: Plan['steps'][number]) =>
    kind === 'human' || approval === true || conditional === true || orGroup !== undefined;
  const steps = plan.steps.map((step) =>
    seeded.includes(step.id) && isConcerned(step) ? { ...step, seeded: true } : step,
  );
  return { ...plan, steps };
}
