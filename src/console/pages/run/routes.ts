import { z } from 'zod';
import { OverviewView } from '../../../api/overview/view.ts';
import { CONSOLE } from '../../../api/session/own-path.ts';
import { read } from '../../served/read.ts';
import { visitorsRest } from '../../served/rest.ts';
import { HIDDEN, PAGE, type Site } from '../../served/site.ts';
import { runScreen } from './run.ts';

/** A run's own page. */
export function addRun({ app, show, now }: Site): void {
  const params = z.object({ id: z.string() });
  app.get(`${CONSOLE}/runs/:id`, { ...PAGE, schema: { ...HIDDEN, params } }, async (request, reply) => {
    const path = `/v1/runs/${encodeURIComponent(request.params.id)}/overview`;
    const overview = await read(visitorsRest(app, request), path, OverviewView);
    return show(request, reply, runScreen({ overview, now: now() }));
  });
}
