import type { z } from 'zod';
import { DEFAULT_LIMITS, type Finished, type Limits, type Sandbox } from '../../sandbox/sandbox.ts';
import type { GuardContext } from '../guard.ts';
import { limitProblem } from '../isolation/foreign-limits.ts';
import { isFromOutside } from '../isolation/from-outside.ts';
import { preloadedCompiler } from './preloaded-compiler.ts';
import { type CompilerName, compilerJob } from './programs.ts';

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
  const job = compilerJob(program, await preloadedCompiler(sandbox), files);
  const running = sandbox.start({ ...job, limits }, context.signal);
  running.finishInput();
  const said = await firstOf(running.lines());
  const answered = said === undefined ? undefined : jsonOf(said);
  // Nothing follows but the end of the process, which takes longer than to be killed.
  if (answered !== undefined) running.kill();
  const finished = await running.finished;
  const problem = answered === undefined ? problemOf(finished, limits) : tooDeepIn(answered);
  if (problem !== undefined) return { ok: false, problem };
  const parsed = asked.answer.safeParse(answered);
  if (parsed.success) return { ok: true, answer: parsed.data };
  throw new Error(`The program ${program} gave no answer: ${(finished.stderr || (said ?? '')).slice(-2_000)}`);
}

async function firstOf(lines: AsyncIterable<string>): Promise<string | undefined> {
  for await (const line of lines) return line;
  return undefined;
}

function jsonOf(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

/** Of a compiler that ended without an answer. */
function problemOf({ ending, pace }: Finished, limits: Limits): string | undefined {
  if (ending.kind === 'exceeded') return `${limitProblem(ending.bound, limits, pace)} ${SIMPLER}`;
  if (ending.kind !== 'signalled') return undefined;
  if (isFromOutside(ending)) throw new Error(`the compiler was ended from outside by ${ending.signal}`);
  return TOO_MUCH;
}

function tooDeepIn(answered: unknown): string | undefined {
  return typeof answered === 'object' && answered !== null && 'tooDeep' in answered ? TOO_MUCH : undefined;
}

/** It is the compiler that took so much; nothing of the program has run. */
const SIMPLER = 'That was the compiler: make the expressions and the types simpler.';

/** Compilers end so on what nests without brackets, such as a sum of a hundred thousand terms. */
const TOO_MUCH = 'SyntaxError: the program nests too deep to be compiled. Make its expressions and blocks shorter.';
