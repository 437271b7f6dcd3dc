import { modelsNeeded } from '../../definitions/checks/models-needed.ts';
import type { Plan } from '../../model/plan.ts';
import { mustOfferModels } from '../definitions/offered-models.ts';
import { mustOfferParts } from '../definitions/offered-parts.ts';
import { mustOfferSandboxes } from '../definitions/offered-sandboxes.ts';
import { type CappedRun, mustBePriced } from '../definitions/priced-models.ts';
import type { ApiContext } from '../dependencies.ts';
import { mustAllowQueues } from './allowed-queues.ts';

/** Refuses a run that nobody could serve, before a token is spent. `pointer` is where the definition lies in the request. */
export async function mustBeServable(
  context: Pick<ApiContext, 'models' | 'guards' | 'parts' | 'queues' | 'runs' | 'store'>,
  { document, plan }: { readonly document: unknown; readonly plan: Pick<Plan, 'steps' | 'budgets'> },
  run: CappedRun,
  pointer = '/workflow',
): Promise<void> {
  mustOfferParts(context, document, pointer);
  mustAllowQueues(context, document, pointer);
  await mustOfferModels(context.models, modelsNeeded(document, plan, context.guards), pointer);
  mustBePriced(context, { document, plan }, plan.budgets, pointer, run);
  await mustOfferSandboxes(context, document, pointer);
}
