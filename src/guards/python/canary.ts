import { randomBytes } from 'node:crypto';
import type { Finished, Limits } from '../../sandbox/sandbox.ts';
import { startProgram } from './start-program.ts';
import { endingProblem, limitsOf } from './test-endings.ts';
import { type Account, emptyAccount, resultsOf, takeLine } from './test-events.ts';
import { type Problem, type TestReport, type TestRun, withoutCase } from './test-report.ts';
import { dataIn, modulesIn, planRequest } from './test-request.ts';

/**
 * Protocol A of guards 1.6: tests and implementation in one process, with tests of our own among them that must fail.
 * Weaker than the split, but everything works. Rejects with a `SandboxFault` when the sandbox broke.
 */
export async function runCanary(run: TestRun): Promise<TestReport> {
  const limits = limitsOf(run);
  const { account, finished } = await watched(run, limits);
  const problem = problemOf(account, finished, limits);
  return {
    protocol: 'canary',
    sandbox: run.sandbox.version,
    tests: resultsOf(account),
    ...(problem !== undefined && { problem }),
  };
}

async function watched(run: TestRun, limits: Limits) {
  const { sandbox, signal, files, artifact = '', judged = Object.keys(files) } = run;
  const [nonce, random] = [randomBytes(16).toString('hex'), randomBytes(256).toString('hex')];
  const running = await startProgram(sandbox, 'canary', { files: dataIn(files), limits, signal });
  running.send(JSON.stringify({ nonce, random, ...planRequest(run), sources: modulesIn(files), artifact, judged }));
  running.finishInput();
  const account = emptyAccount();
  for await (const line of running.lines()) takeLine(account, line, nonce);
  return { account, finished: await running.finished };
}

function problemOf(account: Account, { ending, pace }: Finished, limits: Limits): Problem | undefined {
  const { forbidden, uncollected, done } = account;
  if (forbidden !== undefined)
    return tamper(`the implementation does what it has no business with:\n${listing(forbidden)}`);
  if (uncollected !== undefined) return { kind: 'collection', message: uncollected };
  if (ending.kind !== 'exited') return endingProblem({ ending, pace, limits, account, who: 'the implementation' });
  const singing = Object.entries(account.canaries).find(([id, wanted]) => account.ended.get(id)?.outcome !== wanted);
  if (!done || singing !== undefined || ending.code !== HONEST_CODE) return tamper(meddling(account, ending.code));
  const extra = (account.collected ?? []).filter((id) => !isExpected(account, id));
  return extra.length === 0
    ? undefined
    : tamper(`tests were run that the test file does not hold: ${extra.slice(0, 5).join(', ')}`);
}

/** Since canaries must fail, a run that is not 1 was not let end by itself. */
const HONEST_CODE = 1;

function meddling({ done, started }: Account, code: number): string {
  if (done)
    return 'the implementation changes how tests are judged: tests that must fail have passed, or the other way round.';
  const when = started === undefined ? 'before the first test' : `during ${started}`;
  return `the run of the tests was ended with exit code ${code} ${when}.`;
}

function isExpected({ ids = [], canaries }: Account, id: string): boolean {
  return id in canaries || ids.includes(withoutCase(id));
}

function tamper(what: string): Problem {
  return { kind: 'tamper', message: `TamperError: ${what}` };
}

function listing(sentences: readonly string[]): string {
  return sentences.slice(0, 10).join('\n');
}
