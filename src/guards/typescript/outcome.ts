import type { Finished, Limits } from '../../sandbox/sandbox.ts';
import { limitProblem } from '../isolation/foreign-limits.ts';
import { isFromOutside } from '../isolation/from-outside.ts';
import type { ErrorFacts, TestRun } from './test-run.ts';

/** What came of running tests against an implementation. */
export type Outcome =
  /** All tests have ended. */
  | { readonly kind: 'ran'; readonly run: TestRun }
  /** The implementation, or what it made the tests do, ended the run before its end. */
  | { readonly kind: 'cut'; readonly run: TestRun; readonly why: string }
  /** It did not come to the first test. */
  | { readonly kind: 'not-begun'; readonly during: string; readonly error: ErrorFacts }
  /** It lacks exports that the tests import. */
  | { readonly kind: 'lacking'; readonly missing: readonly string[]; readonly exported: readonly string[] }
  /** Tests do what two processes cannot share. */
  | { readonly kind: 'cannot-cross'; readonly why: string }
  /** The implementation interfered with the run. */
  | { readonly kind: 'tampered'; readonly why: string };

/** How a program ended that was to go on. Throws when somebody else ended it, or the machine was slow (R110). */
export function endingWords({ ending, stderr, pace }: Finished, limits: Limits): string {
  switch (ending.kind) {
    case 'exceeded':
      return limitProblem(ending.bound, limits, pace);
    case 'signalled':
      if (isFromOutside(ending)) throw new Error(`the tests were ended from outside by ${ending.signal}`);
      return `it was ended by ${ending.signal}.`;
    case 'exited':
      return [`it ended the process, with exit code ${ending.code}.`, ...lastWords(stderr)].join('\n');
  }
}

const MOST = 4;

/** Without the places in our own files. */
function lastWords(text: string): readonly string[] {
  const lines = text.split('\n').filter((line) => line.trim() !== '' && !/^\s*at |file:\/\/|node:internal/.test(line));
  return lines.slice(-MOST).map((line) => `  ${line.trim().slice(0, 300)}`);
}
