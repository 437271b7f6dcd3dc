import type { Figure, Place } from './figure.ts';

const PLACE = /^(?<at>\S+):(?<line>\d+) (?<what>.*)$/s;

/**
 * Citations that lead to nothing in the repository. `found` are lines that begin with file and line (`src/a.ts:3 cites …`); without them
 * nobody has looked, and the figure is not measured.
 */
export function citationsWithoutTarget(found: readonly string[] | undefined): Figure {
  return {
    id: 'citations',
    measure: 'citations without a target',
    goal: { most: 0 },
    ...(found ? { now: found.length } : { note: 'nothing counts them yet' }),
    places: (found ?? []).map(placeOf),
  };
}

function placeOf(found: string): Place {
  const { at = '', line, what = found } = PLACE.exec(found)?.groups ?? {};
  return { at, ...(line !== undefined && { line: Number(line) }), what };
}
