import type { Page } from '../../ports/store/pages.ts';
import type { RunRow } from '../../ports/store/runs.ts';
import type { ApiContext } from '../dependencies.ts';
import { pageView } from '../http/pages.ts';
import { type RowContext, type RunRowView, rowFacts, runRowView } from '../rows/run-row.ts';
import { type RunView, runView } from './view.ts';

/** A page of runs: each as a line where that is asked for, else whole. */
export async function listedRuns(
  context: RowContext & Pick<ApiContext, 'settings'>,
  { rows, nextCursor }: Page<RunRow>,
  view: 'row' | undefined,
) {
  if (view === undefined)
    return pageView<RunRowView | RunView>(
      rows.map((row) => runView(row, context.settings)),
      nextCursor,
    );
  const facts = await rowFacts(context, rows);
  return pageView<RunRowView | RunView>(
    rows.map((row) => runRowView(row, facts)),
    nextCursor,
  );
}
