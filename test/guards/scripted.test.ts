/** Pure: the guard that says what a simulation tells it. */
import { createGuardRegistry } from '../../src/guards/registry.ts';
import { evaluateTree, GuardError } from '../../src/guards/tree.ts';
import { aContext } from './a-context.ts';

const registry = createGuardRegistry({ sim: true });

function judge(verdicts: unknown, n: number, errors: number) {
  return evaluateTree({ use: 'scripted', with: { verdicts } }, registry, aContext('x', { n, errors }), () => 0);
}

const SCRIPT = [
  { error: true },
  { verdict: 'retry', feedback: 'first', score: 0.25 },
  { error: true },
  { error: true, feedback: 'the sandbox is gone' },
  { verdict: 'fatal', feedback: 'second' },
  { verdict: 'pass' },
  { error: true },
];

test.each([
  [1, 1, { verdict: 'retry', feedback: 'first', score: 0.25 }],
  [2, 2, { verdict: 'fatal', feedback: 'second' }],
  [2, 5, { verdict: 'fatal', feedback: 'second' }],
  [3, 0, { verdict: 'pass', feedback: '' }],
  [4, 1, { verdict: 'pass' }],
  [9, 0, { verdict: 'pass' }],
])('running 5: ordinal %i after %i guard errors answers %j; the last repeats', async (n, errors, expected) => {
  expect(await judge(SCRIPT, n, errors)).toMatchObject(expected);
});

test.each([
  [1, 0, 'The script says: guard error.'],
  [2, 0, 'The script says: guard error.'],
  [2, 1, 'the sandbox is gone'],
  [4, 0, 'The script says: guard error.'],
])(
  'running 5: error entries before an answer are consumed one per execution (ordinal %i, %i met)',
  async (n, errors, detail) => {
    await expect(judge(SCRIPT, n, errors)).rejects.toMatchObject({ name: 'GuardError', guard: 'scripted', detail });
  },
);

test('a script of errors alone never gives a verdict', async () => {
  await expect(judge([{ error: true }], 3, 7)).rejects.toThrow(GuardError);
});

test('scripted exists in simulations only', () => {
  const served = createGuardRegistry({ sim: false });
  expect([served.has('scripted'), served.find('scripted'), registry.has('scripted')]).toEqual([false, undefined, true]);
  expect(served.check('scripted', {})).toMatchObject([{ pointer: '', code: 'unknown_guard' }]);
});
