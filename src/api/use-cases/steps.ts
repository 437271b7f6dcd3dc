import type { RunRow } from '../../domain/store.ts';
import type { Nature } from '../../domain/verdict.ts';
import type { ApiContext } from '../dependencies.ts';
import { type StepView, stepView } from '../views/step.ts';
import { stepTexts } from '../views/step-texts.ts';

/** The steps of a run in declared order. */
export async function stepsOf({ store, guards }: ApiContext, { record, state }: RunRow): Promise<readonly StepView[]> {
  const texts = stepTexts(await store.revisions.document(record.id));
  const natures = new Map(guards.list().map((guard) => [guard.name, guard.nature]));
  const natureOf = (guard: string): Nature => natures.get(guard) ?? 'deterministic';
  return record.plan.steps.map((plan) => stepView(plan, state, texts.get(plan.id) ?? {}, natureOf));
}
