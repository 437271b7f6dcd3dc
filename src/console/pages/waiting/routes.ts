import { z } from 'zod';
import type { RunRowView } from '../../../api/rows/run-row.ts';
import { CONSOLE } from '../../../api/session/own-path.ts';
import { PrincipalView } from '../../../api/session/view.ts';
import { isEnding, RUN_STATUSES } from '../../../model/events/run.ts';
import { by } from '../../parts/order.ts';
import { read } from '../../served/read.ts';
import { type VisitorsRest, visitorsRest } from '../../served/rest.ts';
import { feedId, openQuestions, runRows } from '../../served/rows.ts';
import { HIDDEN, PAGE, type Site } from '../../served/site.ts';
import { runOrder } from './lines.ts';
import { waiting } from './waiting.ts';

const MOST = 100;
const MOST_ENDED = 10;

/** The first page: what waits for a person. */
export function addWaiting({ app, show, now }: Site): void {
  const querystring = z.object({ for: z.literal('me').optional(), cursor: z.string().optional() });
  app.get(CONSOLE, { ...PAGE, schema: { ...HIDDEN, querystring } }, async (request, reply) => {
    const rest = visitorsRest(app, request);
    const feed = await feedId(rest);
    const principal = await read(rest, '/v1/me', PrincipalView);
    const me = principal.kind === 'anonymous' ? [] : [principal.id, principal.name];
    const isMine = me.length > 0 && request.query.for === 'me';
    const { cursor } = request.query;
    const whose = isMine ? { for: 'me' } : undefined;
    const [asked, newest] = await Promise.all([
      openQuestions(rest, {
        limit: `${MOST}`,
        ...(isMine && { assignee: 'me' }),
        ...(cursor !== undefined && { cursor }),
      }),
      runRows(rest, { limit: `${MOST}` }),
    ]);
    // Runs may be under way for longer than a hundred others take.
    const underWay = newest.page.hasMore ? await openRuns(rest) : newest.data.filter(({ status }) => !isEnding(status));
    const { nextCursor } = asked.page;
    const screen = waiting({
      questions: asked.data,
      ...(nextCursor !== null && { more: pathOf({ ...whose, cursor: nextCursor }) }),
      ...(cursor !== undefined && { first: pathOf({ ...whose }) }),
      me,
      isMine,
      underWay: underWay.toSorted(by(runOrder)).toReversed().slice(0, MOST),
      isMore: underWay.length > MOST,
      ended: newest.data
        .filter(({ status }) => isEnding(status))
        .toSorted(by(runOrder))
        .toReversed()
        .slice(0, MOST_ENDED),
      feed,
      now: now(),
    });
    return show(request, reply, screen);
  });
}

function pathOf(query: Readonly<Record<string, string>>): string {
  const narrowed = new URLSearchParams(query).toString();
  return narrowed === '' ? CONSOLE : `${CONSOLE}?${narrowed}`;
}

async function openRuns(rest: VisitorsRest): Promise<readonly RunRowView[]> {
  const open = RUN_STATUSES.filter((status) => !isEnding(status));
  const found = await Promise.all(open.map((status) => runRows(rest, { status, limit: `${MOST}` })));
  return found.flatMap(({ data }) => data);
}
