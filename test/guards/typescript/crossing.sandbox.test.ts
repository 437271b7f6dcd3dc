// Deno and Node: that honest programs can be tested in two processes as if they were in one, and in one that is watched.
import type { GuardAnswer } from '../../../src/guards/guard.ts';
import type { Sandbox } from '../../../src/sandbox/sandbox.ts';
import { createUnsafeLocal } from '../../../src/sandbox/unsafe-local.ts';
import { IMPLEMENTATION, namesIn, TESTS, WRONG_TESTS } from './honest-samples.ts';
import { judgesIn, openDeno, unpassed } from './support.ts';

/** Deno, and Node as the other sandboxes have it. */
const sandboxes = new Map<string, Sandbox>();

beforeAll(async () => {
  sandboxes.set('deno', await openDeno()).set('node', await createUnsafeLocal());
});
afterAll(() => Promise.all([...sandboxes.values()].map((sandbox) => sandbox.close())));

describe.each([
  ['deno', 'split'],
  ['deno', 'canary'],
  ['node', 'split'],
] as const)('%s, %s', (runtime, protocol) => {
  let answer: GuardAnswer;

  beforeAll(async () => {
    const { tests } = judgesIn(sandboxOf(runtime));
    answer = await tests(IMPLEMENTATION, { tests: TESTS + WRONG_TESTS, protocol });
  });

  test('all is judged', () => {
    // Beside those with names of their own: two in a loop, two of a table, three subtests.
    const passed = namesIn(TESTS).length + 2 + 2 + 3;
    // And the subtest of one of them.
    const failed = namesIn(WRONG_TESTS).length + 1;
    expect(answer).toMatchObject({ verdict: 'retry', data: { protocol, passed, failed } });
  });
  test.each(namesIn(TESTS))('passes: %s', (name) => {
    expect(unpassed(answer)).not.toContain(name);
  });
  test.each(namesIn(WRONG_TESTS))('fails: %s', (name) => {
    expect(unpassed(answer)).toContain(name);
  });
});

function sandboxOf(runtime: string): Sandbox {
  const sandbox = sandboxes.get(runtime);
  if (sandbox === undefined) throw new Error(`there is no ${runtime}`);
  return sandbox;
}
