import { z } from 'zod';
import { StateView } from '../../../api/runs/state-view.ts';
import { CONSOLE } from '../../../api/session/own-path.ts';
import { restOfRun } from '../../parts/paths.ts';
import { read } from '../../served/read.ts';
import { visitorsRest } from '../../served/rest.ts';
import { HIDDEN, PAGE, type Site } from '../../served/site.ts';
import { stateScreen } from './state.ts';

/** What holds in a run by now: results, corrections, and what its topology keeps. */
export function addState({ app, show, now }: Site): void {
  const params = z.object({ id: z.string() });
  app.get(`${CONSOLE}/runs/:id/state`, { ...PAGE, schema: { ...HIDDEN, params } }, async (request, reply) => {
    const state = await read(visitorsRest(app, request), `${restOfRun(request.params.id)}/state`, StateView);
    return show(request, reply, stateScreen(state, now()));
  });
}
