import { appendFileSync, existsSync, readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';

/** Names the folder through which `npm run mutants` and the suites under jest speak; where a suite is begun with a mutant on, that too. */
export const FOLDER_VARIABLE = 'DSAP_MUTANTS';

export interface MutantId {
  readonly path: string;
  readonly index: number;
}

/** What a suite found, line by line. */
export type Found =
  | { readonly kind: 'killed'; readonly mutant: MutantId; readonly suite: string; readonly test: string }
  /** Asked by tests of the suite, all of which passed with it. */
  | { readonly kind: 'survived'; readonly mutant: MutantId; readonly suite: string }
  /** Asked only while the suite was loaded, so that it could not be turned on for its tests. */
  | { readonly kind: 'loaded'; readonly mutant: MutantId; readonly suite: string }
  | Done;

/** The suite is through. */
interface Done {
  readonly kind: 'done';
  readonly suite: string;
  /** Its tests that fail without any mutant, and those that take too long; with neither is a mutant tried. */
  readonly unfit: readonly string[];
  readonly slow: readonly string[];
  /** Whether the others pass after all mutants as they did before. */
  readonly isClean: boolean;
}

/** The files of a run in its folder: the mutants to be tried, what was found of them, and which one each process has on. */
export function exchange(folder: string) {
  const at = (name: string) => path.join(folder, name);
  const found = at('found.jsonl');
  return {
    sample: (): ReadonlyMap<string, readonly number[]> => new Map(JSON.parse(readFileSync(at('sample.json'), 'utf8'))),
    setSample: (sample: ReadonlyMap<string, readonly number[]>): void =>
      writeFileSync(at('sample.json'), JSON.stringify([...sample])),
    found: (): readonly Found[] =>
      existsSync(found)
        ? readFileSync(found, 'utf8')
            .split('\n')
            .slice(0, -1)
            .map((line): Found => JSON.parse(line))
        : [],
    tell: (what: readonly Found[]): void =>
      appendFileSync(found, what.map((each) => `${JSON.stringify(each)}\n`).join('')),
    /** The mutant that a process has on from now, or none. */
    tellOn: (mutant: MutantId | undefined, pid = process.pid): void =>
      writeFileSync(at(`on-${pid}.json`), JSON.stringify({ pid, mutant, at: Date.now() })),
  };
}
