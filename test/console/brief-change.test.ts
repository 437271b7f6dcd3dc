// Pure: a change, short enough to stand above the text that it is of (console 2.1).
import { briefChange } from '../../src/console/parts/brief-change.ts';
import { unifiedDiff } from '../../src/text/diff.ts';

const many = (word: string) => Array.from({ length: 40 }, () => word).join(' ');
const brief = (before: string, after: string) =>
  briefChange(unifiedDiff(before, after, { from: 'a', to: 'b' })).replace(/^--- a\n\+\+\+ b\n/, '');

test.each([
  ['lines alone', 'one\ntwo\nsame\n', 'one\nthree\nsame\n', '-two\n+three'],
  ['what came and went', 'a\nb\n', 'a\nb\nc\n', '+c'],
  [
    'a long line keeps a few words around what changed in it',
    `${many('a')} old ${many('b')}\n`,
    `${many('a')} new words ${many('b')}\n`,
    '-… a a a a a old b b b b b …\n+… a a a a a new words b b b b b …',
  ],
  [
    'between two changes of a line what is the same is left out too',
    `${many('a')} old ${many('b')} 12 ${many('c')}\n`,
    `${many('a')} new ${many('b')} 21 ${many('c')}\n`,
    '-… a a a a a old b b b b b … b b b b b 12 c c c c c …\n+… a a a a a new b b b b b … b b b b b 21 c c c c c …',
  ],
  [
    'where one line became two of them no more is told than what changed',
    `${many('a')} old ${many('b')}\n`,
    `${many('a')} new ${many('b')}\nand one more\n`,
    '-… a a a a a old b b b b b … b b b b b\n+… a a a a a new b b b b b … b b b b b\n+and one more',
  ],
  ['lines that look like a head', '-- a\n', '++ b\n', '--- a\n+++ b'],
  ['more lines than before stand whole', 'a b\n', 'a c\na d\n', '-a b\n+a c\n+a d'],
])('%s', (_, before, after, expected) => {
  expect(brief(before, after)).toBe(expected);
});

test('places that lie apart are told apart', () => {
  const between = 'x\n'.repeat(20);
  expect(brief(`a\n${between}b\n`, `c\n${between}d\n`).replace(/@@ .* @@/, '@@')).toBe('-a\n+c\n@@\n-b\n+d');
});
