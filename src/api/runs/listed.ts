import type { Page } from '../../ports/store/pages.ts';
import type { RunRow } from '../../ports/store/runs.ts';
import type { ApiContext } from '../dependencies.ts';
import { askedOf, ownWords } from '../escalations/own-words.ts';
import { pageView } from '../http/pages.ts';
import { type RunRowView, runRowView } from '../rows/run-row.ts';
import { type RunView, runView } from './view.ts';

/** A page of runs: each as a line where that is asked for, else whole. */
export async function listedRuns(
  { store, settings }: Pick<ApiContext, 'store' | 'settings'>,
  { rows, nextCursor }: Page<RunRow>,
  view: 'row' | undefined,
) {
  if (view === undefined)
    return pageView<RunRowView | RunView>(
      rows.map((row) => runView(row, settings)),
      nextCursor,
    );
  const words = await ownWords(store, rows.flatMap(askedOf));
  return pageView<RunRowView | RunView>(
    rows.map((row) => runRowView(row, words)),
    nextCursor,
  );
}
