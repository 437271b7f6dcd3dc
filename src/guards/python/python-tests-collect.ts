import { z } from 'zod';
import type { Sandboxes } from '../../sandbox/sandboxes.ts';
import { counted, PASSED, rejected } from '../feedback.ts';
import type { Guard, GuardAnswer } from '../guard.ts';
import { placed } from '../isolation/placed.ts';
import { givenModules } from './given-modules.ts';
import { JAIL } from './needs.ts';
import { type Collection, collect } from './red.ts';
import { sourceProblem } from './source-size.ts';

const options = z
  .strictObject({
    min: z.int().min(1).max(1000).describe('How many tests there must be; 1 when left out.').optional(),
  })
  .meta({
    title: 'Python tests can be collected',
    description:
      'Passes when the artifact is a test module (pytest or unittest) with so many tests that can be imported, though what they test is not there yet.',
    examples: [{ min: 3 }],
  });

/**
 * Passes when the artifact is a test module with so many tests that can be imported, though what they test is not there
 * yet.
 */
export function pythonTestsCollect(sandboxes: Sandboxes): Guard<z.infer<typeof options>> {
  return {
    name: 'python-tests-collect',
    nature: 'deterministic',
    sandbox: true,
    score: false,
    judges: 'python',
    needs: () => JAIL,
    options,
    async evaluate({ min = 1 }, context) {
      const { artifact, signal } = context;
      const tooMuch = sourceProblem(artifact.text);
      if (tooMuch !== undefined) return rejected(tooMuch);
      const sandbox = sandboxes.find(JAIL);
      const tests = { [TEST_FILE]: artifact.text };
      const found = await collect({ sandbox, files: givenModules(context), tests, signal });
      return placed(sandbox, verdictOf(found, min), { tests: found.collected.length });
    },
  };
}

const TEST_FILE = 'test_artifact.py';

function verdictOf({ collected, written, problem }: Collection, min: number): GuardAnswer {
  if (problem !== undefined) {
    return rejected(problem.message, 'The tests must be importable before what they test is written: it is stubbed.');
  }
  const count = Math.min(collected.length, written);
  if (count >= min) return PASSED;
  const found = count === 0 ? 'no tests' : `only ${counted(count, 'tests')}`;
  return rejected(
    `CollectionError: ${found} found; at least ${min} must be there.`,
    'Tests are functions test_…, methods test_… of classes Test… without __init__, or of unittest.TestCase.',
  );
}
