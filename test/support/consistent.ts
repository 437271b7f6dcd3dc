import { evolve, toSchema1 } from '../../src/engine.ts';
import type { Event } from '../../src/model/event.ts';
import { INITIAL, isClosed, type RunState } from '../../src/model/run-state.ts';
import { stateQuery } from '../../src/workflows/messages.ts';
import type { AnyEngine } from './engine/parts.ts';
import { asJson } from './engine/scripted.ts';

/**
 * What holds of every run at rest, whatever was answered: the workflow's state and the view row are the fold of the log (I12), the
 * log is dense with at most one ending, and no epoch ever had more attempts than it was allowed. Answers the state and the log.
 */
export async function consistent(
  engine: AnyEngine,
  id: string,
): Promise<{ readonly state: RunState; readonly log: readonly Event[] }> {
  const reported: RunState = Object(await engine.handleOf(id).query(stateQuery));
  const state = await engine.until(id, ({ seq }) => seq >= reported.seq);
  const log = await engine.log(id);
  const folded = log.reduce(evolve, INITIAL);
  expect(asJson(state)).toEqual(asJson(folded));
  expect(asJson(reported)).toEqual(asJson(toSchema1(folded)));
  expect(log.map(({ seq }) => seq)).toEqual(log.map((_, index) => index + 1));
  expect(log.filter(({ type }) => type === 'run.closed')).toHaveLength(isClosed(state) ? 1 : 0);
  expect(overruns(log)).toEqual([]);
  return { state, log };
}

function overruns(log: readonly Event[]): readonly string[] {
  let state = INITIAL;
  return log.flatMap((event) => {
    state = evolve(state, event);
    return Object.entries(state.steps).flatMap(([step, { open, attempt, allowed }]) =>
      open && attempt > allowed ? [`${step} made attempt ${attempt} of ${allowed} at ${event.seq}`] : [],
    );
  });
}
