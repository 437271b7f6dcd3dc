/** What the events of all topologies come to, and what each topology makes of the others'. */
import { SEARCH, SEARCH_REACTIONS } from './and-or/events.ts';
import { BASE_CASE, BASE_CASE_REACTIONS } from './base-case/events.ts';
import { MACHINE, MACHINE_REACTIONS } from './machine/events.ts';

export const TOPOLOGIES = { ...SEARCH, ...BASE_CASE, ...MACHINE };

/** In the order in which they follow an event. */
export const REACTIONS = [BASE_CASE_REACTIONS, SEARCH_REACTIONS, MACHINE_REACTIONS];
