import type { Decomposed } from './events/and-or.ts';

/** Where the search of an and-or run stands (S1-2.5-a). */
export interface SearchState {
  readonly kind: 'and-or';
  /** By group; one that nothing was chosen of yet is not there. */
  readonly groups: Readonly<Record<string, GroupState>>;
  readonly baseCase: BaseCaseState;
  readonly decompositions: readonly Decomposed[];
  /** How often the run has been aligned. */
  readonly alignments: number;
  /** The swaps of all groups that count against `maxSwaps` (R85); none: left out. */
  readonly swaps?: number;
}

export interface GroupState {
  /** The choices that are being tried, or the last one that was. */
  readonly taken: readonly string[];
  /** In this epoch of the Trail. */
  readonly failed: readonly string[];
  readonly winner?: string;
  /** The choice that a person has taken: it makes way for no other by itself. */
  readonly forced?: string;
  /** How often its winner has made way for another choice because of what was built on it (R85). */
  readonly swaps?: number;
  /** It had won before what it depends on was swapped: it is tried first. */
  readonly first?: string;
}

export interface BaseCaseState {
  /** Something has changed since it was verified last. */
  readonly due: boolean;
  /** Of the verification under way. */
  readonly token?: string;
  /** The last verification asked no model, and would have had to (R101). */
  readonly leftOut?: boolean;
  /** The leaf that a person is asked about: until then nothing is under way. Only of runs that began when all work waited for the answer. */
  readonly pending?: string;
  /** What people said since the last verification that was decided, by leaf. */
  readonly answers?: Readonly<Record<string, boolean>>;
  /** Of the last verification. */
  readonly passed?: boolean;
  readonly artifactId?: string;
  /** The leaves that were false then, by name; left out where it passed, or where the verification did not say. */
  readonly falseLeaves?: readonly string[];
  /** What was looked at in the first of them, and how it failed (R90). */
  readonly because?: string;
}

/** Nothing is known of it yet. */
export const NEW_BASE_CASE: BaseCaseState = { due: true };

/** Before anything was chosen. `decompositions`: of a fork, what was broken down before. */
export function newSearch(decompositions: readonly Decomposed[] = []): SearchState {
  return { kind: 'and-or', groups: {}, baseCase: NEW_BASE_CASE, decompositions, alignments: 0 };
}
