import type { Nature } from '../../model/verdict.ts';
import type { RunRow } from '../../ports/store.ts';
import type { ApiContext } from '../dependencies.ts';
import { stepTexts } from './step-texts.ts';
import { type StepView, stepView } from './view.ts';

/** The steps of a run in declared order. */
export async function stepsOf({ store, guards }: ApiContext, { record, state }: RunRow): Promise<readonly StepView[]> {
  const texts = stepTexts(await store.revisions.document(record.id));
  const natures = new Map(guards.list().map((guard) => [guard.name, guard.nature]));
  const natureOf = (guard: string): Nature => natures.get(guard) ?? 'deterministic';
  return record.plan.steps.map((plan) => stepView(plan, state, texts.get(plan.id) ?? {}, natureOf));
}
