// Pure.
import fc from 'fast-check';
import { wordDiff } from '../../../src/api/artifacts/word-diff.ts';
import { briefly, megabyteOf } from '../../support/briefly.ts';
import { cases } from '../../support/properties.ts';

const shown = (before: string, after: string) =>
  wordDiff(before, after).parts.map(({ mark, text }) => `${MARKS[mark]}${text}`);
const MARKS = { same: ' ', removed: '-', added: '+' };

test('console 2.3: changed words are told within their line, the lines around them are the same', () => {
  expect(wordDiff('one\nPAY 12.50 to Ada\nthree\n', 'one\nPAY 15.00 to Ada\nthree\n').unit).toBe('word');
  expect(shown('one\nPAY due to Ada\nthree\n', 'one\nPAY now to Ada\nthree\n')).toEqual([
    ' one\nPAY ',
    '-due',
    '+now',
    '  to Ada\nthree\n',
  ]);
});

test('console 2.3: a number with its point or commas is one word', () => {
  expect(shown('pay 181.50 EUR.', 'pay 168.00 EUR.')).toEqual([' pay ', '-181.50', '+168.00', '  EUR.']);
  expect(shown('1,200.50', '1,300.50')).toEqual(['-1,200.50', '+1,300.50']);
  expect(shown('[1,2]. 3', '[1,4]. 3')).toEqual([' [1,', '-2', '+4', ' ]. 3']);
});

test.each([
  ['', '', []],
  ['a\n', 'a\n', [' a\n']],
  ['', 'a\n', ['+a\n']],
  ['a\n', '', ['-a\n']],
  ['a', 'a\n', [' a', '+\n']],
  ['a\nb\n', 'b\n', ['-a\n', ' b\n']],
])('console 2.3: from %j to %j', (before, after, parts) => {
  expect(shown(before, after)).toEqual(parts);
});

const anyText = fc
  .array(fc.constantFrom('a', 'b', ' ', '\n', '\r\n', '\t', '😀', 'é', '\u202e', 'word', '-', ''), { maxLength: 60 })
  .map((pieces) => pieces.join(''));

test('console 2.3: what is same and removed is the first text, what is same and added the second', () => {
  fc.assert(
    fc.property(anyText, anyText, (before, after) => {
      const { parts } = wordDiff(before, after);
      const without = (mark: string) => parts.flatMap((part) => (part.mark === mark ? [] : [part.text])).join('');
      expect([without('added'), without('removed')]).toEqual([before, after]);
      expect(parts.filter(({ text }) => text === '')).toEqual([]);
      expect(parts.filter(({ mark }, at) => mark === parts[at - 1]?.mark)).toEqual([]);
    }),
    cases(2_000),
  );
});

test('console 2.3: where too many words changed the lines are shown as replaced, and that is told', () => {
  const [before, after] = [megabyteOf('one '), megabyteOf('two ')];
  expect(briefly(() => wordDiff(before, after))).toEqual({
    unit: 'line',
    parts: [
      { mark: 'removed', text: before },
      { mark: 'added', text: after },
    ],
  });
});

test('console 2.3: a part that changed too much leaves words to the others', () => {
  const long = (word: string) => `${`${word} `.repeat(600)}\n`;
  const { unit, parts } = wordDiff(`${long('one')}same\nfew old words\n`, `${long('two')}same\nfew new words\n`);
  expect(unit).toBe('line');
  expect(parts.slice(-4)).toEqual([
    { mark: 'same', text: 'same\nfew ' },
    { mark: 'removed', text: 'old' },
    { mark: 'added', text: 'new' },
    { mark: 'same', text: ' words\n' },
  ]);
});
