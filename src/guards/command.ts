import { z } from 'zod';
import { programLimit } from '../definitions/checks/guard-programs.ts';
import { needOf, programFields, renderedFiles } from '../definitions/schema/program.ts';
import { DEFAULT_LIMITS, runJob } from '../sandbox/sandbox.ts';
import type { Sandboxes } from '../sandbox/sandboxes.ts';
import { hopeless, PASSED, rejected } from './feedback.ts';
import type { Guard, GuardAnswer } from './guard.ts';
import { reportedBy } from './isolation/command-report.ts';
import { sizeProblem } from './isolation/limits.ts';
import { placed } from './isolation/placed.ts';
import { endOf, jobOf, mustHaveRun, type ProgramEnd } from './isolation/program.ts';
import { templateLookup } from './names.ts';

/** The file that the artifact is in. */
const ARTIFACT = 'artifact';

const exitCodes = z.array(z.int().min(0).max(255));

const options = z
  .strictObject({
    ...programFields(
      'It is given the artifact on standard input.',
      '{text} is the artifact, {artifact.<step>} a dependency. The artifact also is the file "artifact".',
    ),
    passExit: exitCodes.min(1).describe('Exit codes that mean pass; [0] when left out.').optional(),
    fatalExit: exitCodes.describe('Exit codes that mean fatal. All others mean retry.').optional(),
    report: z
      .literal('json')
      .describe('It says its verdict as one JSON object on its last line: {verdict, feedback, score?, data?}.')
      .optional(),
  })
  .meta({
    title: 'A program of your own',
    description:
      'Runs a program in a sandbox, with the artifact on its standard input; its exit code, or the JSON it reports, is the verdict.',
    examples: [
      {
        run: ['python3', 'check.py'],
        files: { 'check.py': 'import sys\nsys.exit(0 if sys.stdin.read().isupper() else 1)\n' },
      },
    ],
  });

type Options = z.infer<typeof options>;
type Check = NonNullable<Guard<Options>['check']>;

/** A program of the author's judges, by its exit code or by what it reports (running 5, R33, R67). */
export function command(sandboxes: Sandboxes): Guard<Options> {
  return {
    name: 'command',
    nature: 'deterministic',
    sandbox: true,
    score: true,
    options,
    needs: needOf,
    check: (given) => [...filesBelowArtifact(given), ...contradictions(given)],
    async evaluate(given, context) {
      const problem = sizeProblem(context.artifact.text);
      if (problem !== undefined) return rejected(problem);
      const sandbox = sandboxes.find(needOf(given));
      const limits = { ...DEFAULT_LIMITS, wall: programLimit(given.timeout) };
      const { text } = context.artifact;
      const program = { run: given.run, files: renderedFiles(given.files ?? {}, templateLookup(context)) };
      const finished = await runJob(sandbox, { ...jobOf(program, { [ARTIFACT]: text }), limits }, context.signal, text);
      const end = endOf(program, finished, limits);
      const answer = verdictOf(given, end, finished.stdout);
      return placed(sandbox, answer, {
        ...factsOf(answer.data),
        ...(end.code !== undefined && { exitCode: end.code }),
      });
    },
  };
}

function filesBelowArtifact({ files = {} }: Options): ReturnType<Check> {
  const below = Object.keys(files).filter((path) => path.startsWith(`${ARTIFACT}/`));
  return below.map((path) => ({
    path: ['files', path],
    message: `"${ARTIFACT}" is the artifact, so it is no folder.`,
  }));
}

function contradictions({ passExit = [0], fatalExit = [] }: Options): ReturnType<Check> {
  return fatalExit.flatMap((code, index) =>
    passExit.includes(code)
      ? [{ path: ['fatalExit', index], message: `The exit code ${code} means pass already; it cannot mean fatal too.` }]
      : [],
  );
}

function verdictOf(given: Options, { code, words }: ProgramEnd, stdout: string): GuardAnswer {
  const { passExit = [0], fatalExit = [], report } = given;
  if (code === undefined) return rejected(...words);
  if (report === 'json' && !fatalExit.includes(code)) return reportedBy(stdout, code);
  if (passExit.includes(code)) return PASSED;
  if (fatalExit.includes(code)) return hopeless(...words);
  mustHaveRun(given, code);
  return rejected(...words);
}

/** What the program reported stays where conditions and templates look for it. */
function factsOf(data: unknown): object {
  if (data === undefined) return {};
  return typeof data === 'object' && data !== null && !Array.isArray(data) ? data : { report: data };
}
