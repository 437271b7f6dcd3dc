import type { GuardContext } from '../../../src/guards/guard.ts';
import { pythonImports } from '../../../src/guards/python/python-imports.ts';
import { pythonLint } from '../../../src/guards/python/python-lint.ts';
import { pythonSyntax } from '../../../src/guards/python/python-syntax.ts';
import { pythonTests } from '../../../src/guards/python/python-tests.ts';
import { pythonTestsCollect } from '../../../src/guards/python/python-tests-collect.ts';
import type { Sandboxes } from '../../../src/sandbox/sandboxes.ts';
import { aContext } from '../a-context.ts';

/** The guards of Python by their names. */
export function guardsOn(where: Sandboxes) {
  return {
    'python-syntax': pythonSyntax(where),
    'python-imports': pythonImports(where),
    'python-lint': pythonLint(where),
    'python-tests-collect': pythonTestsCollect(where),
    'python-tests': pythonTests(where),
  } as const;
}

type Guards = ReturnType<typeof guardsOn>;
export type PythonGuard = keyof Guards;

/** Judges a text as a tree does: options parsed, the artifact in a context. */
export async function judgeBy(
  guards: Guards,
  name: PythonGuard,
  options: unknown,
  text: string,
  more: Partial<GuardContext> = {},
) {
  const guard = guards[name];
  return guard.evaluate(guard.options.parse(options) as never, aContext(text, more));
}

type Row = readonly [name: PythonGuard, options: object, right: string, wrong: string, feedback: string];

/** Of each guard its options, what it passes, what it rejects, and what it says of that. */
export const WHOLE_WAY: readonly Row[] = [
  ['python-syntax', {}, 'x = 1\n', 'x = = 1\n', 'SyntaxError: '],
  ['python-imports', {}, 'import json\n', 'import requests\n', 'ImportError: requests may not be imported'],
  ['python-lint', {}, 'x = 1\nprint(x)\n', 'print(x)\n', "NameError: name 'x' is not defined"],
  ['python-tests-collect', {}, 'def test_f():\n    assert f()\n', 'x = 1\n', 'CollectionError: no tests found'],
  [
    'python-tests',
    { tests: 'def test_f():\n    assert f() == 1\n' },
    'def f(): return 1\n',
    'def f(): pass\n',
    'test_f: ',
  ],
];

export async function passesAndRejects(guards: Guards, [name, options, right, wrong, feedback]: Row): Promise<void> {
  expect(await judgeBy(guards, name, options, right)).toMatchObject({ verdict: 'pass' });
  expect(await judgeBy(guards, name, options, wrong)).toMatchObject({
    verdict: 'retry',
    feedback: expect.stringContaining(feedback),
  });
}
