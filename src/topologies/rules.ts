/** The rules of every topology that there is, and its words, which the workflow shows: put together with the core by `src/engine.ts`. */
import { registerEvents } from '../core/events/homes.ts';
import { registerTopology } from '../core/topology.ts';
import { registerTopologyWords } from '../stories/topology-words.ts';
import { SEARCH, SEARCH_REACTIONS, SEARCH_TRACES } from './and-or/events.ts';
import { andOr } from './and-or/rules.ts';
import { andOrWords } from './and-or/words.ts';
import { BASE_CASE, BASE_CASE_REACTIONS } from './base-case/events.ts';
import { dag } from './dag/rules.ts';
import { dagWords } from './dag/words.ts';
import { MACHINE, MACHINE_REACTIONS } from './machine/events.ts';
import { machine } from './machine/rules.ts';
import { machineWords } from './machine/words.ts';

export function registerTopologies(): void {
  registerEvents({
    homes: { ...SEARCH, ...BASE_CASE, ...MACHINE },
    reactions: [BASE_CASE_REACTIONS, SEARCH_REACTIONS, MACHINE_REACTIONS],
    traces: [SEARCH_TRACES],
  });
  for (const rules of [dag, andOr, machine]) registerTopology(rules);
  for (const words of [dagWords, andOrWords, machineWords]) registerTopologyWords(words);
}
