import type { Payer } from '../model/caps.ts';
import type { RunRecord } from '../ports/store/runs.ts';

/** What the caps of the settings need to know of a call of a model that the run makes. */
export function payerOf({ definition, tags, plan }: RunRecord, token: string, call: string): Payer {
  return { token, call, workflow: definition.name, tags, unpriced: plan.budgets.unpriced === 'allow' };
}
