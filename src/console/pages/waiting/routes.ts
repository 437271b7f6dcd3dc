import { CONSOLE } from '../../../api/session/own-path.ts';
import { isEnding } from '../../../model/events/run.ts';
import { visitorsRest } from '../../served/rest.ts';
import { feedId, openQuestions, runRows } from '../../served/rows.ts';
import { HIDDEN, PAGE, type Site } from '../../served/site.ts';
import { waiting } from './waiting.ts';

const MOST_ENDED = 10;

/** The first page: what waits for a person. */
export function addWaiting({ app, show, now }: Site): void {
  app.get(CONSOLE, { ...PAGE, schema: HIDDEN }, async (request, reply) => {
    const rest = visitorsRest(app, request);
    const feed = await feedId(rest);
    const [asked, { data: rows }] = await Promise.all([openQuestions(rest), runRows(rest, { limit: '100' })]);
    const screen = waiting({
      questions: asked.data.toSorted((one, other) => one.openedAt.localeCompare(other.openedAt)),
      isCut: asked.page.hasMore,
      underWay: rows.filter(({ status }) => !isEnding(status)),
      ended: rows.filter(({ status }) => isEnding(status)).slice(0, MOST_ENDED),
      feed,
      now: now(),
    });
    return show(request, reply, screen);
  });
}
