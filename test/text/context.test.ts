// Pure.
import fc from 'fast-check';
import { contextIn, wordsIn } from '../../src/text/context.ts';
import { cases } from '../support/properties.ts';

const MIDDLE = { isFirst: false, isLast: false };
const LINE = 'A line of about half of what is shown.\n';

test('console 2.3: about a line stands on either side of a change, in whole lines where there are such', () => {
  const { head, hidden, tail } = contextIn(LINE.repeat(10), MIDDLE);
  expect([head, tail]).toEqual([LINE.repeat(2), LINE.repeat(2)]);
  expect(wordsIn(hidden)).toBe(54);
});

test('console 2.3: in a long line it is cut between words, and a little is not left out', () => {
  const { head, tail } = contextIn('twelve chars '.repeat(60), MIDDLE);
  expect([head.length, tail.length]).toEqual([98, 97]);
  expect([head.endsWith('twelve '), tail.startsWith('chars')]).toEqual([true, true]);
  expect(contextIn(LINE.repeat(5), MIDDLE)).toEqual({ head: LINE.repeat(5), hidden: '', tail: '' });
});

test('console 2.3: nothing stands before the first change but what is near it, nor after the last', () => {
  expect(contextIn(LINE.repeat(9), { isFirst: true, isLast: false }).head).toBe('');
  expect(contextIn(LINE.repeat(9), { isFirst: false, isLast: true }).tail).toBe('');
});

test('what is shown and what is left out are the text', () => {
  const text = fc
    .array(fc.constantFrom('word', ' ', '\n', 'é', '\u{1f600}', '  ', 'x'.repeat(90)), { maxLength: 200 })
    .map((pieces) => pieces.join(''));
  fc.assert(
    fc.property(text, fc.boolean(), fc.boolean(), (whole, isFirst, isLast) => {
      const { head, hidden, tail } = contextIn(whole, { isFirst, isLast });
      expect(head + hidden + tail).toBe(whole);
      expect([head, hidden, tail].every((part) => part.isWellFormed())).toBe(true);
    }),
    cases(1_000),
  );
});
