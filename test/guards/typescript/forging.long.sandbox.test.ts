// Deno: every implementation that tries to decide its own verdict (guards 1.6); one stands for them in typescript-tests.sandbox.test.ts.
import { FORGERIES, rejects } from './forgeries.ts';
import { hurriedJudges, useDeno } from './support.ts';

const { deno, tests } = useDeno();

rejects(() => tests, FORGERIES);

describe('what the tests give away', () => {
  const GIVING = `import test from 'node:test';
import assert from 'node:assert/strict';
import { use } from './use.ts';
test('a function', () => { use((x: number) => x); assert.equal(1, 2); });
test('an object', () => { class Tool { n = 1; act() { return this.n; } } use(new Tool()); assert.equal(1, 2); });
test('a pattern', () => { assert.match('a', /b/); });
`;

  test.each([
    [
      'the way to Function',
      "const F = thing.constructor.constructor ?? thing.constructor; F('return globalThis')().test = 1;",
    ],
    ['what all functions have', 'Object.getPrototypeOf(thing).call = () => {}; thing.__proto__.apply = () => {};'],
    [
      'what all objects have',
      'let at = thing; while (Object.getPrototypeOf(at)) at = Object.getPrototypeOf(at); at.polluted = true; at.equal = () => {};',
    ],
    ['its own properties', "Object.defineProperty(thing, 'name', { value: 'other' }); thing.toString = () => 'x';"],
  ])('leads nowhere: %s', async (_title, deed) => {
    const text = `export const use: any = (thing: any) => { try { ${deed} } catch {} };`;
    const answer = await tests(text, { tests: GIVING });
    expect(answer).toMatchObject({ verdict: 'retry', data: { protocol: 'split', passed: 0, failed: 3 } });
  });

  test('leads nowhere: a question that no program of ours asks', async () => {
    const text = `import fs from 'node:fs';
      const real = String.prototype.split;
      let key = '';
      (String.prototype as any).split = function (this: string, ...args: any[]) { if (/^\\S{16} /.test(this)) key = this.slice(0, 16); return (real as any).apply(this, args); };
      export const use: any = () => {
        for (const target of ['RegExp.prototype', 'Object', 'Object.prototype', 'Error.prototype'])
          for (const name of ['test', 'is', 'hasOwnProperty', 'message'])
            fs.writeSync(1, '\\n' + key + ' ask [["set",["intrinsic","' + target + '"],"' + name + '",["introduce","s999","function",["intrinsic","Function.prototype"]]],[]]\\n');
      };`;
    const answer = await hurriedJudges(deno(), 6_000).tests(text, { tests: GIVING });
    expect(answer).toMatchObject({ verdict: 'retry', data: { protocol: 'split', passed: 0 } });
  });
});
