import type { TopologyRules } from '../../../src/core/topology.ts';
import { isSettled } from '../../../src/engine.ts';
import { common } from '../../../src/topologies/common/rules.ts';

/** A fourth topology, of these tests alone: one step after the other, in declared order, whatever depends on what. */
export const sequence: TopologyRules = {
  ...common,
  kind: 'sequence',
  counts({ plan, state }, step) {
    const before = plan.steps.slice(0, plan.steps.indexOf(step));
    return before.every(({ id }) => isSettled(state, id));
  },
};
