import { DEFAULT_LIMITS, type Ending, type Limits, type Pace } from '../../sandbox/sandbox.ts';
import { limitProblem } from '../isolation/foreign-limits.ts';
import { isFromOutside } from '../isolation/from-outside.ts';
import type { Account } from './test-events.ts';
import type { Problem, TestRun } from './test-report.ts';

/** Bytes: all that the two halves say to each other is output. */
const OUTPUT = 64 * 1024 * 1024;

export function limitsOf({ limits }: Pick<TestRun, 'limits'>): Limits {
  return { ...DEFAULT_LIMITS, output: OUTPUT, ...limits };
}

interface End {
  readonly ending: Ending;
  readonly pace?: Pace | undefined;
  readonly limits: Limits;
  readonly account: Account;
  /** Whose process it was. */
  readonly who: 'the implementation' | 'the tests';
}

/** What it means that a program which runs tests has ended before they had. Throws when it was killed from outside, or the machine was slow (R110). */
export function endingProblem({ ending, pace, limits, account, who }: End): Problem {
  const during = underWay(account);
  if (ending.kind === 'exceeded') {
    return { kind: 'limit', message: `${limitProblem(ending.bound, limits, pace)}${during}` };
  }
  if (ending.kind === 'signalled') {
    if (isFromOutside(ending)) throw new Error(`The tests were ended from outside by ${ending.signal}`);
    return { kind: 'broken', message: `ProcessError: the process of ${who} was ended by ${ending.signal}.${during}` };
  }
  return {
    kind: 'broken',
    message: `ProcessError: ${who} ended the process with exit code ${ending.code}, in place of returning or raising.${during}`,
  };
}

function underWay({ started, ended }: Account): string {
  if (started === undefined) return ended.size === 0 ? '\nIt happened before the first test.' : '';
  return ended.has(started) ? '' : `\n${started} was under way.`;
}
