// Could open sandboxes: what matchers say of a run that was played.
import { play } from '../../src/testing/index.ts';
import * as matchers from '../../src/testing/matchers.ts';
import { failing } from '../support/played/and-or.ts';

const NEVER = {
  name: 'never',
  steps: [
    {
      id: 'a',
      generator: { kind: 'llm', prompt: 'Make a.' },
      guard: failing(1),
      recovery: { rMax: 0, onExhausted: 'fail' },
    },
  ],
};

type Matching = (run: unknown, ...rest: unknown[]) => { readonly pass: boolean; readonly message: () => string };

describe('a matcher that fails says what is there', () => {
  const played = play(NEVER, { answers: { a: ['1'] } });

  test.each([
    ['toBeCompleted', [], /expected the run to be completed; it is failed.*by scripted: AssertionError: not yet/s],
    ['toHaveAccepted', ['a', 'x'], /expected a to have accepted "x"; a has none\./],
    ['toHaveAccepted', ['aa'], /There is no step aa, but a/],
    ['toHaveAttempts', ['a', 2], /expected a to have 2 attempts; it has 1\./],
    ['toHaveAsked', ['fatal'], /expected a question of kind fatal; asked was: none\./],
  ] as const)('%s%j', async (matcher, args, words) => {
    const matching: Matching = { ...matchers }[matcher] as never;
    const found = matching(await played, ...args);
    expect([found.pass, found.message()]).toEqual([false, expect.stringMatching(words)]);
  });
});
