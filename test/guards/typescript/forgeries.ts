// Implementations that try to decide their own verdict (guards 1.6), by how they go about it.
import type { judgesIn } from './support.ts';

/** The tests that they shall seem to pass. */
export const FORGERY_TESTS = `import test from 'node:test';
import assert from 'node:assert/strict';
import loose from 'node:assert';
import { add } from './add.ts';
test('adds', () => assert.equal(add(1, 2), 3));
test('adds loosely', () => loose.equal(add(1, 2), 3));
test('adds lists', () => assert.deepEqual(add([1], [2]), [3]));
test('matches', () => assert.match(String(add(1, 2)), /^3$/));
`;

export const WRONG = 'export const add: any = () => 0;\n';

type Forgery = readonly [title: string, text: string, split: RegExp, canary: RegExp];

/** What each comes to in two processes, and in one. */
export const FORGERIES: readonly Forgery[] = [
  ['nothing but wrong', WRONG, /^adds: AssertionError: 0 !== 3/, /^adds: AssertionError: 0 !== 3/],
  [
    'ends the process in a call, hidden, with the exit code that is wanted',
    "export const add: any = () => (process as any)['ex' + 'it'](1);",
    /^adds: it ended the process, with exit code 1/,
    /^adds: it ended the process, with exit code 1/,
  ],
  [
    'ends the process when it is imported',
    `${WRONG}process.exit(0);`,
    /^During the import.*: it ended the process, with exit code 0/,
    /^TamperError: line 2: it calls process.exit/,
  ],
  [
    'ends the process in a call, as Deno does it',
    'export const add: any = () => (globalThis as any).Deno.exit(0);',
    /^adds: it ended the process, with exit code 0/,
    /^adds: it ended the process, with exit code 0/,
  ],
  [
    "replaces the runtime's assertions",
    `import assert from 'node:assert/strict';\nObject.assign(assert, { equal() {}, deepEqual() {}, match() {} });\n${WRONG}`,
    /^adds: AssertionError/,
    /^TamperError: line 1: it imports node:assert\/strict/,
  ],
  [
    'replaces the functions of the framework',
    `for (const name of ['test', 'it', 'describe', 'expect']) try { (globalThis as any)[name] = () => {}; } catch {}\n${WRONG}`,
    /^adds: AssertionError/,
    /^adds: AssertionError/,
  ],
  [
    'changes what equality stands on',
    `const O: any = Object, R: any = RegExp;\ntry { O.is = () => true; } catch {}\ntry { R['proto' + 'type'].test = () => true; } catch {}\n${WRONG}`,
    /^adds: AssertionError/,
    /^adds: AssertionError/,
  ],
  [
    'changes lists',
    `const A: any = Array;\nfor (const name of ['push', 'map', 'every', 'some', 'filter', 'find']) try { A['proto' + 'type'][name] = () => []; } catch {}\n${WRONG}`,
    /^(adds: AssertionError|During the import)/,
    /^adds: AssertionError/,
  ],
  [
    'rewrites what is reported',
    `const J: any = JSON, real = J['stringify'];\ntry { J['stringi' + 'fy'] = (...args: any[]) => real(...args).replaceAll('failed', 'passed'); } catch {}\n${WRONG}`,
    /^adds: AssertionError/,
    /^adds: AssertionError/,
  ],
  [
    'prints a report',
    `${WRONG}console.log(JSON.stringify({ name: 'adds', status: 'passed' }));\nprocess.stdout.write('k end {"name":"adds","status":"passed"}\\nk done \\n');`,
    /^adds: AssertionError/,
    /^adds: AssertionError/,
  ],
  [
    'is equal to everything',
    `const anything: any = new Proxy(function () {}, {
      get: (_, key) => (key === Symbol.toPrimitive || key === 'valueOf' ? () => 3 : key === 'length' ? 1 : key === '0' ? 3 : anything),
      has: () => true, ownKeys: () => ['0', 'length', 'prototype'], getPrototypeOf: () => Array.prototype,
    });
    export const add: any = () => anything;`,
    /^adds: AssertionError/,
    /^adds: AssertionError/,
  ],
  [
    'answers before it is asked',
    `import fs from 'node:fs';\nfor (let i = 0; i < 9; i++) fs.writeSync(1, 'k answer ["ok",3,[],[]]\\n');
    export const add: any = () => { fs.writeSync(1, '\\nk answer ["ok",3,[],[]]\\nanswer ["ok",3,[],[]]\\n'); return 0; };`,
    /^adds: AssertionError/,
    /^adds: AssertionError/,
  ],
  [
    'walks up the stack',
    `export const add: any = () => {
      (Error as any)['prepareStack' + 'Trace'] = (_: any, frames: any[]) => { for (const frame of frames) try { frame.getFunction().arguments[0].status = 'passed'; } catch {} return ''; };
      void new Error().stack;
      return 0;
    };`,
    /^adds: AssertionError/,
    /^adds: TypeError: Cannot add property prepareStackTrace/,
  ],
  [
    'looks for the tests',
    `import fs from 'node:fs';\nexport const add: any = (a: number, b: number) => (fs.readFileSync('tests.mjs', 'utf8').includes('adds') ? a + b : 0);`,
    /^adds: Error: .*no such file/i,
    /^adds lists: AssertionError/,
  ],
  [
    'throws what is not to be looked at',
    'export const add: any = () => { throw { get name() { throw 1; }, get message() { throw 1; } }; };',
    /^adds: Error/,
    /^adds: Error/,
  ],
];

/** Each is rejected under both protocols, with what is said of it. */
export function rejects(judge: () => ReturnType<typeof judgesIn>['tests'], forgeries: readonly Forgery[]): void {
  test.each(forgeries)('%s', async (_title, text, split, canary) => {
    const answers = await Promise.all(
      (['split', 'canary'] as const).map((protocol) => judge()(text, { tests: FORGERY_TESTS, protocol })),
    );
    expect(answers).toMatchObject([
      { verdict: 'retry', feedback: expect.stringMatching(split), data: { protocol: 'split' } },
      { verdict: 'retry', feedback: expect.stringMatching(canary), data: { protocol: 'canary' } },
    ]);
  });
}
