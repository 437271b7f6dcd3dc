import { z } from 'zod';
import type { Plan } from '../../domain/plan.ts';
import { raisedBound, remainingBound } from '../../domain/remaining-bound.ts';
import type { RunState } from '../../domain/run-state.ts';

export const BoundView = z.object({
  generations: z.number().describe('the most that the run makes, raised by decisions that open steps again (R26)'),
  remaining: z.number().describe('at most so many more beside those that have begun'),
});

export function boundView(plan: Plan, state: RunState): z.output<typeof BoundView> {
  return { generations: raisedBound(plan, state), remaining: remainingBound(plan, state) };
}
