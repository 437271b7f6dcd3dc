/** Pages of what is told of a run: of its trace, oldest first, and of its reasons, newest first. */

import type { Run } from '../../model/run.ts';
import type { TraceEntry } from '../../model/trace-entry.ts';
import type { Page, PageRequest } from '../../ports/store/pages.ts';
import type { Reason, Tellings, ToldRows } from '../../ports/store/tellings.ts';
import { isTold, type ToldStanding, type ToldStory, toldStory } from '../../stories/told-runs.ts';
import { fromCursor, toCursor } from '../http/pages.ts';
import { notFound } from '../http/problem.ts';
import { isKeepable } from '../http/readable.ts';

/** Actions of a run in order. A cursor is the place of the first action of the page, as in every list that is at hand as a whole. */
export async function tracePage(tellings: Tellings, runId: string, page: PageRequest): Promise<Page<TraceEntry>> {
  const { limit, cursor } = page;
  const place = Math.min(cursor === undefined ? 0 : fromCursor(cursor), LAST_PLACE);
  // Each event that stands for actions has one at least, and one more tells whether there are more.
  const read = () => tellings.trace(runId, place, limit + 1);
  const { found, story } = await uptodate(tellings, runId, read);
  const rows = story ? [{ place: 0, entries: story.aside.trace }] : found.rows;
  const entries = rows.flatMap((row) => row.entries).slice(place - (rows[0]?.place ?? 0));
  return { rows: entries.slice(0, limit), nextCursor: entries.length > limit ? toCursor(place + limit) : null };
}

/** Of an `int`. */
const LAST_PLACE = 2 ** 31 - 1;

/** How a run stands and why: reasons oldest first, of those before the cursor, which is the oldest event's of the page before. `withRun`: it comes along. */
export async function reasonsPage(
  tellings: Tellings,
  runId: string,
  { limit, cursor }: PageRequest,
  withRun?: 'with run',
): Promise<Page<Reason> & ToldStanding & { readonly run?: Run }> {
  const before = cursor === undefined ? undefined : fromCursor(cursor);
  const read = () => tellings.reasons(runId, before, limit + 1, withRun);
  const { found, story } = await uptodate(tellings, runId, read);
  const all = story?.aside.reasons.toReversed().filter(({ seq }) => before === undefined || seq < before) ?? found.rows;
  const { standing, modes }: ToldStanding = story ?? Object(found.standing);
  const rows = all.slice(0, limit).toReversed();
  const [oldest] = rows;
  const nextCursor = all.length > limit && oldest ? toCursor(oldest.seq) : null;
  return { rows, nextCursor, standing, modes, ...(found.run && { run: found.run }) };
}

type StoryAside = ToldStory & Required<Pick<ToldStory, 'aside'>>;

/**
 * What is read, up to where the log ended when it was asked; what is missing is told first. Where that cannot be kept, the story holds
 * it. 404 where there is no such run.
 */
async function uptodate<Found extends ToldRows<unknown>>(
  tellings: Tellings,
  runId: string,
  read: () => Promise<Found | undefined>,
): Promise<{ readonly found: Found; readonly story?: StoryAside }> {
  let end: number | undefined;
  for (;;) {
    const found = isKeepable(runId) ? await read() : undefined;
    if (!found) throw notFound('run', runId);
    // What is added while this is answered need not be in it.
    end ??= found.seq;
    if (isTold(found.told, { seq: end, revision: found.revision })) return { found };
    const story = await toldStory(tellings, runId);
    if (story?.aside) return { found, story: { ...story, aside: story.aside } };
  }
}
