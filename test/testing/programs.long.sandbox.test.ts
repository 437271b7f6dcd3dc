// Sandboxes of this machine: guards and steps of a play that run programs.
import { play } from '../../src/testing/index.ts';
import * as matchers from '../../src/testing/matchers.ts';
import { atom, objective } from '../support/played/and-or.ts';

expect.extend(matchers);

const TESTS =
  'import unittest\nfrom twice import twice\n\nclass T(unittest.TestCase):\n    def test_two(self):\n        self.assertEqual(twice(2), 4)\n';
const CHECK = 'import sys\nsys.exit(0 if sys.stdin.read().isupper() else 1)';
const command = { use: 'command', with: { run: ['python3', 'check.py'], files: { 'check.py': CHECK } } };
const step = (guard: object, more: object = {}) => ({ name: 'programs', steps: [atom('a', { guard, ...more })] });

test.each([
  [
    'tests of Python',
    { use: 'python-tests', with: { tests: TESTS, module: 'twice' } },
    'def twice(n):\n    return n + 1\n',
    'def twice(n):\n    return 2 * n\n',
    /test_two/,
  ],
  ['a program of the author', command, 'small', 'LARGE', /exit/],
  [
    'the compiler of TypeScript',
    { use: 'typescript-types' },
    'const n: number = "1";',
    'const n: number = 1;',
    /number/,
  ],
])(
  'package 4: a guard that runs a program judges in a play as it does in the service: %s',
  async (_, guard, wrong, right, why) => {
    const played = await play(step(guard), { answers: { a: [wrong, right] } });
    expect(played).toBeCompleted();
    expect(played.attempts.map(({ status }) => status)).toEqual(['rejected', 'accepted']);
    expect(played.attempts[0]?.verdict?.feedback).toMatch(why);
    expect(played.prompts[1]?.messages.at(-1)?.content).toMatch(why);
  },
);

test('package 4: a program makes an artifact from what was accepted before', async () => {
  const run = {
    kind: 'command',
    run: ['python3', 'sum.py'],
    files: { 'sum.py': 'import json\nprint(sum(json.load(open("n.json"))))', 'n.json': '{artifact.n}' },
  };
  const steps = [atom('n', { guard: { use: 'json' } }), atom('sum', { requires: ['n'], generator: run })];
  const played = await play({ name: 'sums', steps }, { answers: { n: ['[1, 2]'] } });
  expect(played).toHaveAccepted('sum', /^3\s*$/);
});

test('package 4: a base case runs programs too', async () => {
  const definition = {
    name: 'search',
    topology: 'and-or',
    objective: objective('a', { baseCase: { guard: command, on: 'a' } }),
    steps: [atom('a')],
  };
  expect(await play(definition, { answers: { a: ['LARGE'] } })).toBeCompleted();
});
