import { bindingOf } from '../../expressions/scope/binding.ts';
import type { Page, PageRequest } from '../../ports/store/pages.ts';
import type { RunRow } from '../../ports/store/runs.ts';
import type { Store } from '../../ports/store/store.ts';
import { topologyViewOf } from '../../stories/topology-view.ts';
import { sliceOf } from '../http/pages.ts';
import { mustFindArtifact } from '../runs/lookups.ts';
import { runIn } from '../runs/told-run.ts';
import { stepTexts } from '../steps/step-texts.ts';
import type { BindingView } from './binding-view.ts';

/** What each settled step serves its dependents with, in the plan's order. */
export async function bindingsOf(store: Store, row: RunRow, page: PageRequest): Promise<Page<BindingView>> {
  const { record, state } = row;
  const run = runIn(row);
  const view = topologyViewOf(record.plan.topology);
  const bound = record.plan.steps.flatMap((step) => {
    const artifact = view.isPublished(run, step) ? state.steps[step.id]?.artifact : undefined;
    return artifact ? [{ step: step.id, ...artifact }] : [];
  });
  const { rows, nextCursor } = sliceOf(bound, page);
  const texts = await store.contents.get([...new Set(rows.map(({ digest }) => digest))]);
  const written = stepTexts(await store.revisions.document(record));
  const views = rows.map(async ({ step, id, digest }) => {
    const { source } = await mustFindArtifact(store, id);
    const binding = bindingOf({ id: step, role: written.get(step)?.role }, texts.get(digest) ?? '');
    return { step, artifactId: id, ...binding, source };
  });
  return { rows: await Promise.all(views), nextCursor };
}
