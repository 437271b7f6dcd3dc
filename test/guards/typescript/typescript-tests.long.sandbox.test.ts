// Deno: what the guard says of an implementation, and what it makes of its options; what stands for it in `npm test` is in typescript-tests.sandbox.test.ts.
import { useDeno } from './support.ts';
import { ADD, CACHE, CACHE_TESTS, CLOCK, HEAD, REPLACING } from './tested-samples.ts';

const { tests } = useDeno();

test.each([
  [
    'lacks what is imported',
    'export class Store {}',
    /^SyntaxError: the implementation does not export "Cache"; it exports Store$/,
  ],
  [
    'imports a package',
    "import _ from 'lodash';\nexport const Cache = _;",
    /^ImportError: "lodash" cannot be imported here/,
  ],
  [
    'throws when it is imported',
    `${CACHE}\nthrow new RangeError('not today');`,
    /^During the import of the implementation: RangeError: not today \(line 12\)$/,
  ],
  [
    'never comes to its end',
    `${CACHE}\nawait new Promise(() => {});`,
    /^During the import of the implementation: it ended the process/,
  ],
])('an implementation that %s is rejected', async (_title, text, words) => {
  const answer = await tests(text, { tests: CACHE_TESTS });
  expect(answer).toMatchObject({ verdict: 'retry', feedback: expect.stringMatching(words) });
});

describe('the tests are found', () => {
  const ADD_TESTS = `${HEAD}import { add } from '../src/add.js';\ntest('adds', () => assert.equal(add(1, 2), 3));`;

  test.each([
    ['as the artifact of a step', 'spec', { dependencies: { spec: ADD_TESTS } }],
    ['as a file of the input', 'test/add.test.ts', { input: { files: { 'test/add.test.ts': ADD_TESTS } } }],
    ['as the option itself', ADD_TESTS, {}],
  ])('%s', async (_title, place, more) => {
    await expect(tests(ADD, { tests: place }, more)).resolves.toMatchObject({ verdict: 'pass', data: { total: 1 } });
  });

  test.each([
    [
      'are no TypeScript',
      `${HEAD}import { add } from './add.ts';\ntest('x', () => {`,
      /The tests cannot be run:\nSyntaxError/,
    ],
    [
      'import a package',
      `${HEAD}import { add } from './add.ts';\nimport _ from 'lodash';\n_(add);`,
      /"lodash" cannot be imported here/,
    ],
    [
      'import several files',
      `${HEAD}import { add } from './add.ts';\nimport { b } from './b.ts';\nadd(b);`,
      /import several files \(\.\/add\.ts, \.\/b\.ts\)/,
    ],
    ['declare none', `import { add } from './add.ts';\nadd(1, 2);`, /there are none in them/],
  ])('tests that %s are fatal: no other implementation would mend them', async (_title, text, words) => {
    await expect(tests(ADD, { tests: text })).resolves.toMatchObject({
      verdict: 'fatal',
      feedback: expect.stringMatching(words),
    });
  });

  test('other files of the input are there for both, and the artifact takes the place of its old self', async () => {
    const files = {
      'src/units.ts':
        "import { add } from './add.ts';\nexport const UNIT = 10;\nexport const viaAdd = () => add(1, 1);",
      'src/add.ts': 'export const add = () => 0;',
      'test/add.test.ts': `${HEAD}import { add } from '../src/add.ts';\nimport { UNIT, viaAdd } from '../src/units.ts';
        test('in units', () => { assert.equal(add(1, 2), 3 * UNIT); assert.equal(viaAdd(), 20); });`,
    };
    const text = "import { UNIT } from './units.js';\nexport const add = (a: number, b: number) => (a + b) * UNIT;";
    const given = { tests: 'test/add.test.ts', module: 'src/add.ts' };
    await expect(tests(text, given, { input: { files } })).resolves.toMatchObject({ verdict: 'pass', feedback: '' });
  });
});

