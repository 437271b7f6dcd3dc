// Deno: what an implementation does without end is a verdict, and an aborted verdict leaves nothing running.
import { hurriedJudges, useDeno } from './support.ts';

jest.setTimeout(120_000);

const { deno, tests } = useDeno();

const HEAD = `import test from 'node:test';\n`;

describe('limits are verdicts', () => {
  const USE = `${HEAD}import { use } from './use.ts';\ntest('before', () => {});\ntest('uses it', async () => { await use(); });`;

  test.each([
    ['a loop without end', 'for (;;) {}', /^uses it: TimeoutError: it did not end within 10 s/],
    [
      'a promise that never settles',
      'return new Promise(() => {});',
      /^uses it: TimeoutError: it did not end within 10 s .* It waited/,
    ],
    [
      'lists without end',
      'const all = []; for (;;) all.push(new Array(1e6).fill(1.5));',
      /^uses it: MemoryError: it exceeded 512 MB/,
    ],
    [
      'buffers without end',
      'const all = []; for (;;) all.push(new Uint8Array(1e8).fill(1));',
      /^uses it: MemoryError: it exceeded 512 MB/,
    ],
    [
      'lines without end',
      "for (;;) console.log('x'.repeat(1e6));",
      /^uses it: OutputError: it printed more than 64 MB/,
    ],
    ['calls without end', 'return use();', /^uses it: RangeError: Maximum call stack size exceeded/],
    [
      'a value too deep to cross',
      'let deep: any = []; for (let i = 0; i < 500; i++) deep = [deep]; return deep;',
      /^uses it: RangeError: .*deeper than 256/,
    ],
    ['a value too large to cross', "return 'x'.repeat(5e6);", /^uses it: RangeError: .* characters at once/],
  ])('%s', async (_title, body, words) => {
    const text = `export function use(): any { ${body} }`;
    const patience = /Timeout/.test(words.source) ? 10_000 : 30_000;
    const answer = await hurriedJudges(deno(), patience).tests(text, { tests: USE });
    expect(answer).toMatchObject({
      verdict: 'retry',
      feedback: expect.stringMatching(words),
      data: { passed: 1, failed: 1 },
    });
  });

  test('an aborted verdict leaves nothing running', async () => {
    const controller = new AbortController();
    const judging = tests('export const use = () => { for (;;) {} };', { tests: USE }, { signal: controller.signal });
    setTimeout(() => controller.abort(new Error('not wanted any more')), 300);
    await expect(judging).rejects.toThrow('not wanted any more');
  });
});
