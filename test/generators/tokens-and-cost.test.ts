/** Pure: counting and pricing. */
import fc from 'fast-check';
import { costMicroUsd } from '../../src/generators/cost.ts';
import { countTokens, upperBound } from '../../src/generators/tokens.ts';
import { brieflyAwaited } from '../support/briefly.ts';
import { cases } from '../support/properties.ts';

describe('countTokens', () => {
  test.each([
    ['', 0],
    ['hello world', 2],
    ['<|endoftext|>', 7],
    ['😀', 1],
  ])('%j has %i', async (text, expected) => {
    expect(await countTokens(text)).toBe(expected);
  });

  test.each([' ', 'a', '漢', '='])('a million × %j takes no quadratic time', async (character) => {
    expect(await brieflyAwaited(() => countTokens(character.repeat(1_000_000)))).toBeGreaterThan(0);
  });

  test('prose and code stay within the bound', async () => {
    const text = 'for (const row of rows) {\n  total += row.amount; // every row counts\n}\n'.repeat(50);
    expect(await countTokens(text)).toBeLessThanOrEqual(upperBound(text));
  });
});

test('upperBound is a third of the bytes, rounded up', () => {
  expect(['', 'abc', 'abcd', '漢字'].map(upperBound)).toEqual([0, 1, 2, 2]);
});

describe('costMicroUsd', () => {
  const price = { input: 2.5, cachedInput: 1.25, output: 10 };

  test.each([
    ['nothing', { inputTokens: 0, cachedTokens: 0, outputTokens: 0 }, price, 0],
    ['input and output', { inputTokens: 1000, cachedTokens: 0, outputTokens: 100 }, price, 3500],
    ['cached input at its own price', { inputTokens: 1000, cachedTokens: 800, outputTokens: 0 }, price, 1500],
    [
      'input that is written into the cache at its own price',
      { inputTokens: 1000, cachedTokens: 0, cacheWriteTokens: 400, outputTokens: 0 },
      { ...price, cacheWrite: 3.125 },
      2750,
    ],
    [
      'cached input without a price of its own',
      { inputTokens: 10, cachedTokens: 5, outputTokens: 0 },
      { input: 2, output: 0 },
      20,
    ],
    ['half a micro-USD upwards', { inputTokens: 1, cachedTokens: 0, outputTokens: 0 }, price, 3],
    [
      'less than half downwards',
      { inputTokens: 1, cachedTokens: 0, outputTokens: 0 },
      { input: 0.499_999, output: 0 },
      0,
    ],
    [
      'what floats would round wrongly',
      { inputTokens: 35, cachedTokens: 0, outputTokens: 0 },
      { input: 1.1, output: 0 },
      39,
    ],
  ])('%s', (_what, usage, prices, expected) => {
    expect(costMicroUsd(usage, prices)).toBe(expected);
  });

  test('is a whole number that never falls when more is used', () => {
    const tokens = fc.nat(2_000_000);
    fc.assert(
      fc.property(tokens, tokens, fc.nat(1000), (inputTokens, outputTokens, more) => {
        const less = costMicroUsd({ inputTokens, cachedTokens: 0, outputTokens }, price);
        expect(Number.isSafeInteger(less)).toBe(true);
        expect(
          costMicroUsd({ inputTokens, cachedTokens: 0, outputTokens: outputTokens + more }, price),
        ).toBeGreaterThanOrEqual(less);
      }),
      cases(),
    );
  });
});
