// Pure: patterns with look-around mean what they mean in JavaScript, on random patterns and texts.
import fc from 'fast-check';
import { compileLookAround } from '../../src/text/look-around.ts';
import { cases } from '../support/properties.ts';

/** Without pairs of surrogates: JavaScript also looks between the halves of one, where no character begins. */
const ALPHABET = ['a', 'b', 'A', '1', '.', ' ', '\n', '\u2028', 'ſ', 'ä'];
const text = fc.array(fc.constantFrom(...ALPHABET), { maxLength: 8 }).map((parts) => parts.join(''));

const { pattern } = fc.letrec<{ pattern: string; sequence: string; item: string }>((tie) => ({
  pattern: fc.array(tie('sequence'), { minLength: 1, maxLength: 2 }).map((parts) => parts.join('|')),
  sequence: fc.array(tie('item'), { minLength: 0, maxLength: 4 }).map((parts) => parts.join('')),
  item: fc.oneof(
    { maxDepth: 3 },
    fc.constantFrom(
      'a',
      'b',
      '1',
      '.',
      '\\s',
      '\\w',
      '\\d',
      '[ab]',
      '[^a\\d]',
      '\\.',
      '\\p{L}',
      '^',
      '$',
      '\\b',
      '\\B',
    ),
    fc
      .tuple(
        fc.constantFrom('a', '[b1]', '.', '\\S'),
        fc.constantFrom('*', '+', '?', '{2}', '{1,3}', '{2,}', '*?', '+?', '??', '{1}?'),
      )
      .map((parts) => parts.join('')),
    fc
      .tuple(fc.constantFrom('(?=', '(?!', '(?<=', '(?<!', '(?:', '('), tie('pattern'))
      .map(([open, inner]) => `${open}${inner})`),
    fc.tuple(tie('pattern'), fc.constantFrom('*', '+', '?', '{2}', '*?')).map(([inner, many]) => `(?:${inner})${many}`),
  ),
}));
const flags = fc.subarray(['i', 'm', 's']).map((parts) => parts.join(''));

test('report 28: on random patterns and texts JavaScript says the same', () => {
  fc.assert(
    fc.property(pattern, flags, fc.array(text, { minLength: 1, maxLength: 6 }), (source, set, texts) => {
      const ours = compileLookAround(source, set);
      const theirs = new RegExp(source, `u${set}`);
      for (const each of texts) {
        const match = theirs.exec(each);
        expect(ours.test(each)).toBe(match !== null);
        expect(ours.find(each)?.start).toBe(match?.index);
      }
    }),
    cases(1_500),
  );
});
