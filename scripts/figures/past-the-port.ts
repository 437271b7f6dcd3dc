import type { Figure, Place } from './figure.ts';
import { isCore, isRegistry, isSource, topologyOf } from './homes.ts';
import { type Import, importsFrom, type Project } from './project.ts';

/** The parts that topologies are composed of; they alone may import them. */
const PARTS: readonly string[] = ['alignment', 'base-case', 'common', 'decomposition'];

/**
 * Imports of `src`, types counted, into the folder of a topology from anywhere but that folder and the registries: from the rest of
 * `src`, and from one topology into another.
 */
export function importsPastThePort(project: Project): Figure {
  const found = importsFrom(project, isSource).filter(isPastThePort);
  const others = new Set(found.map(({ from }) => from)).size;
  return {
    id: 'past-the-port',
    measure: 'imports into topologies past the port',
    goal: { most: 0 },
    now: found.length,
    ...(found.length > 0 && { note: `in ${others} files` }),
    places: found.map(placeOf),
  };
}

/** Those of them that stand in the core. */
export function importsOfTheCore(project: Project): Figure {
  const found = importsFrom(project, isCore).filter(({ to }) => topologyOf(to) !== undefined);
  return {
    id: 'core-into-topologies',
    measure: 'imports of the core into topologies',
    goal: { most: 0 },
    now: found.length,
    places: found.map(placeOf),
  };
}

function isPastThePort({ from, to }: Import): boolean {
  const [home, target] = [topologyOf(from), topologyOf(to)];
  if (target === undefined || home === target || isRegistry(from)) return false;
  return !PARTS.includes(target) || home === undefined;
}

function placeOf({ from, line, to }: Import): Place {
  return { at: from, line, what: to };
}
