import { isRedirecting } from '../../core/state/spoken.ts';
import type { Plan } from '../../model/plan.ts';
import type { RunState, TrailEntry } from '../../model/run-state.ts';
import type { Observation } from '../../model/trace-entry.ts';
import { groupsOf, unresolved } from './branches.ts';

const MOST_IDS = 20;

/**
 * The observation that the log counted as `count`. The ids are read from the plan, which may have changed since: of what joined later
 * there is none among them.
 */
export function observation(plan: Plan, before: RunState, count: number): Observation {
  const { steps } = plan;
  const ofGroups = new Set(groupsOf(plan).map(({ id }) => id));
  const ids = unresolved(plan, before).filter((id) => ofGroups.has(id) || Object.hasOwn(before.steps, id));
  const last = before.trail?.entries.at(-1);
  const { passed, artifactId } = before.own.baseCase ?? {};
  return {
    unresolved: count,
    unresolvedIds: ids.slice(0, MOST_IDS),
    ...(last && { trail: told(last) }),
    stopRequested: before.control.stop !== undefined,
    redirectRequested: isRedirecting(before, steps),
    ...(passed !== undefined && { verification: { passed, ...(artifactId !== undefined && { artifactId }) } }),
  };
}

function told({ seq, type, orGroup, selected, reason }: TrailEntry) {
  return {
    seq,
    type,
    ...(orGroup !== undefined && { orGroup }),
    ...(selected !== undefined && { selected }),
    reason,
  };
}
