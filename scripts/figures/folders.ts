import path from 'node:path';
import type { Figure, Place } from './figure.ts';
import type { Project } from './project.ts';

const MOST_FILES = 25;
const COUNTED = /^(?:src|test)\//;
const MADE = /(?:^|\/)generated\//;

/** Folders of `src` and `test` with more than 25 code files in them; what lies deeper is not theirs, what is generated counts nowhere. */
export function fullFolders({ files }: Project): Figure {
  const sizes = new Map<string, number>();
  for (const file of files.keys()) {
    if (!COUNTED.test(file) || MADE.test(file)) continue;
    const folder = path.posix.dirname(file);
    sizes.set(folder, (sizes.get(folder) ?? 0) + 1);
  }
  const places: readonly Place[] = [...sizes]
    .filter(([, size]) => size > MOST_FILES)
    .toSorted(([, a], [, b]) => b - a)
    .map(([at, size]) => ({ at, what: 'code files', size }));
  const largest = Math.max(0, ...sizes.values());
  return {
    id: 'folders',
    measure: `folders of more than ${MOST_FILES} code files, src and test`,
    goal: { most: 0 },
    now: places.length,
    note: `the fullest has ${largest}`,
    places,
  };
}
