import { h } from 'preact';
import { z } from 'zod';
import { ArtifactView } from '../../../api/artifacts/view.ts';
import { PageMark } from '../../../api/http/pages.ts';
import { WhyView } from '../../../api/inspection/why-view.ts';
import { OverviewView } from '../../../api/overview/view.ts';
import { CONSOLE } from '../../../api/session/own-path.ts';
import { read } from '../../served/read.ts';
import { visitorsRest } from '../../served/rest.ts';
import { HIDDEN, PAGE, type Site } from '../../served/site.ts';
import { Corrected, doneShape, outcomeOf } from '../redirect/outcome.ts';
import { MOST_ARTIFACTS } from './artifacts.ts';
import { MOST_DRAWN } from './graph.ts';
import { readGraph } from './read-graph.ts';
import { Result, readResult } from './result.ts';
import { runScreen } from './run.ts';

const artifacts = z.object({ data: z.array(ArtifactView), page: PageMark });

/** A run's own page. */
export function addRun({ app, show, now }: Site): void {
  const params = z.object({ id: z.string() });
  const querystring = z.object({ ...doneShape, graph: z.enum(['drawn']).optional() });
  app.get(`${CONSOLE}/runs/:id`, { ...PAGE, schema: { ...HIDDEN, params, querystring } }, async (request, reply) => {
    const rest = visitorsRest(app, request);
    const path = `/v1/runs/${encodeURIComponent(request.params.id)}`;
    const [overview, why, made] = await Promise.all([
      read(rest, `${path}/overview`, OverviewView),
      read(rest, `${path}/why`, WhyView),
      read(rest, `${path}/artifacts?limit=${MOST_ARTIFACTS}`, artifacts),
    ]);
    const isWanted = overview.steps.length <= MOST_DRAWN || request.query.graph === 'drawn';
    const drawn = isWanted ? await readGraph(rest, request.params.id) : undefined;
    const outcome = await outcomeOf(rest, request.params.id, request.query, overview.run.bound.generations);
    const correction = outcome && h(Corrected, { outcome });
    const isDone = overview.run.status === 'completed';
    const result = isDone ? h(Result, { result: await readResult(rest, request.params.id) }) : undefined;
    return show(
      request,
      reply,
      runScreen({
        overview,
        reasons: why.chain,
        artifacts: made.data,
        isCut: made.page.hasMore,
        drawn,
        ...(correction && { correction }),
        ...(result && { result }),
        now: now(),
      }),
    );
  });
}
