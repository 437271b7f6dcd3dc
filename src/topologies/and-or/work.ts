import { plainWork, type TopologyWork } from '../../definitions/topology-work.ts';
import { searchIn } from '../../model/own-state.ts';
import { verifying } from '../base-case/work.ts';
import { isActive } from './branches.ts';
import { conflictWith, WORKSPACE_CONFLICT } from './document/collisions.ts';
import { rivalsOf } from './rivals.ts';

/** Workers share a workspace (R105), and a graph is shown contracted (S1-2.3-b). */
export const andOrWork: TopologyWork = {
  ...plainWork('and-or'),
  shows: 'summary',
  hasRivals: (plan, step) => plan.steps.some(({ id, worker }) => id === step && worker === true),
  rivals: ({ plan, state }, step) => rivalsOf(plan, state, step),
  conflict(rivals, text) {
    const feedback = conflictWith(rivals, text);
    return feedback === undefined ? undefined : { guard: WORKSPACE_CONFLICT, feedback };
  },
  counts: ({ plan, state }, step) => isActive(plan, state, step),
  winners: (state) =>
    Object.fromEntries(
      Object.entries(searchIn(state)?.groups ?? {}).flatMap(([id, { winner }]) =>
        winner === undefined ? [] : [[id, winner]],
      ),
    ),
  verifying,
};
