import type { AttemptFilter, AttemptRow, Page, PageRequest, Store } from '../../ports/store.ts';
import { type AttemptView, attemptView, referencesOf } from './attempt-view.ts';

/** A page of attempts with the texts that they refer to. */
export async function attemptsOf(
  store: Store,
  runId: string,
  filter: AttemptFilter,
  page: PageRequest,
): Promise<Page<AttemptView>> {
  const { rows, nextCursor } = await store.attempts.list(runId, filter, page);
  return { rows: await joined(store, runId, rows), nextCursor };
}

/** Every attempt of a run or of one of its steps, oldest first. */
export async function allAttempts(store: Store, runId: string, filter: AttemptFilter): Promise<readonly AttemptRow[]> {
  const all: AttemptRow[] = [];
  let cursor: string | null = null;
  do {
    const page = await store.attempts.list(runId, filter, { limit: 200, ...(cursor !== null && { cursor }) });
    all.push(...page.rows);
    cursor = page.nextCursor;
  } while (cursor !== null);
  return all;
}

export async function joined(
  store: Store,
  runId: string,
  rows: readonly AttemptRow[],
): Promise<readonly AttemptView[]> {
  const { digests, tokens } = referencesOf(rows);
  const contents = await store.contents.get(digests);
  const known = new Map(rows.flatMap(({ token, verdict }) => (verdict ? [[token, verdict.feedback]] : [])));
  const missing = tokens.filter((token) => !known.has(token));
  const found = await Promise.all(missing.map((token) => store.verdicts.find(runId, token)));
  const feedback = new Map([
    ...known,
    ...missing.map((token, index) => [token, found[index]?.feedback ?? ''] as const),
  ]);
  return rows.map((row) => attemptView(row, { contents, feedback }));
}
