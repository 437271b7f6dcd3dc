import { z } from 'zod';
import { ArtifactPageView } from '../../../api/artifacts/view.ts';
import { StateView } from '../../../api/runs/state-view.ts';
import { CONSOLE } from '../../../api/session/own-path.ts';
import { restOfArtifact, restOfRun } from '../../parts/paths.ts';
import { read } from '../../served/read.ts';
import { visitorsRest } from '../../served/rest.ts';
import { HIDDEN, PAGE, type Site } from '../../served/site.ts';
import { stateScreen } from './state.ts';

/** Results whose texts one page shows. */
const MOST = 12;

/** What holds in a run by now: results, corrections, and what its topology keeps. */
export function addState({ app, show, now }: Site): void {
  const params = z.object({ id: z.string() });
  app.get(`${CONSOLE}/runs/:id/state`, { ...PAGE, schema: { ...HIDDEN, params } }, async (request, reply) => {
    const rest = visitorsRest(app, request);
    const state = await read(rest, `${restOfRun(request.params.id)}/state`, StateView);
    const texts = await Promise.all(
      Object.entries(state.bindings)
        .slice(0, MOST)
        .map(
          async ([step, artifact]) =>
            [step, await read(rest, `${restOfArtifact(artifact)}?view=page`, ArtifactPageView)] as const,
        ),
    );
    return show(request, reply, stateScreen({ state, texts: new Map(texts), now: now() }));
  });
}
