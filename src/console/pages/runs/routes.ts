import { z } from 'zod';
import { CONSOLE } from '../../../api/session/own-path.ts';
import { RUN_STATUSES } from '../../../model/events/run.ts';
import { restOfRun, runPath } from '../../parts/paths.ts';
import { type VisitorsRest, visitorsRest } from '../../served/rest.ts';
import { feedId, runRows } from '../../served/rows.ts';
import { HIDDEN, PAGE, type Site } from '../../served/site.ts';
import { asked, type Narrowed, PERIOD_NAMES } from './narrowed.ts';
import { runsScreen } from './runs.ts';

/** A field as a form sends it: empty where nothing was typed or chosen. */
const field = z
  .string()
  .optional()
  .transform((text) => (text === '' ? undefined : text));

/** Runs, narrowed by what stands in the address. */
export function addRuns({ app, show, now }: Site): void {
  const querystring = z.object({
    status: field,
    workflow: field,
    tag: field,
    period: field.pipe(z.enum(PERIOD_NAMES).optional()),
    q: field,
    cursor: z.string().optional(),
  });
  app.get(`${CONSOLE}/runs`, { ...PAGE, schema: { ...HIDDEN, querystring } }, async (request, reply) => {
    const { cursor, ...filters } = request.query;
    const narrowed: Narrowed = Object.fromEntries(Object.entries(filters).filter(([, value]) => value !== undefined));
    const rest = visitorsRest(app, request);
    const { q, ...others } = filters;
    const id = Object.values(others).every((value) => value === undefined) ? q?.trim() : undefined;
    if (id !== undefined && (await isRun(rest, id))) return reply.redirect(runPath(id), 303);
    const feed = await feedId(rest);
    const at = cursor === undefined ? {} : { cursor };
    const { data: runs, page: mark } = await runRows(rest, { limit: '100', ...asked(narrowed, now()), ...at });
    const next = mark.nextCursor && new URLSearchParams({ ...narrowed, cursor: mark.nextCursor }).toString();
    const screen = runsScreen({
      runs,
      statuses: RUN_STATUSES,
      narrowed,
      ...(next && { more: `${CONSOLE}/runs?${next}` }),
      isFirst: cursor === undefined,
      feed,
      now: now(),
    });
    return show(request, reply, screen);
  });
}

/** Whether there is a run of exactly that id; dots alone would be another path. */
async function isRun(rest: VisitorsRest, id: string): Promise<boolean> {
  return /\w/.test(id) && rest.has(restOfRun(id));
}
