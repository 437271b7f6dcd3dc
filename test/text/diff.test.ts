// Pure.
import fc from 'fast-check';
import { unifiedDiff } from '../../src/text/diff.ts';
import { briefly, megabyteOf } from '../support/briefly.ts';
import { cases } from '../support/properties.ts';

const names = { from: 'a', to: 'b' };

test('equal texts have no diff', () => {
  expect(unifiedDiff('a\nb', 'a\nb', names)).toBe('');
});

test('a change is shown with three lines around it', () => {
  const before = '1\n2\n3\n4\n5\n6\n7\n8\n9\n';
  expect(unifiedDiff(before, before.replace('5', 'five'), names)).toBe(
    '--- a\n+++ b\n@@ -2,7 +2,7 @@\n 2\n 3\n 4\n-5\n+five\n 6\n 7\n 8\n',
  );
});

test('changes far apart are hunks of their own', () => {
  const lines = Array.from({ length: 30 }, (_, index) => `line ${index}`);
  const after = lines.with(2, 'x').with(25, 'y').join('\n');
  expect(unifiedDiff(lines.join('\n'), after, names).match(/^@@/gm)).toHaveLength(2);
});

test.each([
  ['', 'a\n', '@@ -0,0 +1,1 @@\n+a\n'],
  ['a\n', '', '@@ -1,1 +0,0 @@\n-a\n'],
  ['a', 'a\n', '@@ -1,1 +1,1 @@\n-a\n\\ No newline at end of file\n+a\n'],
])('from %j to %j', (before, after, hunk) => {
  expect(unifiedDiff(before, after, names)).toBe(`--- a\n+++ b\n${hunk}`);
});

const anyText = fc
  .array(fc.constantFrom('a', 'b', 'c', '', '- x', '+ y', '@@'), { maxLength: 40 })
  .chain((lines) => fc.boolean().map((ends) => lines.join('\n') + (ends ? '\n' : '')));

test('applied to the first text it makes the second', () => {
  fc.assert(
    fc.property(anyText, anyText, (before, after) => {
      expect(applied(before, unifiedDiff(before, after, names))).toBe(after);
    }),
    cases(2_000),
  );
});

test('texts of a megabyte that share nothing take linear time', () => {
  const [before, after] = [megabyteOf('one\n'), megabyteOf('two\n')];
  expect(briefly(() => unifiedDiff(before, after, names))).not.toBe('');
});

/** What `patch` does. */
function applied(before: string, diff: string): string {
  const old = before.split(/(?<=\n)/);
  const made: string[] = [];
  let at = 0;
  let last: '-' | '+' | ' ' = ' ';
  for (const line of diff.split('\n').slice(2, -1)) {
    const hunk = /^@@ -(\d+),(\d+) /.exec(line);
    if (hunk) {
      const start = Number(hunk[1]) - (hunk[2] === '0' ? 0 : 1);
      made.push(...old.slice(at, start));
      at = start;
    } else if (line.startsWith('\\')) {
      if (last !== '-') made.push((made.pop() ?? '').slice(0, -1));
    } else {
      last = line.startsWith('-') ? '-' : line.startsWith('+') ? '+' : ' ';
      if (last !== '+') at += 1;
      if (last !== '-') made.push(`${line.slice(1)}\n`);
    }
  }
  return [...made, ...old.slice(at)].join('');
}
