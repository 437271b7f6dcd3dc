import type { Figure, Place } from './figure.ts';
import { circles } from './graph.ts';
import { isSource, roomOf } from './homes.ts';
import { type Import, importsFrom, type Project } from './project.ts';

/** Circles of files of `src`, imports of types counted: sets of files each of which comes to all others. */
export function fileCircles(project: Project): Figure {
  const found = circles(graphOf(importsFrom(project, isSource), (file) => file));
  const places = found.map((files): Place => ({ at: files[0] ?? '', what: files.join(', ') }));
  return {
    id: 'file-circles',
    measure: 'circles of files, types counted',
    goal: { most: 0 },
    now: found.length,
    places,
  };
}

/** Rooms of `src` that stand in a circle, imports of types counted. The places are the imports that close it, by pair of rooms. */
export function roomsInCircles(project: Project): Figure {
  const imports = importsFrom(project, isSource).filter(({ to }) => isSource(to));
  const found = circles(graphOf(imports, roomOf));
  const rooms = found.flat();
  return {
    id: 'room-circles',
    measure: 'rooms of src in a circle, types counted',
    goal: { most: 0 },
    now: rooms.length,
    ...(rooms.length > 0 && { note: found.map((circle) => circle.map(shortName).join(', ')).join('; ') }),
    places: found.flatMap((circle) => edgesWithin(new Set(circle), imports)),
  };
}

function graphOf(imports: readonly Import[], nodeOf: (file: string) => string): Map<string, Set<string>> {
  const graph = new Map<string, Set<string>>();
  for (const { from, to } of imports.filter((each) => isSource(each.to))) {
    const [start, end] = [nodeOf(from), nodeOf(to)];
    if (start !== end) graph.set(start, (graph.get(start) ?? new Set()).add(end));
  }
  return graph;
}

function edgesWithin(rooms: ReadonlySet<string>, imports: readonly Import[]): readonly Place[] {
  const edges = new Map<string, Import[]>();
  for (const each of imports) {
    const [start, end] = [roomOf(each.from), roomOf(each.to)];
    if (start === end || !rooms.has(start) || !rooms.has(end)) continue;
    const key = `${shortName(start)} → ${shortName(end)}`;
    edges.set(key, [...(edges.get(key) ?? []), each]);
  }
  return [...edges]
    .toSorted(([, a], [, b]) => a.length - b.length)
    .map(([at, [first, ...others]]) => ({
      at,
      what: `first ${first?.from}:${first?.line}; imports`,
      size: others.length + 1,
    }));
}

function shortName(room: string): string {
  return room.slice('src/'.length);
}
