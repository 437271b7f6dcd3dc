import type { TopologyRules } from '../../core/topology.ts';
import { common } from '../common/rules.ts';

/** Steps run as what they depend on allows; complete when the goal is met. */
export const dag: TopologyRules = { ...common, kind: 'dag' };
