import { budgetStatusOf, type ExhaustedBudget, exhaustedBudget } from '../engine.ts';
import type { Broken } from '../model/call-result.ts';
import { addUsage, beyond, NO_USAGE, type Usage } from '../model/usage.ts';
import type { CallMaterial } from '../ports/store/calls.ts';
import type { CallStore } from '../ports/store/store.ts';
import type { Generation } from './generators/generation.ts';

/**
 * Returns the budget of the run that is used up (R49, R111), by the limits and the spending that were read when this execution of the call
 * began. `carried` is what the call itself has used beyond that, such as an agent's earlier turns; `now` is in milliseconds since the epoch.
 */
export function exhaustedFor(
  { budget, paid }: Pick<CallMaterial, 'budget' | 'paid'>,
  carried: Usage,
  now: number,
): ExhaustedBudget | undefined {
  if (!budget) return undefined;
  const since = (paid && beyond(paid, budget.discarded)) ?? NO_USAGE;
  return exhaustedBudget(budget, addUsage(carried, since), now);
}

/** Returns the call's answer where a used-up budget forbids another try: the run parks, and the attempt gives its number back. */
export function stoppedByBudget({ input, material, call }: Generation, carried: Usage = NO_USAGE): Broken | undefined {
  const exhausted = exhaustedFor(material, carried, call.now());
  return exhausted && brokenByBudget(input, material, exhausted);
}

export function brokenByBudget(
  { token, step }: { readonly token: string; readonly step: string },
  { paid }: Pick<CallMaterial, 'paid'>,
  exhausted: ExhaustedBudget,
): Broken {
  const detail = `${step} was not tried again: ${exhausted.budget} is used up.`;
  return { kind: 'broken', token, reason: 'budget', exhausted, detail, ...(paid && { paid }) };
}

/** Reads the limits and the spending again, for a request that follows another one within the same execution of the call. */
export async function withCurrentBudget<Made extends Pick<Generation, 'input' | 'material'>>(
  { runs, faults }: Pick<CallStore, 'runs' | 'faults'>,
  generation: Made,
): Promise<Made> {
  const { runId } = generation.input;
  const { budget: _, paid: __, ...material } = generation.material;
  const [row, paid] = await Promise.all([runs.find(runId), faults.paid(runId)]);
  const budget = row && budgetStatusOf(row.state);
  return { ...generation, material: { ...material, ...(budget && { budget }), ...(paid && { paid }) } };
}
