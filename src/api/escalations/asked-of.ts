import type { EscalationQuery, EscalationRow } from '../../ports/store/escalations.ts';
import type { Page, PageRequest } from '../../ports/store/pages.ts';
import type { Store } from '../../ports/store/store.ts';
import { mayBeFor } from '../rows/may-be-for.ts';
import { assigneesOf } from './asked-in.ts';

/** Questions that are looked at for one page: who is named stands in definitions, which no index knows. */
const MOST_SOUGHT = 1_000;

/**
 * Questions that one of these names may answer: they name one of them, or nobody. A page may be shorter than its limit though there are more;
 * its cursor says so.
 */
export async function questionsFor(
  names: readonly string[],
  store: Store,
  query: EscalationQuery,
  page: PageRequest,
): Promise<Page<EscalationRow>> {
  const found: EscalationRow[] = [];
  let { cursor } = page;
  let sought = 0;
  for (;;) {
    const rest = { limit: page.limit - found.length, ...(cursor !== undefined && { cursor }) };
    const { rows, nextCursor } = await store.escalations.list(query, rest);
    const named = await Promise.all(rows.map((row) => assigneesOf(store, row)));
    found.push(...rows.filter((_, at) => mayBeFor({ assignees: named[at] ?? [], moreAssignees: 0 }, names)));
    sought += rows.length;
    if (nextCursor === null || found.length === page.limit || sought >= MOST_SOUGHT) return { rows: found, nextCursor };
    cursor = nextCursor;
  }
}
