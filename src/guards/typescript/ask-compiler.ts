import type { z } from 'zod';
import { DEFAULT_LIMITS, type Finished, runJob, type Sandbox } from '../../sandbox/sandbox.ts';
import type { GuardContext } from '../guard.ts';
import { limitProblem } from '../isolation/foreign-limits.ts';
import { isFromOutside } from '../isolation/from-outside.ts';
import { type CompilerName, programJob } from './programs.ts';

export type Asked<Answer> =
  | { readonly ok: true; readonly answer: Answer }
  /** The program was too much for the compiler. */
  | { readonly ok: false; readonly problem: string };

interface Question<Answer> {
  readonly sandbox: Sandbox;
  readonly program: CompilerName;
  readonly question: object;
  readonly answer: z.ZodType<Answer>;
  readonly context: Pick<GuardContext, 'signal'>;
}

/** What the compiler says of a program. Nothing of the program is run. */
export async function askCompiler<Answer>(asked: Question<Answer>): Promise<Asked<Answer>> {
  const { sandbox, program, question, context } = asked;
  const limits = DEFAULT_LIMITS;
  const files = { 'question.json': JSON.stringify(question) };
  const finished = await runJob(sandbox, { ...programJob(program, files), limits }, context.signal);
  const { ending } = finished;
  if (ending.kind === 'exceeded')
    return { ok: false, problem: `${limitProblem(ending.bound, limits, finished.pace)} ${SIMPLER}` };
  if (ending.kind === 'signalled') {
    if (isFromOutside(ending)) throw new Error(`the compiler was ended from outside by ${ending.signal}`);
    return { ok: false, problem: TOO_MUCH };
  }
  const said = jsonOf(finished.stdout);
  if (typeof said === 'object' && said !== null && 'tooDeep' in said) return { ok: false, problem: TOO_MUCH };
  return { ok: true, answer: answerIn(asked, said, finished) };
}

function answerIn<Answer>({ program, answer }: Question<Answer>, said: unknown, finished: Finished): Answer {
  const parsed = answer.safeParse(said);
  if (parsed.success) return parsed.data;
  throw new Error(`The program ${program} gave no answer: ${(finished.stderr || finished.stdout).slice(-2_000)}`);
}

function jsonOf(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

/** It is the compiler that took so much; nothing of the program has run. */
const SIMPLER = 'That was the compiler: make the expressions and the types simpler.';

/** Compilers end so on what nests without brackets, such as a sum of a hundred thousand terms. */
const TOO_MUCH = 'SyntaxError: the program nests too deep to be compiled. Make its expressions and blocks shorter.';
