import { cutBytes, utf8Length } from '../../src/text/text.ts';

test.each([
  ['', 0],
  ['ascii', 5],
  ['naïve', 6],
  ['€', 3],
  ['a😀', 5],
])('%j has %d bytes in UTF-8', (text, bytes) => {
  expect(utf8Length(text)).toBe(bytes);
  expect(utf8Length(text)).toBe(Buffer.byteLength(text));
});

test.each([
  ['ascii', 5, 'ascii'],
  ['ascii', 3, 'asc'],
  ['naïve', 3, 'na'],
  ['naïve', 4, 'naï'],
  ['a😀b', 4, 'a'],
  ['a😀b', 5, 'a😀'],
  ['€€', 0, ''],
])('of %j at most %d bytes are %j', (text, bytes, start) => expect(cutBytes(text, bytes)).toBe(start));

test('of a text of many bytes the first are the same as of a short one', () => {
  const start = 'é😀'.repeat(10);
  expect(cutBytes(start + 'x'.repeat(1_000_000), utf8Length(start))).toBe(start);
});
