import { bindingOf } from '../../expressions/scope/binding.ts';
import type { Page, PageRequest, RunRow, Store } from '../../ports/store.ts';
import { isPublished } from '../../topologies/and-or/branches.ts';
import { sliceOf } from '../http/pages.ts';
import { mustFindArtifact } from '../runs/lookups.ts';
import { stepTexts } from '../steps/step-texts.ts';
import type { BindingView } from './binding-view.ts';

/** What each settled step serves its dependents with, in the plan's order. */
export async function bindingsOf(
  store: Store,
  { record, state }: RunRow,
  page: PageRequest,
): Promise<Page<BindingView>> {
  const bound = record.plan.steps.flatMap((step) => {
    const artifact = isPublished(record.plan, state, step) ? state.steps[step.id]?.artifact : undefined;
    return artifact ? [{ step: step.id, ...artifact }] : [];
  });
  const { rows, nextCursor } = sliceOf(bound, page);
  const texts = await store.contents.get([...new Set(rows.map(({ digest }) => digest))]);
  const written = stepTexts(await store.revisions.document(record.id));
  const views = rows.map(async ({ step, id, digest }) => {
    const { source } = await mustFindArtifact(store, id);
    const binding = bindingOf({ id: step, role: written.get(step)?.role }, texts.get(digest) ?? '');
    return { step, artifactId: id, ...binding, source };
  });
  return { rows: await Promise.all(views), nextCursor };
}
