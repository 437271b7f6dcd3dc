import type { Nature } from '../../model/verdict.ts';
import type { RunRow } from '../../ports/store/runs.ts';
import { topologyViewOf } from '../../stories/topology-view.ts';
import type { ApiContext } from '../dependencies.ts';
import { runIn } from '../runs/told-run.ts';
import { naturesOf } from './natures.ts';
import { stepTexts } from './step-texts.ts';
import { type StepView, stepView } from './view.ts';

/** The steps of a run in declared order. */
export async function stepsOf({ store, guards }: ApiContext, run: RunRow): Promise<readonly StepView[]> {
  const { record, state } = run;
  const texts = stepTexts(await store.revisions.document(record));
  const natures = naturesOf(guards);
  const natureOf = (guard: string): Nature => natures.get(guard) ?? 'deterministic';
  const stories = topologyViewOf(record.plan.topology).choices(runIn(run));
  const choices = new Map(stories?.map(({ choice, status }) => [choice, status]));
  return record.plan.steps.map((plan) => {
    const choice = choices.get(plan.id);
    return { ...stepView(plan, state, texts.get(plan.id) ?? {}, natureOf), ...(choice !== undefined && { choice }) };
  });
}
