import { randomBytes } from 'node:crypto';
import type { Finished, Limits, Running } from '../../sandbox/sandbox.ts';
import { paceOfBoth } from '../isolation/foreign-limits.ts';
import { startProgram } from './start-program.ts';
import { endingProblem, limitsOf } from './test-endings.ts';
import { type Account, emptyAccount, takeLine } from './test-events.ts';
import type { Problem, TestRun } from './test-report.ts';
import { dataIn, planRequest, sourcesOf } from './test-request.ts';

export interface SplitRun {
  readonly account: Account;
  readonly problem?: Problem;
}

/**
 * Protocol B of guards 1.6: the tests in one sandboxed process, the implementation in another, which sees neither the
 * tests nor a framework. What crosses goes through here, each question under a random id that its answer must carry, so
 * that nothing can be answered ahead. Ends early when all tests need one process. Rejects with a `SandboxFault` when a
 * sandbox broke.
 */
export async function runSplit(run: TestRun): Promise<SplitRun> {
  const limits = limitsOf(run);
  const halves = await startBoth(run, limits);
  const account = emptyAccount();
  const stopped = await converse(run, halves, account).finally(() => {
    halves.tester.kill();
    halves.subject.kill();
  });
  const [tester, subject] = await Promise.all([halves.tester.finished, halves.subject.finished]);
  const problem = problemOf(stopped, account, { tester, subject, limits });
  return { account, ...(problem !== undefined && { problem }) };
}

interface Halves {
  readonly tester: Running;
  readonly subject: Running;
}

/** Why the halves do not talk any more. */
type Stopped = 'enough' | 'tester ended' | 'subject ended' | Problem;

async function startBoth({ sandbox, files, signal }: TestRun, limits: Limits): Promise<Halves> {
  const tester = await startProgram(sandbox, 'tester', { limits, signal });
  try {
    return { tester, subject: await startProgram(sandbox, 'subject', { files: dataIn(files), limits, signal }) };
  } catch (error) {
    tester.kill();
    throw error;
  }
}

async function converse(run: TestRun, { tester, subject }: Halves, account: Account): Promise<Stopped> {
  const nonce = randomBytes(16).toString('hex');
  tester.send(JSON.stringify({ nonce, ...planRequest(run) }));
  const answers = subject.lines()[Symbol.asyncIterator]();
  for await (const line of tester.lines()) {
    const knewModule = account.module !== undefined;
    const question = takeLine(account, line, nonce);
    if (question !== undefined) {
      const answer = await answerTo(question, subject, answers);
      if (typeof answer !== 'object' || 'kind' in answer) return answer;
      tester.send(answer.text);
    } else if (account.module !== undefined && !knewModule) {
      if (areAllApart(account)) return 'enough';
      subject.send(JSON.stringify({ sources: sourcesOf(run, account.module) }));
    }
    // Nothing follows it but the end of the process, which takes longer than to be killed.
    if (account.done) return 'enough';
  }
  return 'tester ended';
}

/** Characters of one message, all of them ASCII. */
const MAX_MESSAGE = 1024 * 1024;

async function answerTo(
  question: string,
  subject: Running,
  answers: AsyncIterator<string>,
): Promise<{ readonly text: string } | Problem | 'subject ended'> {
  const id = randomBytes(16).toString('hex');
  subject.send(`${id} ${question}`);
  for (;;) {
    const { done, value: line } = await answers.next();
    if (done === true) return 'subject ended';
    if (line.startsWith(`${id} `)) return checked(line.slice(id.length + 1));
    // Whatever else is printed means nothing, unless it has the form of an answer.
    if (/^[0-9a-f]{32} \{/.test(line)) return FORGED;
  }
}

const FORGED = forgery('answers its tests by itself');

/** What the subject's own program writes is shorter and flatter than what breaks the one that reads it. */
function checked(text: string): { readonly text: string } | Problem {
  if (text.length > MAX_MESSAGE) return forgery(`answers with ${text.length} characters by itself`);
  return isTooDeep(text) ? forgery(`answers with what is nested more than ${MAX_DEPTH} deep by itself`) : { text };
}

function forgery(what: string): Problem {
  return { kind: 'tamper', message: `TamperError: the implementation ${what}.` };
}

const MAX_DEPTH = 400;

function isTooDeep(json: string): boolean {
  let depth = 0;
  let inString = false;
  for (let at = 0; at < json.length; at += 1) {
    const unit = json[at];
    if (unit === '"') inString = !inString;
    else if (unit === '\\' && inString) at += 1;
    else if (!inString && (unit === '[' || unit === '{')) depth += 1;
    else if (!inString && (unit === ']' || unit === '}')) depth -= 1;
    if (depth > MAX_DEPTH) return true;
  }
  return false;
}

function areAllApart({ ids = [], apart }: Account): boolean {
  return ids.length > 0 && ids.every((id) => id in apart);
}

interface Ends {
  readonly tester: Finished;
  readonly subject: Finished;
  readonly limits: Limits;
}

function problemOf(stopped: Stopped, account: Account, { tester, subject, limits }: Ends): Problem | undefined {
  if (typeof stopped === 'object') return stopped;
  const pace = paceOfBoth(tester, subject);
  if (stopped === 'subject ended')
    return endingProblem({ ending: subject.ending, pace, limits, account, who: 'the implementation' });
  if (account.broken !== undefined) return forgery(`forges answers: ${account.broken}`);
  if (account.uncollected !== undefined) return { kind: 'collection', message: account.uncollected };
  if (stopped === 'enough' || account.done || account.refused !== undefined) return undefined;
  return endingProblem({ ending: tester.ending, pace, limits, account, who: 'the tests' });
}
