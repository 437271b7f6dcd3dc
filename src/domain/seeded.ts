import type { Plan } from './plan.ts';

/** A plan whose seeded steps need no person for their first artifact. */
export function withSeeds<Seeded extends Pick<Plan, 'steps'>>(
  plan: Seeded,
  seeds: Readonly<Record<string, unknown>>,
): Seeded {
  const asksFirst = ({ kind, approval }: Plan['steps'][number]) => kind === 'human' || approval === true;
  const steps = plan.steps.map((step) =>
    seeds[step.id] !== undefined && asksFirst(step) ? { ...step, seeded: true } : step,
  );
  return { ...plan, steps };
}
