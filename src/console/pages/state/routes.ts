import { z } from 'zod';
import { ArtifactPageView } from '../../../api/artifacts/view.ts';
import { StateView } from '../../../api/runs/state-view.ts';
import { CONSOLE } from '../../../api/session/own-path.ts';
import { restOfArtifact, restOfRun, textPath } from '../../parts/paths.ts';
import { read } from '../../served/read.ts';
import { visitorsRest } from '../../served/rest.ts';
import { HIDDEN, PAGE, type Site } from '../../served/site.ts';
import { stateScreen } from './state.ts';
import { textScreen } from './text.ts';

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

/** A text by its id alone: on the page of the step that has made it, else on one of its own. */
export function addText({ app, show }: Site): void {
  const params = z.object({ id: z.string(), artifact: z.string() });
  app.get(`${CONSOLE}/runs/:id/texts/:artifact`, { ...PAGE, schema: { ...HIDDEN, params } }, async (request, reply) => {
    const { id: runId, artifact: artifactId } = request.params;
    const path = `${restOfArtifact(artifactId)}?view=page`;
    const artifact = await read(visitorsRest(app, request), path, ArtifactPageView);
    if (artifact.runId !== undefined && artifact.step !== undefined)
      return reply.redirect(textPath(artifact.runId, artifact.step, artifactId), 303);
    return show(request, reply, textScreen({ runId, artifact }));
  });
}
