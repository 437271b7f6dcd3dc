import type { Plan } from '../model/plan.ts';
import type { RunState, TrailEntry } from '../model/run-state.ts';
import { unresolved } from '../topologies/and-or/branches.ts';
import { isSettled } from './frontier.ts';

const MOST_IDS = 20;

/** What an and-or run sees before it takes up a step (S1-5-a, R121). */
export interface Observation {
  /** How many steps and groups were unresolved. */
  readonly unresolved: number;
  /** The first of their ids. */
  readonly unresolvedIds: readonly string[];
  /** The newest entry. */
  readonly trail?: Pick<TrailEntry, 'seq' | 'type' | 'orGroup' | 'selected' | 'reason'>;
  readonly stopRequested: boolean;
  /** What a redirect means is being found out. */
  readonly redirectRequested: boolean;
  /** The last one; left out before the first. */
  readonly verification?: { readonly passed: boolean; readonly artifactId?: string };
}

/**
 * The observation that the log counted as `count`. The ids are read from the plan, which may have changed since: of what joined later
 * there is none among them.
 */
export function observation(plan: Plan, before: RunState, count: number): Observation {
  const { steps, groups = [] } = plan;
  const ofGroups = new Set(groups.map(({ id }) => id));
  const ids = unresolved(plan, before).filter((id) => ofGroups.has(id) || Object.hasOwn(before.steps, id));
  const last = before.trail?.entries.at(-1);
  const { passed, artifactId } = before.search?.baseCase ?? {};
  return {
    unresolved: count,
    unresolvedIds: ids.slice(0, MOST_IDS),
    ...(last && { trail: told(last) }),
    stopRequested: before.control.stop !== undefined,
    redirectRequested: isRedirecting(before, steps),
    ...(passed !== undefined && { verification: { passed, ...(artifactId !== undefined && { artifactId }) } }),
  };
}

/** Whether what a redirect in free words means is being found out. */
export function isRedirecting(state: RunState, steps: Plan['steps']): boolean {
  if (state.redirecting !== undefined) return true;
  return steps.some(
    ({ id, clarification }) => clarification === true && Object.hasOwn(state.steps, id) && !isSettled(state, id),
  );
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
