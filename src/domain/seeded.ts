import type { Plan } from './plan.ts';

/** A plan whose seeded steps need no person for their first artifact, and whose seeded choices are taken first. */
export function withSeeds<Seeded extends Pick<Plan, 'steps'>>(
  plan: Seeded,
  seeds: Readonly<Record<string, unknown>>,
): Seeded {
  const isConcerned = ({ kind, approval, orGroup }: Plan['steps'][number]) =>
    kind === 'human' || approval === true || orGroup !== undefined;
  const steps = plan.steps.map((step) =>
    seeds[step.id] !== undefined && isConcerned(step) ? { ...step, seeded: true } : step,
  );
  return { ...plan, steps };
}
