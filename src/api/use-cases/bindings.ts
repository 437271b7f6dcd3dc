import { isPublished } from '../../domain/and-or/branches.ts';
import type { Page, PageRequest, RunRow, Store } from '../../domain/store.ts';
import { summaryOf } from '../../domain/summary.ts';
import { sliceOf } from '../pages.ts';
import type { BindingView } from '../views/binding.ts';
import { mustFindArtifact } from './lookups.ts';

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
  const views = rows.map(async ({ step, id, digest }) => {
    const { source } = await mustFindArtifact(store, id);
    return { step, artifactId: id, summary: summaryOf(texts.get(digest) ?? ''), source };
  });
  return { rows: await Promise.all(views), nextCursor };
}
