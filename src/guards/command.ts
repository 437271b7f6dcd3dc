import { z } from 'zod';
import { durationSchema } from '../domain/definition/durations.ts';
import type { Need } from '../domain/isolation.ts';
import { lookupIn, renderTemplate } from '../domain/template.ts';
import { DEFAULT_LIMITS, type Finished, type Job, type Limits, runJob } from '../sandbox/sandbox.ts';
import type { Sandboxes } from '../sandbox/sandboxes.ts';
import { hopeless, PASSED, rejected } from './feedback.ts';
import type { Guard, GuardAnswer, GuardContext } from './guard.ts';
import { reportedBy } from './isolation/command-report.ts';
import { limitProblem, wallAsked } from './isolation/foreign-limits.ts';
import { sizeProblem } from './isolation/limits.ts';
import { placed } from './isolation/placed.ts';

const exitCodes = z.array(z.int().min(0).max(255));

const options = z.strictObject({
  run: z
    .array(z.string().min(1))
    .min(1)
    .max(100)
    .describe('The program and its arguments; no shell is in between. It is given the artifact on standard input.'),
  files: z
    .record(z.string().min(1), z.string())
    .describe(
      'Files of its workspace, by path, as templates: {text} is the artifact, {artifact.<step>} a dependency. The artifact also is the file "artifact".',
    )
    .optional(),
  timeout: durationSchema.describe('What it may take; PT30S when left out.').optional(),
  passExit: exitCodes.min(1).describe('Exit codes that mean pass; [0] when left out.').optional(),
  fatalExit: exitCodes.describe('Exit codes that mean fatal. All others mean retry.').optional(),
  report: z
    .literal('json')
    .describe('It says its verdict as one JSON object on its last line: {verdict, feedback, score?, data?}.')
    .optional(),
});

type Options = z.infer<typeof options>;

/** A program of the author's judges, by its exit code or by what it reports (running 5, R33, R67). */
export function command(sandboxes: Sandboxes): Guard<Options> {
  return {
    name: 'command',
    nature: 'deterministic',
    sandbox: true,
    score: true,
    options,
    needs,
    async evaluate(given, context) {
      const problem = sizeProblem(context.artifact.text);
      if (problem !== undefined) return rejected(problem);
      const sandbox = sandboxes.find(needs(given));
      const limits = { ...DEFAULT_LIMITS, wall: wallAsked(context, given.timeout) };
      const job = { ...jobOf(given, context), limits };
      const finished = await runJob(sandbox, job, context.signal, context.artifact.text);
      const answer = verdictOf(given, finished, limits);
      const { ending } = finished;
      const exit = ending.kind === 'exited' ? { exitCode: ending.code } : {};
      return placed(sandbox, answer, { ...factsOf(answer.data), ...exit });
    },
  };
}

/** A script among the files runs wherever its language does; any other program needs a system of its own. */
function needs({ run: [program = '', script], files = {} }: Options): Need {
  const isScript = script !== undefined && Object.hasOwn(files, script);
  if (isScript && /^python3?$/.test(program)) return { toolchain: 'python', floor: 'jail' };
  if (isScript && program === 'node') return { toolchain: 'typescript', floor: 'jail' };
  return { toolchain: 'command', floor: 'os' };
}

function jobOf(given: Options, context: GuardContext): Job {
  const { toolchain } = needs(given);
  const { dependencies, input, specification, constraints, artifact } = context;
  const names = { text: artifact.text, artifact: dependencies, deps: dependencies, input, specification, constraints };
  const rendered = Object.entries(given.files ?? {}).map(
    ([path, template]) => [path, renderTemplate(template, lookupIn(names)).text] as const,
  );
  return {
    toolchain,
    argv: toolchain === 'command' ? given.run : given.run.slice(1),
    files: { artifact: artifact.text, ...Object.fromEntries(rendered) },
  };
}

const NOT_EXECUTABLE = 126;
const NOT_FOUND = 127;

function verdictOf(
  { run: [program], passExit = [0], fatalExit = [], report }: Options,
  finished: Finished,
  limits: Limits,
): GuardAnswer {
  const { ending } = finished;
  if (ending.kind === 'exceeded') return rejected(limitProblem(ending.bound, limits), ...tailOf(finished));
  if (ending.kind === 'signalled') {
    if (['SIGKILL', 'SIGTERM', 'SIGINT', 'SIGHUP'].includes(ending.signal))
      throw new Error(`${program} was ended from outside by ${ending.signal}`);
    return rejected(...lastError(finished), `${program} was ended by ${ending.signal}.`, ...tailOf(finished));
  }
  const { code } = ending;
  if (report === 'json' && !fatalExit.includes(code)) return reportedBy(finished.stdout, code);
  if (passExit.includes(code)) return PASSED;
  const words = [...lastError(finished), `${program} exited with ${code}.`, ...tailOf(finished)];
  if (fatalExit.includes(code)) return hopeless(...words);
  if (code === NOT_FOUND) throw new Error(`${program} is not in the sandbox`);
  if (code === NOT_EXECUTABLE) throw new Error(`${program} cannot be executed in the sandbox`);
  return rejected(...words);
}

/** The line that a reader would look at first: programs tell their error last. */
function lastError({ stdout, stderr }: Finished): readonly string[] {
  const lines = (stderr.trim() === '' ? stdout : stderr).trim().split('\n');
  return lines.slice(-1).filter((line) => line.trim() !== '');
}

const TAIL = 2_000;

function tailOf({ stdout, stderr }: Finished): readonly string[] {
  return [stdout, stderr].flatMap((text) => (text.trim() === '' ? [] : [text.trim().slice(-TAIL)]));
}

/** What the program reported stays where conditions and templates look for it. */
function factsOf(data: unknown): object {
  if (data === undefined) return {};
  return typeof data === 'object' && data !== null && !Array.isArray(data) ? data : { report: data };
}