describe('only a test that ran and passed is passed (guards 1.6, A.3)', () => {
  const SUBTRACT = 'export const add = (a: number, b: number) => a - b;';

  const SKIPPED = [
    ["test.skip('a', () => assert.equal(add(1, 2), 3));", 'a: it was skipped'],
    ["test.todo('b');", 'b: it is still to be written'],
    ["describe.skip('s', () => { it('c', () => {}); });", 's > c: it was skipped'],
    ["test('d', { skip: 'not yet' }, () => {});", 'd: it was skipped: not yet'],
    ["test('e', { todo: true }, () => {});", 'e: it is still to be written'],
    ["test('f', (t) => { t.skip('no'); });", 'f: it was skipped: no'],
    // What the implementation answers.
    ["test('g', { skip: add(1, 2) !== 3 }, () => {});", 'g: it was skipped'],
    ["test('h');", 'h: it has no body'],
  ];
  const all = [
    `${HEAD}import { describe, it } from 'node:test';\nimport { add } from './add.ts';\nadd;`,
    ...SKIPPED.map(([text]) => text),
  ].join('\n');

  test.each(['split', 'canary'])('what is skipped in any way is told with its reason: %s', async (protocol) => {
    await expect(tests(SUBTRACT, { tests: `${all}\ntest('passes', () => {});`, protocol })).resolves.toMatchObject({
      verdict: 'retry',
      feedback: [...SKIPPED.map(([, words]) => words), '1 of 9 tests pass.'].join('\n'),
      score: 1 / 9,
      data: { protocol, passed: 1, failed: 8, total: 9 },
    });
  });

  test('where all are skipped none has passed', async () => {
    await expect(tests(SUBTRACT, { tests: all })).resolves.toMatchObject({ verdict: 'retry', score: 0 });
  });
});

describe('what a test does not wait for fails it, or the run (guards 1.6)', () => {
  const LATER =
    'export const later = (value: unknown, ms: number) => new Promise((r) => setTimeout(() => r(value), ms));';
  // A processor with other work may not have closed the test yet.
  const LATE = /^(after the tests|a): AssertionError: 1 !== 2/;

  test.each([
    ['a promise', 'Promise.resolve(1).then((one) => assert.equal(one, 2));', 'a: AssertionError: 1 !== 2'],
    ['a timer', 'setTimeout(() => assert.equal(1, 2), 100);', LATE],
    ['an answer of the implementation', 'later(1, 50).then((one) => assert.equal(one, 2));', LATE],
  ])('%s', async (_title, body, words) => {
    const text = `${HEAD}import { later } from './later.ts';\ntest('a', () => { later; ${body} });\n`;
    for (const protocol of ['split', 'canary']) {
      const answer = await tests(LATER, { tests: text, protocol });
      expect(answer).toMatchObject({ verdict: 'retry', data: { protocol }, feedback: expect.stringMatching(words) });
    }
  });

  test('what never ends is left', async () => {
    const text = `${HEAD}import { later } from './later.ts';\ntest('a', () => { setInterval(() => {}, 5); later(1, 1e6); });\n`;
    for (const protocol of ['split', 'canary'])
      await expect(tests(LATER, { tests: text, protocol })).resolves.toMatchObject({ verdict: 'pass' });
  });
});

describe('tests that mean something in one process only', () => {
  test('are refused where two processes are asked for', async () => {
    await expect(tests(CLOCK, { tests: REPLACING, protocol: 'split' })).resolves.toMatchObject({
      verdict: 'fatal',
      feedback: expect.stringContaining('they replace Date.now'),
    });
  });

  test('leave the others to what two processes found', async () => {
    const cunning = `import fs from 'node:fs';\n${CLOCK.replace('a + b', "(fs.existsSync('tests.mjs') ? a + b : 0)")}`;
    const believing = await tests(cunning, { tests: REPLACING, protocol: 'canary' });
    expect(believing).toMatchObject({ verdict: 'pass' });
    const answer = await tests(cunning, { tests: REPLACING });
    expect(answer).toMatchObject({ verdict: 'retry', data: { protocol: 'canary', tests: ['addition'] } });
  });
});
