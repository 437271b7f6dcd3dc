// Deno: what the guard says of an implementation: cases that stand for those of typescript-tests.long and forging.long.sandbox.test.ts.
import { FORGERIES, FORGERY_TESTS, rejects, WRONG } from './forgeries.ts';
import { useDeno } from './support.ts';
import { ADD, CACHE, CACHE_TESTS, CLOCK, HEAD, REPLACING } from './tested-samples.ts';

const { deno, tests } = useDeno();

test('an implementation that does what the tests ask for passes', async () => {
  await expect(tests(CACHE, { tests: CACHE_TESTS })).resolves.toEqual({
    verdict: 'pass',
    feedback: '',
    score: 1,
    data: { protocol: 'split', passed: 3, failed: 0, total: 3, sandbox: deno().version },
  });
});

test('one that does not is told which test found what, and how many pass', async () => {
  const text = CACHE.replace('> this.most', '> 99').replace(
    'return this.#map.size;',
    "return this.#map.get('x')!.toFixed();",
  );
  const answer = await tests(text, { tests: CACHE_TESTS });
  expect(answer).toEqual({
    verdict: 'retry',
    feedback: [
      'evicts the oldest: AssertionError: 1 !== -1',
      "has a size: TypeError: Cannot read properties of undefined (reading 'toFixed') (line 9)",
      '1 of 3 tests pass.',
    ].join('\n'),
    score: 1 / 3,
    data: {
      protocol: 'split',
      passed: 1,
      failed: 2,
      total: 3,
      tests: ['evicts the oldest', 'has a size'],
      sandbox: deno().version,
    },
  });
});

test('an implementation that is no TypeScript is rejected', async () => {
  const answer = await tests('export class Cache {', { tests: CACHE_TESTS });
  expect(answer).toMatchObject({
    verdict: 'retry',
    feedback: expect.stringMatching(/^SyntaxError: '}' expected\. \(line 1/),
  });
});

describe('the tests are found', () => {
  test('or it is fatal', async () => {
    const answer = await tests(ADD, { tests: 'nowhere' });
    expect(answer).toMatchObject({
      verdict: 'fatal',
      feedback: expect.stringContaining('There are no tests "nowhere"'),
    });
  });

  test('tests that import nothing to test are fatal: no other implementation would mend them', async () => {
    await expect(tests(ADD, { tests: `${HEAD}test('x', () => assert.ok(1));` })).resolves.toMatchObject({
      verdict: 'fatal',
      feedback: expect.stringMatching(/import no implementation/),
    });
  });
});

test('tests that know the implementation as ./artifact.ts are run', async () => {
  const named = `${HEAD}import { add } from './artifact.ts';\ntest('adds', () => assert.equal(add(1, 2), 3));`;
  await expect(tests(ADD, { tests: named })).resolves.toMatchObject({ verdict: 'pass', data: { passed: 1 } });
});

test('tests that mean something in one process only are run so, and the verdict says it', async () => {
  await expect(tests(CLOCK, { tests: REPLACING })).resolves.toMatchObject({
    verdict: 'pass',
    data: { protocol: 'canary', passed: 4, failed: 0 },
  });
});

describe('an implementation that tries to decide its own verdict is rejected (guards 1.6)', () => {
  rejects(
    () => tests,
    FORGERIES.filter(([title]) => title === 'answers before it is asked'),
  );

  test('tampering is told apart from failing', async () => {
    const tampered = await tests(`${WRONG}process.exit(0);`, { tests: FORGERY_TESTS, protocol: 'canary' });
    expect(tampered).toMatchObject({ verdict: 'retry', tampered: true, score: 0 });
    const failed = await tests(WRONG, { tests: FORGERY_TESTS, protocol: 'canary' });
    expect(failed.tampered).toBeUndefined();
  });
});
