import ts from 'typescript-5';
import { type Figure, type Goal, type Place } from './figure.ts';
import { isCore, isSource, topologyOf } from './homes.ts';
import { type CodeFile, lineOf, nodesOf, type Project } from './project.ts';

const MADE = /(?:^|\/)generated\//;

/** The longest file of a folder, and all that are over the limit. Every line counts, empty ones and comments too. */
export function longestFile({ files }: Project, folder: 'src' | 'test', most: number): Figure {
  const places = [...files.values()]
    .filter(({ path }) => path.startsWith(`${folder}/`) && !MADE.test(path))
    .map(({ path, lines }): Place => ({ at: path, what: 'lines', size: lines }));
  return largest(`longest-file-${folder}`, `longest file in ${folder}, lines`, { most }, places);
}

/** The longest function of `src`, from its first word to its last bracket, functions within it included. */
export function longestFunction({ files }: Project, most: number): Figure {
  const places = [...files.values()].flatMap((file) => (isSource(file.path) ? functionsOf(file) : []));
  return largest('longest-function', 'longest function in src, lines', { most }, places);
}

/** Lines of the core: the loop, the moves, the events' folds, trace and sentences, the state. */
export function coreLines({ files }: Project, most: number): Figure {
  const places = [...files.values()]
    .filter(({ path }) => isCore(path))
    .map(({ path, lines }): Place => ({ at: path, what: 'lines', size: lines }));
  return {
    id: 'core',
    measure: 'lines of the core, with its events',
    goal: { most },
    now: places.reduce((sum, { size = 0 }) => sum + size, 0),
    places: bySize(places),
  };
}

/** Lines of the topology that has most of them. */
export function largestTopology({ files }: Project, most: number): Figure {
  const sums = new Map<string, number>();
  for (const { path, lines } of files.values()) {
    const topology = topologyOf(path);
    if (topology !== undefined) sums.set(topology, (sums.get(topology) ?? 0) + lines);
  }
  const places = [...sums].map(([at, size]): Place => ({ at, what: 'lines', size }));
  return { ...largest('topology', 'lines of the largest topology', { most }, places), places: bySize(places) };
}

function largest(id: string, measure: string, goal: Goal & { readonly most: number }, all: readonly Place[]): Figure {
  const sorted = bySize(all);
  const [first] = sorted;
  return {
    id,
    measure,
    goal,
    now: first?.size ?? 0,
    ...(first && { note: first.line === undefined ? first.at : `${first.at}:${first.line}` }),
    places: sorted.filter(({ size = 0 }) => size > goal.most),
  };
}

function bySize(places: readonly Place[]): readonly Place[] {
  return places.toSorted((a, b) => (b.size ?? 0) - (a.size ?? 0));
}

function functionsOf({ path, source }: CodeFile): readonly Place[] {
  if (!source) return [];
  return [...nodesOf(source)].flatMap((node) => {
    if (!ts.isFunctionLike(node) || !('body' in node) || !node.body) return [];
    const first = lineOf(source, node);
    const last = source.getLineAndCharacterOfPosition(node.getEnd()).line + 1;
    const name = node.name?.getText(source) ?? 'a function without a name';
    return [{ at: path, line: first, what: name, size: last - first + 1 }];
  });
}
