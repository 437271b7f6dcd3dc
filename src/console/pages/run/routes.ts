import { h } from 'preact';
import { z } from 'zod';
import { BudgetView } from '../../../api/control/budget-view.ts';
import { WhyView } from '../../../api/inspection/why-view.ts';
import { OverviewView } from '../../../api/overview/view.ts';
import { CONSOLE } from '../../../api/session/own-path.ts';
import { read } from '../../served/read.ts';
import { visitorsRest } from '../../served/rest.ts';
import { HIDDEN, PAGE, type Site } from '../../served/site.ts';
import { Corrected, doneShape, outcomeOf } from '../redirect/outcome.ts';
import { runScreen } from './run.ts';

/** A run's own page. */
export function addRun({ app, show, now }: Site): void {
  const params = z.object({ id: z.string() });
  const querystring = z.object(doneShape);
  app.get(`${CONSOLE}/runs/:id`, { ...PAGE, schema: { ...HIDDEN, params, querystring } }, async (request, reply) => {
    const rest = visitorsRest(app, request);
    const path = `/v1/runs/${encodeURIComponent(request.params.id)}`;
    const [overview, budget, why] = await Promise.all([
      read(rest, `${path}/overview`, OverviewView),
      read(rest, `${path}/budget`, BudgetView),
      read(rest, `${path}/why`, WhyView),
    ]);
    const outcome = await outcomeOf(rest, request.params.id, request.query, overview.run.bound.generations);
    const correction = outcome && h(Corrected, { outcome });
    return show(
      request,
      reply,
      runScreen({ overview, budget, reasons: why.chain, ...(correction && { correction }), now: now() }),
    );
  });
}
