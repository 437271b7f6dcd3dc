import type { Run } from '../../model/run.ts';
import { isClosed } from '../../model/run-state.ts';
import { hindered } from '../../stories/hindered.ts';
import type { Standing } from '../../stories/why.ts';
import type { ApiContext } from '../dependencies.ts';

/** Milliseconds without an event after which it is asked what keeps a run: one that moves is kept by nothing. */
const QUIET = 2_000;

/** How a run stands, and what keeps it from going on: the engine is asked of one where nothing has happened for a while. */
export async function standingNow(
  { runs, now }: Pick<ApiContext, 'runs' | 'now'>,
  { plan, state }: Run,
  told: Standing,
): Promise<Standing> {
  const isQuiet = !isClosed(state) && now() - state.at >= QUIET;
  const found = isQuiet ? await runs.hindrances(state.runId) : [];
  return hindered(told, { plan, state }, found);
}
