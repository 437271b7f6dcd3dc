// Pure: JSON that is shown folds below its fourth level, and nothing of it is lost (console 2).
import fc from 'fast-check';
import { h } from 'preact';
import { renderToString } from 'preact-render-to-string';
import { piecesOf } from '../../src/console/parts/deep-json.ts';
import { Text } from '../../src/console/parts/texts.ts';
import { cases } from '../support/properties.ts';

const DEEP = { a: { b: { c: { d: { e: 'a text that is long enough to be worth a fold' }, f: [1] } } } };

test('what lies below the fourth level is folded, with its lines', () => {
  const folded = piecesOf(JSON.stringify(DEEP, null, 2)).flatMap((piece) => (piece.folded ? [piece] : []));
  expect(folded.map(({ text, folded: how }) => [JSON.parse(text), how])).toEqual([
    [DEEP.a.b.c.d, { opens: '{', lines: 3 }],
  ]);
});

test.each([
  ['no JSON', '{ { { { { { "a text that is long enough to be worth a fold" } } } } } }'],
  ['brackets in a text', JSON.stringify({ text: '[[[[[[ this is a text of many brackets, and no list ]]]]]]' })],
  ['what is short', JSON.stringify([[[[[1, 2]]]]])],
  ['a plain text', 'Dear Ada,'],
])('%s stands as it is', (_, text) => {
  expect(piecesOf(text)).toEqual([{ text }]);
});

test('the pieces of any JSON are its text', () => {
  fc.assert(
    fc.property(fc.json({ maxDepth: 8 }), fc.constantFrom(0, 2), (json, indent) => {
      const text = JSON.stringify(JSON.parse(json), null, indent);
      expect(
        piecesOf(text)
          .map((piece) => piece.text)
          .join(''),
      ).toBe(text);
    }),
    cases(),
  );
});

test('what somebody decides by is not folded', () => {
  const text = JSON.stringify(DEEP, null, 2);
  const drawn = (isJudged: boolean) =>
    renderToString(h(Text, { name: 'Text', framed: { text, bytes: text.length, cut: false }, isJudged }));
  expect(drawn(false)).toContain('<details class="deep"><summary>{…} 3 lines</summary>');
  expect(drawn(true)).not.toContain('class="deep"');
});
