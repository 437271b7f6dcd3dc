// Pure: a value in a JSON text is replaced, and every other character stays (R130).
import fc from 'fast-check';
import { canonicalJson, parseJson } from '../../src/text/exact-json.ts';
import { below, keysOf, valueAt } from '../../src/text/pointer.ts';
import { jsonChildren, replaceInJson } from '../../src/text/replace-in-json.ts';
import { cases } from '../support/properties.ts';

test.each([
  ['a member', '{"a": 1.10,  "b":2}', '/b', '3.0', '{"a": 1.10,  "b":3.0}'],
  [
    'digits beyond a double elsewhere',
    '{"id": 7300000000000000001, "n": "x"}',
    '/n',
    '12',
    '{"id": 7300000000000000001, "n": 12}',
  ],
  ['an item of a list', '[1, 2, 3]', '/1', '"two"', '[1, "two", 3]'],
  ['a place far down', '{"l": [{"n": 1}, {"n": "x"}]}', '/l/1/n', '2', '{"l": [{"n": 1}, {"n": 2}]}'],
  ['a whole branch', '{"a": {"b": [1, {"c": "}"}]}, "d": 1}', '/a', 'null', '{"a": null, "d": 1}'],
  ['the root', ' {"a": 1} ', '', '[]', ' [] '],
  ['a missing member', '{"a": 1}', '/b', '2', '{"a": 1, "b": 2}'],
  [
    'a missing member, spaced like the others',
    '{\n  "a": 1,\n  "b": 2\n}',
    '/c',
    '3',
    '{\n  "a": 1,\n  "b": 2,\n  "c": 3\n}',
  ],
  ['a missing member of a dense object', '{"a":1,"b":2}', '/c', '3', '{"a":1,"b":2,"c":3}'],
  ['a missing member of an empty object', '{"a": {}}', '/a/b', '1', '{"a": {"b": 1}}'],
  ['the item behind the last', '[1, 2]', '/2', '3', '[1, 2, 3]'],
  ['the first item of an empty list', '{"l": [ ]}', '/l/0', '1', '{"l": [1]}'],
  ['a name with a slash and a tilde', '{"a/b": 1, "m~n": 2, "~1": 3}', '/a~1b', '9', '{"a/b": 9, "m~n": 2, "~1": 3}'],
  ['a name that looks like an escape', '{"a/b": 1, "~1": 3}', '/~01', '9', '{"a/b": 1, "~1": 9}'],
  ['an empty name', '{"": 1}', '/', '2', '{"": 2}'],
  [
    'a name that is written with escapes',
    String.raw`{"\u0061": 1, "q\"": 2}`,
    '/a',
    '9',
    String.raw`{"\u0061": 9, "q\"": 2}`,
  ],
  [
    'brackets and quotation marks in texts',
    String.raw`{"t": "]}\\\"", "u": 1}`,
    '/u',
    '2',
    String.raw`{"t": "]}\\\"", "u": 2}`,
  ],
  ['__proto__ as a name', '{"__proto__": 1, "a": 2}', '/__proto__', '3', '{"__proto__": 3, "a": 2}'],
  ['a new name __proto__', '{"a": 2}', '/__proto__', '{"x": 1}', '{"a": 2, "__proto__": {"x": 1}}'],
  ['a name of digits in an object', '{"0": "a"}', '/1', '"b"', '{"0": "a", "1": "b"}'],
])('R130: %s', (_, text, pointer, value, expected) => {
  expect(replaceInJson(text, pointer, value)).toBe(expected);
});

test.each([
  ['{"a": 1}', '/b/c'],
  ['{"a": 1}', '/a/b'],
  ['[1, 2]', '/3'],
  ['[1, 2]', '/01'],
  ['[1, 2]', '/-'],
  ['"text"', '/a'],
])('R130: %s has no place %s', (text, pointer) => {
  expect(() => replaceInJson(text, pointer, '1')).toThrow(RangeError);
});

test('R130: the members of a text as they are written', () => {
  expect(jsonChildren(' {"/a": 1.10, "/b": [1, "}"], "__proto__": {}} ')).toEqual([
    { key: '/a', text: '1.10' },
    { key: '/b', text: '[1, "}"]' },
    { key: '__proto__', text: '{}' },
  ]);
  expect(jsonChildren('[true, "a"]')).toEqual([
    { key: '0', text: 'true' },
    { key: '1', text: '"a"' },
  ]);
  expect(jsonChildren('{ }')).toEqual([]);
  expect(jsonChildren('12')).toBeUndefined();
});

/** Every place of a value, the root among them. */
function placesIn(value: unknown, pointer = ''): readonly string[] {
  if (typeof value !== 'object' || value === null) return [pointer];
  return [pointer, ...Object.entries(value).flatMap(([key, part]) => placesIn(part, below(pointer, key)))];
}

test('R130: of any document only the one place changes, and all text around it stays', () => {
  const marker = String.raw`"\u0007 new"`;
  fc.assert(
    fc.property(fc.json(), fc.nat(), fc.constantFrom(undefined, 1, 2), (written, choice, space) => {
      const text = JSON.stringify(JSON.parse(written), undefined, space);
      const places = placesIn(JSON.parse(text));
      const pointer = places[choice % places.length] ?? '';
      const changed = replaceInJson(text, pointer, marker);
      const [before = '', after = ''] = changed.split(marker);
      expect(text.startsWith(before)).toBe(true);
      expect(text.endsWith(after)).toBe(true);
      expect(valueAt(parseJson(changed), keysOf(pointer))).toBe(JSON.parse(marker));
      const old = text.slice(before.length, text.length - after.length);
      expect(canonicalJson(parseJson(old))).toBe(canonicalJson(valueAt(parseJson(text), keysOf(pointer))));
    }),
    cases(300),
  );
});

test('R130: a deep and a long text are read in a loop', () => {
  const deep = `${'['.repeat(50_000)}${']'.repeat(50_000)}`;
  expect(replaceInJson(`{"a": ${deep}, "b": 1}`, '/b', '2')).toBe(`{"a": ${deep}, "b": 2}`);
  const long = JSON.stringify({ t: 'x"'.repeat(200_000), b: 1 });
  expect(replaceInJson(long, '/b', '2')).toBe(`${long.slice(0, -2)}2}`);
});
