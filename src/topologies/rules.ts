/** The rules of every topology that there is, put together with the core by `src/engine.ts`. */
import { registerEvents } from '../core/events/homes.ts';
import { registerTopology } from '../core/topology.ts';
import { SEARCH, SEARCH_REACTIONS, SEARCH_TRACES } from './and-or/events.ts';
import { andOr } from './and-or/rules.ts';
import { BASE_CASE, BASE_CASE_REACTIONS } from './base-case/events.ts';
import { dag } from './dag/rules.ts';
import { MACHINE, MACHINE_REACTIONS } from './machine/events.ts';
import { machine } from './machine/rules.ts';

export function registerTopologies(): void {
  registerEvents({
    homes: { ...SEARCH, ...BASE_CASE, ...MACHINE },
    reactions: [BASE_CASE_REACTIONS, SEARCH_REACTIONS, MACHINE_REACTIONS],
    traces: [SEARCH_TRACES],
  });
  for (const rules of [dag, andOr, machine]) registerTopology(rules);
}
