import type { GuardLeaf, GuardTree } from '../../model/guard-tree.ts';
import { leavesOf } from '../../model/guard-tree.ts';
import { fieldOf } from '../../text/loose.ts';
import { milliseconds } from '../parse/durations.ts';

/** Milliseconds that a foreign program may run whose author wrote nothing (R110). */
export const PROGRAM_LIMIT = 30_000;

/**
 * How many programs a guard runs one after another at most, by its name. Guards that are not here run none; two that run beside each other
 * count as one.
 */
const PROGRAMS: ReadonlyMap<string, number> = new Map([
  ['python-syntax', 1],
  ['python-lint', 1],
  ['python-imports', 1],
  ['python-tests-collect', 1],
  // Split, and once more in one process.
  ['python-tests', 2],
  ['typescript-syntax', 1],
  ['typescript-types', 1],
  // The compiler before them.
  ['typescript-tests', 3],
  ['command', 1],
  ['test-red', 2],
  ['patch-applies', 1],
  ['patch-lint', 1],
  ['test-green', 2],
  // On the repository as it is, with the patch, and again as it is where a listed test is missing.
  ['full-eval', 6],
]);

/** Whether a tree of guards runs a program of anybody's (R119). */
export function runsProgram(tree: GuardTree): boolean {
  return leavesOf(tree).some(({ use }) => PROGRAMS.has(use));
}

/** Milliseconds that the programs of a tree may take together, each for as long as it may. */
export function programTimeOf(tree: GuardTree): number {
  return leavesOf(tree).reduce((sum, leaf) => sum + timeOfLeaf(leaf), 0);
}

function timeOfLeaf({ use, with: options }: GuardLeaf): number {
  const written = fieldOf(options, 'timeout');
  return (PROGRAMS.get(use) ?? 0) * programLimit(typeof written === 'string' ? written : undefined);
}

/** Milliseconds; `timeout` as its author wrote it. */
export function programLimit(timeout: string | undefined): number {
  return timeout === undefined ? PROGRAM_LIMIT : milliseconds(timeout);
}

/** Milliseconds of what is around programs: starting sandboxes, reading and storing. */
const AROUND = 30_000;

/** What a call may take that nobody limited: the usual time, or what its programs may take where that is more (R110). In milliseconds. */
export function timeAround(usual: number, programs: number): number {
  return programs === 0 ? usual : Math.max(usual, programs + AROUND);
}
