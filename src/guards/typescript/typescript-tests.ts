import { z } from 'zod';
import { DEFAULT_LIMITS, type Sandbox } from '../../sandbox/sandbox.ts';
import type { Sandboxes } from '../../sandbox/sandboxes.ts';
import { hopeless, rejected } from '../feedback.ts';
import type { Guard, GuardAnswer, GuardContext } from '../guard.ts';
import { testsAt } from '../isolation/given-files.ts';
import { placed } from '../isolation/placed.ts';
import { ARTIFACT, rejectedFor } from './findings.ts';
import { givenSources } from './given-sources.ts';
import { JAIL } from './needs.ts';
import { prepare, type Ready, type Unfit } from './prepare.ts';
import { PROTOCOLS, type Protocol, runTests } from './run-tests.ts';
import { sourceProblem } from './source-problem.ts';
import { testVerdict } from './test-verdict.ts';

const options = z
  .strictObject({
    tests: z
      .string()
      .min(1)
      .describe('The tests, of node:test: a step whose artifact they are, a path in input.files, or their text.'),
    protocol: z
      .enum(PROTOCOLS)
      .describe(
        'How tests and artifact are kept apart; split when left out, and canary as well for tests that cannot be split.',
      )
      .optional(),
    module: z
      .string()
      .min(1)
      .describe('The path by which the tests import the implementation; their only relative import when left out.')
      .optional(),
  })
  .meta({
    title: 'TypeScript tests pass',
    description:
      'Passes when all tests, of node:test, pass with the artifact as what they import; the share that does is the score.',
    examples: [{ tests: 'tests' }],
  });

type Options = z.infer<typeof options>;

/** Passes when all tests pass; the share that does is the score (guards 1.6). */
export function typescriptTests(sandboxes: Sandboxes): Guard<Options> {
  return {
    name: 'typescript-tests',
    nature: 'deterministic',
    sandbox: true,
    score: true,
    judges: 'typescript',
    needs: () => JAIL,
    options,
    async evaluate(given, context) {
      const implementation = context.artifact.text;
      const tests = testsAt(given.tests, context);
      if (tests === undefined)
        return hopeless(
          `There are no tests "${given.tests}": it is neither an artifact to judge by nor a path in input.files.`,
        );
      const problem = sourceProblem(implementation);
      if (problem !== undefined) return rejected(problem);
      const testProblem = sourceProblem(tests);
      if (testProblem !== undefined) return hopeless(`The tests cannot be run: ${testProblem}`);
      const sandbox = sandboxes.find(JAIL);
      const sources = { tests, implementation, given: givenSources(context, given.tests), module: given.module };
      const asked = await prepare(sandbox, sources, context);
      if (!asked.ok) return placed(sandbox, rejected(asked.problem));
      if (!('implementation' in asked.answer)) return placed(sandbox, unfitVerdict(asked.answer, sources));
      return verdictOn(asked.answer, { sandbox, protocol: given.protocol, context });
    },
  };
}

interface Sources {
  readonly tests: string;
  readonly implementation: string;
}

function unfitVerdict(unfit: Unfit, { tests, implementation }: Sources): GuardAnswer {
  if ('problem' in unfit) return hopeless(`The tests cannot be run: ${unfit.problem}.`);
  if (unfit.testFindings.length === 0)
    return rejectedFor('SyntaxError', unfit.implementationFindings, { [ARTIFACT]: implementation });
  const { feedback } = rejectedFor('SyntaxError', unfit.testFindings, { [ARTIFACT]: tests });
  return hopeless('The tests cannot be run:', feedback);
}

interface Run {
  readonly sandbox: Sandbox;
  readonly protocol: Protocol | undefined;
  readonly context: Pick<GuardContext, 'signal'>;
}

async function verdictOn(ready: Ready, { sandbox, protocol: asked, context }: Run): Promise<GuardAnswer> {
  const { tests, implementation } = ready;
  if (implementation.problem !== undefined)
    return placed(sandbox, rejected(`ImportError: ${implementation.problem}. ${ONE_FILE}`));
  const limits = { ...DEFAULT_LIMITS, output: OUTPUT };
  const { signal } = context;
  const { protocol, outcome } = await runTests({ sandbox, ready, protocol: asked, limits, signal });
  const names = tests.declared.tests.map(({ name }) => name);
  const answer = testVerdict(outcome, { names, map: implementation.map });
  return placed(sandbox, answer, { protocol, ...factsIn(answer.data) });
}

const ONE_FILE = 'There are the files of the input to import, what comes with Node, and no package.';

/** Bytes: everything that crosses between two processes is printed. */
const OUTPUT = 64 * 1024 * 1024;

function factsIn(data: unknown): object {
  return typeof data === 'object' && data !== null ? data : {};
}
