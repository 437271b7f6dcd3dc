import { z } from 'zod';
import { CONSOLE } from '../../../api/session/own-path.ts';
import { RUN_STATUSES } from '../../../model/events/run.ts';
import { visitorsRest } from '../../served/rest.ts';
import { feedId, runRows } from '../../served/rows.ts';
import { HIDDEN, PAGE, type Site } from '../../served/site.ts';
import { runsScreen } from './runs.ts';

/** Runs, narrowed by what stands in the address. */
export function addRuns({ app, show, now }: Site): void {
  const querystring = z.object({
    status: z.string().optional(),
    q: z.string().optional(),
    cursor: z.string().optional(),
  });
  app.get(`${CONSOLE}/runs`, { ...PAGE, schema: { ...HIDDEN, querystring } }, async (request, reply) => {
    const query = Object.fromEntries(Object.entries(request.query).filter(([, value]) => value !== ''));
    const rest = visitorsRest(app, request);
    const feed = await feedId(rest);
    const { data: runs, page: mark } = await runRows(rest, { limit: '100', ...query });
    const more =
      mark.nextCursor && `${CONSOLE}/runs?${new URLSearchParams({ ...query, cursor: mark.nextCursor }).toString()}`;
    const screen = runsScreen({
      runs,
      statuses: RUN_STATUSES,
      ...query,
      ...(more && { more }),
      isFirst: query['cursor'] === undefined,
      feed,
      now: now(),
    });
    return show(request, reply, screen);
  });
}
