import type { Limits, Sandbox } from '../../sandbox/sandbox.ts';

/** Tests and implementation in two processes, or in one with canaries (guards 1.6). */
export const PROTOCOLS = ['split', 'canary'] as const;
export type Protocol = (typeof PROTOCOLS)[number];

export interface TestRun {
  readonly sandbox: Sandbox;
  /** What is there, by path: modules, and whatever they read. */
  readonly files: Readonly<Record<string, string>>;
  /**
   * The text of one module more, the one that is judged: `module`, or else what the tests import that is neither there
   * nor of the standard library. Tests that import no such module read its names as if they stood in the same file.
   */
  readonly artifact?: string | undefined;
  /** Without an artifact: the paths in `files` that are judged. Only these are held against the policy of canaries. */
  readonly judged?: readonly string[];
  /** The test modules, by path; at least one. */
  readonly tests: Readonly<Record<string, string>>;
  /** Default: split, and canary as well for what cannot be split. */
  readonly protocol?: Protocol | undefined;
  readonly module?: string | undefined;
  readonly limits?: Partial<Limits>;
  readonly signal: AbortSignal;
}

/** `missing`: it was not run, or nothing was heard of it. */
export type TestOutcome = 'passed' | 'failed' | 'errored' | 'skipped' | 'missing';

export interface TestResult {
  /** As pytest names it, without the file where there is one only: `TestStack::test_push[1-2]`. */
  readonly id: string;
  readonly outcome: TestOutcome;
  /** Empty when it passed; else its first line is the error. */
  readonly message: string;
}

export interface Problem {
  /**
   * Why there is more to say than what became of each test. `collection`: the tests could not be run; `tamper`: the
   * implementation meddled with the run; `limit`: a bound of the sandbox ended it; `broken`: the implementation ended
   * it.
   */
  readonly kind: 'collection' | 'tamper' | 'limit' | 'broken';
  readonly message: string;
}

export interface TestReport {
  /** The weaker of those that the report comes from. */
  readonly protocol: Protocol;
  readonly sandbox: string;
  readonly tests: readonly TestResult[];
  readonly problem?: Problem;
}

/** `test_add` for `test_add[1-2]`. */
export function withoutCase(id: string): string {
  return id.replace(/\[.*$/s, '');
}
