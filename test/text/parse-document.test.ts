import * as fc from 'fast-check';
import { stringify } from 'yaml';
import { parseDocument } from '../../src/text/parse-document.ts';
import { told } from '../definitions/makers.ts';
import { cases } from '../support/properties.ts';

function problems(text: string, format: 'yaml' | 'json') {
  const parsed = parseDocument(text, format);
  return told(parsed.issues ?? []);
}

test('R38: the same content in YAML and JSON parses equal', () => {
  const key = fc.string().filter((text) => text !== '__proto__');
  const { value } = fc.letrec((tie) => ({
    value: fc.oneof(
      { maxDepth: 4 },
      fc.string(),
      fc.integer(),
      fc.boolean(),
      fc.constant(null),
      fc.array(tie('value'), { maxLength: 4 }),
      fc.dictionary(key, tie('value'), { maxKeys: 4 }),
    ),
  }));
  fc.assert(
    fc.property(value, (content) => {
      const json = parseDocument(JSON.stringify(content), 'json');
      expect(json).toEqual({ document: content });
      expect(parseDocument(stringify(content), 'yaml')).toEqual(json);
    }),
    cases(200),
  );
});

test('JSON is YAML: the same text may be sent as either', () => {
  const text = '{"name": "x", "steps": [1, 2.5, true, null, "a: b"], "n": {"on": "yes"}}';
  expect(parseDocument(text, 'yaml')).toEqual(parseDocument(text, 'json'));
});

test.each([
  ['a: 1\na: 2', 'yaml', ['/a duplicate_key']],
  ['x: [{a: {b: 1, "b": 2}}]', 'yaml', ['/x/0/a/b duplicate_key']],
  ['{"a":{"b":[1,{"c":1,"c":2}]},"a":1}', 'json', ['/a duplicate_key', '/a/b/1/c duplicate_key']],
  [String.raw`{"a~/b":1,"a~\/b":2}`, 'json', ['/a~0~1b duplicate_key']],
  [String.raw`{"a":"x\",\"a\":","b":"{"}`, 'json', []],
  ['__proto__: {x: 1}', 'yaml', ['/__proto__ forbidden_key']],
  ['{"a": [{"__proto__": 1}]}', 'json', ['/a/0/__proto__ forbidden_key']],
  ['1: x', 'yaml', [' invalid_key']],
  ['? [a]\n: x', 'yaml', [' invalid_key']],
  ['a: {true: x}', 'yaml', ['/a invalid_key']],
  ['a: .inf\nb: .nan', 'yaml', ['/a not_json', '/b not_json']],
  ['a: !!binary aGk=', 'yaml', ['/a not_json']],
  ['a: !custom x', 'yaml', [' invalid_yaml']],
  ['a: 1\n---\nb: 2', 'yaml', [' invalid_yaml']],
  ['a: [1', 'yaml', [' invalid_yaml']],
  ['a: *b', 'yaml', [' invalid_yaml']],
  ['{"a": ', 'json', [' invalid_json']],
  ['{a: 1}', 'json', [' invalid_json']],
  ['', 'json', [' invalid_json']],
] as const)('%j as %s answers %j', (text, format, expected) => {
  expect(problems(text, format)).toEqual(expected);
});

test('problems of YAML say line and column', () => {
  const parsed = parseDocument('name: x\nsteps: [a, b\n', 'yaml');
  expect(parsed).toMatchObject({
    issues: [{ code: 'invalid_yaml', detail: expect.stringMatching(/line \d+, column \d+/) }],
  });
  const twice = parseDocument('a: 1\nb: 1\na: 2', 'yaml');
  expect(twice).toMatchObject({ issues: [{ pointer: '/a', detail: expect.stringContaining('line 3, column 1') }] });
});

test('an alias is written out', () => {
  expect(parseDocument('a: &x {k: 1}\nb: *x', 'yaml')).toEqual({ document: { a: { k: 1 }, b: { k: 1 } } });
});

test.each(['yaml', 'json'] as const)('values nest 64 deep in %s and no deeper', (format) => {
  expect(problems('['.repeat(64) + ']'.repeat(64), format)).toEqual([]);
  expect(problems('['.repeat(65) + ']'.repeat(65), format)).toEqual([expect.stringMatching(/too_deep$/)]);
});

test.each([
  ['brackets', '['.repeat(500_000), 'too_deep'],
  ['list dashes', '- '.repeat(500_000), 'too_deep'],
  ['anchors that multiply', bomb(), 'invalid_yaml'],
  ['an anchor within itself', 'a: &x [*x]', 'too_deep'],
  ['a long text many times over', `a: &x "${'y'.repeat(100_000)}"\nb: [${'*x, '.repeat(80)}]`, 'document_too_large'],
])('hostile YAML of %s is refused before it costs anything', (_, text, code) => {
  expect(problems(text, 'yaml').map((problem) => problem.split(' ').at(-1))).toEqual([code]);
});

test('hostile JSON is refused: a million brackets', () => {
  expect(problems('['.repeat(1_000_000) + ']'.repeat(1_000_000), 'json')).toEqual([expect.stringMatching(/too_deep$/)]);
});

function bomb(): string {
  const levels = ['a', 'b', 'c', 'd', 'e', 'f'];
  return levels
    .map(
      (name, index) =>
        `${name}: &${name} [${Array.from({ length: 9 }, () => (index === 0 ? '1' : `*${levels[index - 1]}`)).join(', ')}]`,
    )
    .join('\n');
}

test.each([
  ['{"a": x}', 7],
  ['{"a": tru}', 10],
  ['{"a": 1, "b"', 13],
  ['{"a": "x', 9],
  ['[1, 2,, 3]', 7],
  ['{"a": 1} x', 10],
  ['{"a": -}', 8],
  [String.raw`{"a": "\q"}`, 9],
  [`{"a": "${'x'.repeat(500)}", b}`, 511],
])('console 3: JSON that cannot be read is marked where it breaks: %s', (text, column) => {
  expect(parseDocument(text, 'json')).toMatchObject({ issues: [{ code: 'invalid_json', line: 1, column }] });
});
