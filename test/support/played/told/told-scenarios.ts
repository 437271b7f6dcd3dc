import { GRAPH_RUNS } from './graph-runs.ts';
import { GUARD_RUNS } from './guard-runs.ts';
import { MACHINE_RUNS } from './machine-runs.ts';
import { SEARCH_RUNS } from './search-runs.ts';
import { STEERED_SCENARIOS } from './steered-scenarios.ts';
import { type Scenarios, scenariosOf } from './told.ts';

export const TOLD_SCENARIOS: Scenarios = {
  ...scenariosOf({ ...GUARD_RUNS, ...GRAPH_RUNS, ...SEARCH_RUNS, ...MACHINE_RUNS }),
  ...STEERED_SCENARIOS,
};
