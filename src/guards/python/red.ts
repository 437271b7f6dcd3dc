import { randomBytes } from 'node:crypto';
import { startProgram } from './start-program.ts';
import { endingProblem, limitsOf } from './test-endings.ts';
import { type Account, emptyAccount, resultsOf, takeLine } from './test-events.ts';
import type { Problem, TestRun } from './test-report.ts';
import { dataIn, modulesIn, planRequest } from './test-request.ts';

/** Tests that are run with nothing to test: stubs stand for all that they import and nobody gives. */
export type RedRun = Omit<TestRun, 'artifact' | 'judged' | 'protocol'>;

export interface Collection {
  readonly sandbox: string;
  /** The tests that were collected, with their cases. */
  readonly collected: readonly string[];
  /** How many there are with their cases, as they are written. */
  readonly written: number;
  /** Why they could not be collected. */
  readonly problem?: Problem;
}

/**
 * `red`: it fails as it must, by an assertion or since nothing is implemented. `vacuous`: it passes with nothing to
 * test.
 */
export type RedOutcome = 'red' | 'vacuous' | 'errored' | 'skipped' | 'missing';

export interface RedReport {
  readonly sandbox: string;
  readonly tests: readonly { readonly id: string; readonly outcome: RedOutcome; readonly message: string }[];
  readonly problem?: Problem;
}

/** Imports the tests against stubs and tells which there are. */
export async function collect(run: RedRun): Promise<Collection> {
  const { account, problem } = await watched(run, true);
  const { collected = [], cases } = account;
  return { sandbox: run.sandbox.version, collected, written: cases, ...(problem !== undefined && { problem }) };
}

/** Runs the tests against stubs: each of them must fail (guards 1.6, red check). */
export async function redReport(run: RedRun): Promise<RedReport> {
  const { account, problem } = await watched(run, false);
  const tests = resultsOf(account).map(({ id, outcome, message }) => ({ id, outcome: RED[outcome], message }));
  return { sandbox: run.sandbox.version, tests, ...(problem !== undefined && { problem }) };
}

const RED = { failed: 'red', passed: 'vacuous', errored: 'errored', skipped: 'skipped', missing: 'missing' } as const;

async function watched(run: RedRun, onlyCollects: boolean): Promise<{ account: Account; problem?: Problem }> {
  const { sandbox, signal, files } = run;
  const nonce = randomBytes(16).toString('hex');
  const limits = limitsOf(run);
  const running = await startProgram(sandbox, 'red', { files: dataIn(files), limits, signal });
  running.send(JSON.stringify({ nonce, ...planRequest(run), sources: modulesIn(files), onlyCollects }));
  running.finishInput();
  const account = emptyAccount();
  for await (const line of running.lines()) takeLine(account, line, nonce);
  const { ending, pace } = await running.finished;
  if (account.uncollected !== undefined)
    return { account, problem: { kind: 'collection', message: account.uncollected } };
  return account.done
    ? { account }
    : { account, problem: endingProblem({ ending, pace, limits, account, who: 'the tests' }) };
}
