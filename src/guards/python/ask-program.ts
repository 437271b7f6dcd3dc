import type { z } from 'zod';
import { DEFAULT_LIMITS, type Finished, runJob, type Sandbox } from '../../sandbox/sandbox.ts';
import type { GuardContext } from '../guard.ts';
import { limitProblem } from '../isolation/foreign-limits.ts';
import type { ProgramName } from './programs.ts';
import { programJob } from './start-program.ts';

export type Asked<Answer> =
  | { readonly ok: true; readonly answer: Answer }
  /** The source was too much for the program that looked at it. */
  | { readonly ok: false; readonly problem: string };

interface Question<Answer> {
  readonly sandbox: Sandbox;
  readonly program: ProgramName;
  readonly request: unknown;
  readonly answer: z.ZodType<Answer>;
  readonly context: Pick<GuardContext, 'signal'>;
}

/** What a program says of a source that it only looks at. Nothing of the source is run. */
export async function askProgram<Answer>(question: Question<Answer>): Promise<Asked<Answer>> {
  const { sandbox, program, request, context } = question;
  const limits = DEFAULT_LIMITS;
  const job = { ...programJob(program), limits };
  const finished = await runJob(sandbox, job, context.signal, JSON.stringify(request));
  const { ending } = finished;
  if (ending.kind === 'exceeded') return { ok: false, problem: limitProblem(ending.bound, limits, finished.pace) };
  if (ending.kind === 'exited' && ending.code === 0) return { ok: true, answer: answerOf(question, finished) };
  return { ok: false, problem: TOO_MUCH };
}

function answerOf<Answer>({ program, answer }: Question<Answer>, { stdout, stderr }: Finished): Answer {
  const parsed = answer.safeParse(jsonOf(stdout));
  if (parsed.success) return parsed.data;
  throw new Error(`The program ${program} gave no answer: ${(stderr || stdout).slice(-2_000)}`);
}

function jsonOf(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

/** Parsers end so on what is nested without brackets, such as a sum of a hundred thousand terms. */
const TOO_MUCH =
  'SyntaxError: the source is nested too deeply to be compiled. Make its expressions and blocks shorter.';
