import type { Run } from '../../model/run.ts';
import { isClosed } from '../../model/run-state.ts';
import { hindered, waitsOf } from '../../stories/hindered.ts';
import type { Standing } from '../../stories/why.ts';
import type { ApiContext } from '../dependencies.ts';

/** Milliseconds without an event after which it is asked what keeps a run: one that moves is kept by nothing. */
const QUIET = 2_000;

/** How a run stands, and what keeps it from going on: the store knows which calls wait; the engine is asked of a run where nothing has happened for a while. */
export async function standingNow(
  { runs, store, now }: Pick<ApiContext, 'runs' | 'now' | 'store'>,
  { plan, state }: Run,
  told: Standing,
): Promise<Standing> {
  if (isClosed(state)) return told;
  const isQuiet = now() - state.at >= QUIET;
  const [waits, found] = await Promise.all([
    store.waits.ofRun(state.runId),
    isQuiet ? runs.hindrances(state.runId) : [],
  ]);
  return hindered(told, { plan, state }, [...waitsOf(state, waits), ...found]);
}
