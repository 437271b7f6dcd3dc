import { z } from 'zod';
import { raisedBound, remainingBound } from '../../engine.ts';
import type { Plan } from '../../model/plan.ts';
import type { RunState } from '../../model/run-state.ts';

export const BoundView = z.object({
  generations: z.number().describe('the most that the run makes, raised by decisions that open steps again (R26)'),
  remaining: z.number().describe('at most so many more beside those that have begun'),
});

export function boundView(plan: Plan, state: RunState): z.output<typeof BoundView> {
  return { generations: raisedBound(plan, state), remaining: remainingBound(plan, state) };
}
