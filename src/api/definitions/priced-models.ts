import { modelsNeeded } from '../../definitions/checks/models-needed.ts';
import { type BudgetsDefinition, limitsOf } from '../../definitions/schema/budgets.ts';
import { appliesTo, type Payer } from '../../model/caps.ts';
import type { Budgets, Plan } from '../../model/plan.ts';
import type { Issue } from '../../ports/catalogues.ts';
import type { RunRecord, RunRow } from '../../ports/store/runs.ts';
import type { ApiContext } from '../dependencies.ts';
import { Problem } from '../http/problem.ts';

type Context = Pick<ApiContext, 'models' | 'guards'>;

interface Served {
  readonly document: unknown;
  readonly plan: Pick<Plan, 'steps'>;
}

/** The run that a cap of the settings may apply to. */
export type CappedRun = Pick<Payer, 'tags' | 'workflow'>;

export function cappedRun({ definition, tags }: Pick<RunRecord, 'definition' | 'tags'>): CappedRun {
  return { workflow: definition.name, tags };
}

/**
 * A budget or a cap of money has no effect on models whose price is not known, so such a start is refused, naming each model and the setting
 * that gives it a price, unless the budgets allow it (R112). `pointer` is where the definition lies in the request.
 */
export function mustBePriced(
  { models, guards }: Context,
  { document, plan }: Served,
  { maxMicroUsd, unpriced }: Pick<Budgets, 'maxMicroUsd' | 'unpriced'>,
  pointer: string,
  run?: CappedRun,
): void {
  const isCapped =
    run !== undefined && models.caps?.some((cap) => cap.microUsd !== undefined && appliesTo(cap, run)) === true;
  if ((maxMicroUsd === undefined && !isCapped) || unpriced === 'allow') return;
  const needed = [...modelsNeeded(document, plan, guards)].flatMap((name) => name ?? models.defaultModel ?? []);
  const asked = needed.flatMap((name) => models.routes?.find((route) => route.name === name)?.entries ?? [name]);
  const unknown = [...new Set(asked)].filter((name) => !models.isPriced(name));
  if (unknown.length === 0) return;
  const errors: readonly Issue[] = unknown.map((name) => ({
    pointer,
    code: 'price_unknown',
    detail: `The price of "${name}" is not known: set ${keyOf(name)} in the settings file.`,
  }));
  const limit = maxMicroUsd === undefined ? 'A cap in USD of the settings' : 'A budget of maxCostUsd';
  const why = `${limit} cannot limit what has no price.`;
  const detail = `${why} ${errors.map((issue) => issue.detail).join(' ')} Or say budgets.unpriced: allow; then that cost is not counted.`;
  throw new Problem(422, 'price_unknown', detail, { errors, facts: { models: unknown, settings: unknown.map(keyOf) } });
}

/** The same where a run's limits are raised or lowered: only those that bring `maxCostUsd` are refused. */
export async function mustRaisePriced(
  context: Context & Pick<ApiContext, 'store'>,
  { record, state }: RunRow,
  limits: BudgetsDefinition,
): Promise<void> {
  if (limits.maxCostUsd === undefined) return;
  const document = await context.store.revisions.document(record);
  mustBePriced(context, { document, plan: record.plan }, { ...state.budgets, ...limitsOf(limits) }, '');
}

function keyOf(model: string): string {
  return `prices."${model}"`;
}
