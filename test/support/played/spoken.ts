import type { ClarifyRequest, RedirectRequest } from '../../../src/model/input.ts';
import type { Plan } from '../../../src/model/plan.ts';
import { aStep } from './plans.ts';

/** What a person says in free words, prepared as the API does: a step joins the plan. `from`: the revision that the run goes by. */
export function saying(plan: Plan, number = 1, from?: string): ClarifyRequest {
  const step = `redirect_${number}`;
  return {
    kind: 'clarify',
    prepared: true,
    step,
    by: 'ann',
    interrupts: true,
    instruction: 'in Spanish',
    revision: {
      digest: `sha256:${step}`,
      plan: { ...plan, steps: [...plan.steps, aStep(step, { clarification: true, optional: true, attempts: 3 })] },
      ...(from !== undefined && { from }),
    },
  };
}

/** The change that was agreed to, prepared; its step leaves the plan. */
export function agreed(plan: Plan, step: string, from: string | undefined, change: object = {}): RedirectRequest {
  return {
    kind: 'redirect',
    prepared: true,
    type: 'constraint_change',
    description: 'in Spanish',
    by: 'ann',
    settles: step,
    revision: {
      digest: `sha256:after ${step}`,
      plan: { ...plan, steps: plan.steps.filter(({ id }) => id !== step) },
      ...(from !== undefined && { from }),
    },
    ...change,
  };
}
