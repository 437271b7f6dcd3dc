import { usedUpBefore } from '../engine.ts';
import type { Broken } from '../model/call-result.ts';
import { addUsage, beyond, NO_USAGE, type Usage } from '../model/usage.ts';
import type { Generation } from './generators/generation.ts';

/**
 * Why no model is asked: a budget of the run is used up, by earlier tries of this call (R111). The run parks on it, and the attempt gives
 * its number back. Undefined: nothing is. `carried` is what the call itself has used before, as an agent's turns have.
 */
export function usedUp({ input, material, call }: Generation, carried: Usage = NO_USAGE): Broken | undefined {
  const { left, token, step } = input;
  if (!left) return undefined;
  const since = (material.paid && beyond(material.paid, left.counted)) ?? NO_USAGE;
  const budget = usedUpBefore(left, addUsage(carried, since), call.now());
  if (budget === undefined) return undefined;
  const detail = `${step} was not tried again: ${budget} is used up.`;
  const { paid } = material;
  return { kind: 'broken', token, reason: 'budget', budget, detail, ...(paid && { paid }) };
}
