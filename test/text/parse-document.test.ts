import * as fc from 'fast-check';
import { stringify } from 'yaml';
import { parseDocument } from '../../src/text/parse-document.ts';
import { readJson } from '../../src/text/parse-json.ts';
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
  ['a: !!binary aGk=', 'yaml', ['/a invalid_yaml']],
  ['a: !custom x', 'yaml', ['/a invalid_yaml']],
  ['a: 1\n---\nb: 2', 'yaml', [' invalid_yaml']],
  ['a: [1', 'yaml', [' invalid_yaml']],
  ['a: *b', 'yaml', ['/a invalid_yaml']],
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
  ['an anchor within itself', 'a: &x [*x]', 'invalid_yaml'],
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

/** The one problem of a text, as line:column and words. */
function only(text: string, format: 'yaml' | 'json' = 'yaml'): string {
  const { issues = [] } = parseDocument(text, format);
  return issues.map(({ line, column, detail }) => `${line}:${column} ${detail}`).join('\n');
}

test.each([
  ['a: !Ref b', '1:4 The tag !Ref is not taken: leave it out and write the value itself (line 1, column 4).'],
  [
    'a: !Ref b\nc: [!Ref d, !Ref e]',
    '1:4 The tag !Ref is not taken: leave it out and write the value itself (line 1, column 4). It stands in 3 places.',
  ],
  [
    'a: !!binary aGk=',
    '1:4 The tag !!binary is not taken: leave it out and write the value itself, as text in base64 if it is no text (line 1, column 4).',
  ],
  [
    'a: !!timestamp 2020-01-01',
    '1:4 The tag !!timestamp is not taken: leave it out and write the value itself, as text such as "2026-01-31" (line 1, column 4).',
  ],
  [
    'a: !!set {x, y}',
    '1:4 The tag !!set is not taken: leave it out and write the value itself, as a list (line 1, column 4).',
  ],
  ['a: !!python/object:x.Y {}', '1:4 The tag !!python/object:x.Y is not taken'],
  ['a: !!float 5', '1:4 The tag !!float is not taken'],
  [
    'b: &b {x: 1}\na:\n  <<: *b\n  y: 2',
    '3:3 The key << merges maps in YAML 1.1 and does nothing here: write the fields of the other map out (line 3, column 3).',
  ],
  [
    'a: 1\n---\nb: 2\n---\nc: 3',
    '2:1 Not valid YAML (line 2, column 1): the text holds several documents. Put what follows the line --- into a file of its own.',
  ],
  ['%YAML 1.1\n---\na: yes', '1:1 YAML 1.1 is not taken: leave the line %YAML out'],
  ['? [a]\n: x', '1:3 A key must be text, and this is a list or a map'],
  [
    'prompt: {{ input.who }}',
    '1:10 A key must be text, and this is a list or a map: put a text that begins with { or [ into quotes',
  ],
  ['&k k: 1\n*k : x', '2:1 A key must be text: *k is an alias'],
  ['1: x', '1:1 A key must be text: "1" is not; put it into quotes (line 1, column 1).'],
  [': x', '1:1 A key must be text: nothing stands before this colon (line 1, column 1).'],
  [
    'a: *b',
    '1:4 No anchor &b stands before the alias *b: put a text that begins with * into quotes (line 1, column 4).',
  ],
  [
    'x: &x\n  y: *x\n',
    '2:6 The alias *x lies within what it stands for, so it never ends: write out what is meant (line 2, column 6).',
  ],
  ['a: &a [*b]\nb: &b [*a]', '1:8 No anchor &b stands before the alias *b'],
  ['a: [1, 2', '1:9 Not valid YAML (line 1, column 9): Flow sequence'],
  ['a: - b', '1:4 Not valid YAML (line 1, column 4): Unexpected block-seq-ind'],
  [
    'prompt: {input.who} please',
    '1:21 Not valid YAML (line 1, column 21): the value before this has ended, so this cannot follow it. Put a text that begins with { into quotes.',
  ],
  [
    'a: b: c',
    '1:4 Not valid YAML (line 1, column 4): Nested mappings are not allowed in compact mappings. Put a text with ": " in it into quotes.',
  ],
  [
    'a: @foo',
    '1:4 Not valid YAML (line 1, column 4): Plain value cannot start with reserved character @. Put a text that begins with @ into quotes.',
  ],
  ['a:\n\tb: 1', '2:1 Not valid YAML (line 2, column 1): Tabs are not allowed as indentation. Indent with spaces.'],
])('N22: what YAML has and dsap does not take is one problem, with what to write instead: %j', (text, words) => {
  const said = only(text);
  expect(said.split('\n')).toHaveLength(1);
  expect(said.startsWith(words)).toBe(true);
});

test('N22: an alias bomb is told in one line', () => {
  expect(only(bomb())).toMatch(/^undefined:undefined Aliases \(\*name\) may stand for at most 100 copies in all/);
});

test.each([
  ['a: !!str 5', { a: '5' }],
  ['a: !!int "5"', { a: 5 }],
  ['a: !!seq [!!null ~, !!bool true, !!map {b: ! x}]', { a: [null, true, { b: 'x' }] }],
  ['"<<": 1', { '<<': 1 }],
  ['%YAML 1.2\n---\na: yes\n...\n', { a: 'yes' }],
  ['? a\n: x', { a: 'x' }],
  ['"1": x\n\'true\': y', { '1': 'x', true: 'y' }],
  ['a: 1\r\nb:\r\n  - c\r\n', { a: 1, b: ['c'] }],
  ['- a：b', ['a：b']],
  ['a: "x\u00a0y"\nb: c\u00a0d', { a: 'x\u00a0y', b: 'c\u00a0d' }],
  ['"\u00a0name": x', { '\u00a0name': 'x' }],
  ['größe: 1\nmay be: 2', { größe: 1, 'may be': 2 }],
])('what JSON has too is taken, however YAML writes it: %j', (text, document) => {
  expect(parseDocument(text, 'yaml')).toEqual({ document });
});

test.each([
  ['\u00a0guard: x', '1:1 The key "\u00a0guard" has U+00A0, a no-break space, at its character 1; write a plain space'],
  ['a: 1\n\u00a0guard: x', '2:1 The key "\u00a0guard" has U+00A0'],
  ['guard\u00a0: x', '1:6 The key "guard\u00a0" has U+00A0, a no-break space, at its character 6'],
  ['name:\u00a0x', '1:1 "name" is followed by U+00A0, a no-break space, so it is no key; write a plain space'],
  [
    'name:\u00a0x\nsteps: []',
    '1:6 Not valid YAML (line 1, column 6): there is U+00A0, a no-break space; write a plain space.',
  ],
  ['a:\n  name:\u00a0x', '2:3 "name" is followed by U+00A0'],
  ['\u200bguard: y', '1:1 The key "\u200bguard" has U+200B, a zero-width space, at its character 1; leave it out'],
  ['a: 1\n\ufeffguard: 1', '2:1 The key "\ufeffguard" has U+FEFF, a byte-order mark, at its character 1; leave it out'],
  ['name：x', '1:1 "name" is followed by U+FF1A, a full-width colon, so it is no key; write ":" and a space'],
  ['name：x\nsteps：\n  - id：a\n', '1:1 "name" is followed by U+FF1A'],
  ['name： x\nsteps: []', '1:5 Not valid YAML (line 1, column 5): there is U+FF1A, a full-width colon; write ":".'],
  ['a: {b：1}', '1:6 The key "b：1" has U+FF1A, a full-width colon, at its character 2; write ":"'],
  ['a:\n  b：\n    c: 1', '2:4 Not valid YAML (line 2, column 4): there is U+FF1A'],
  ['“name”: x', `1:1 The key "“name”" has U+201C, a curly quotation mark, at its character 1; write '"'`],
  ['a:\u3000x', '1:1 "a" is followed by U+3000, an ideographic space'],
  ['– id: a', '1:1 The key "– id" has U+2013, an en dash, at its character 1; write "-"'],
])('N24: a character that looks like another one is named with its place: %j', (text, words) => {
  const said = only(text);
  expect(said.split('\n')).toHaveLength(1);
  expect(said).toContain(words);
});

test('N18: a key that is written twice is found behind 4 MiB of JSON, and strings are passed over', () => {
  const long = String.raw`x \" { [ , : \\`.repeat((4 * 1024 * 1024) / 16);
  const { issues = [] } = readJson(`{"a": "${long}", "b": [{"c": 1, "d": "}"}, {"c": 1, "\\u0063": 2}]}`);
  expect(told(issues)).toEqual(['/b/1/c duplicate_key']);
});

describe('issue 47: one quotation mark that is missing is one problem, at its place, with the line', () => {
  const said = (text: string) =>
    (parseDocument(text, 'yaml').issues ?? []).map(({ detail, line, column }) => `${line}:${column} ${detail}`);
  const long = 'Write a, b, c, d, e, f, g, h, i, j, k and l.';

  test.each([
    [
      'at the end',
      `a: "x\nb:\n  - c: 1\n`,
      /^1:4 Not valid YAML \(line 1, column 4\): the text that begins with " here has no closing quotation mark\. Line 1 is: a: "x$/,
    ],
    ['at the end, in single ones', `a: 'x\nb: 1\n`, /^1:4 .* begins with ' here has no closing .* Line 1 is: a: 'x$/],
    [
      'within braces',
      `a: { b: "x, c: y }\nd: 1\ne: 2\nf: 3\n`,
      /^1:9 .* no closing quotation mark\. Line 1 is: a: \{ b: "x, c: y \}$/,
    ],
    [
      'closed by the next one, in the line below',
      `a: { b: "x,\n  c: "y" }\n`,
      /^1:9 .* ends only in line 2, so a quotation mark is missing\. Line 1 is: a: \{ b: "x,$/,
    ],
    [
      'at the start, before commas',
      `a:\n  b: { kind: llm, prompt: ${long}" }\n`,
      /^2:36 The text of "prompt" ends at a comma, and "b" begins a field of its own: put quotation marks around the whole text/,
    ],
    [
      'both, before commas',
      `a: { prompt: Write one, two of them, three }\n`,
      /^1:25 The text of "prompt" ends at a comma, and "two of them" begins/,
    ],
    [
      'at the start, before brackets',
      `a: { b: [x, y] == z" }\n`,
      /^1:16 .*has ended, so this cannot follow it\. Put a text that begins with \[ into quotes\. Line 1 is: /,
    ],
  ])('%s', (_title, text, words) => {
    expect(said(text)).toEqual([expect.stringMatching(words)]);
  });

  test('of a long line the part around the mistake is shown', () => {
    const [detail = ''] = said(`a: { ${'b: 1, '.repeat(20)}${'c: "x", '.repeat(40)}d: "y }\n`);
    expect(detail).toMatch(/Line 1 is: …c: "x", .* d: "y \}$/);
    expect(detail.length).toBeLessThan(300);
  });

  test('each mark that is taken out of a definition gives one problem at most, near its line', () => {
    const text = [
      'name: bill',
      'input: { type: object, properties: { text: { type: string, description: "What came, as text" } } }',
      'steps:',
      '  - id: read',
      `    generator: { kind: llm, prompt: "${long} {input.text}", output: { format: json } }`,
      '    guard:',
      '      sequence:',
      "        - { use: expression, with: { expr: 'sum(artifact.lines[*].net) == artifact.total' } }",
      '        - { use: human, with: { question: "May it be paid, all of it? {artifact}" } }',
    ].join('\n');
    for (const { index: at } of text.matchAll(/["']/g)) {
      const issues = parseDocument(text.slice(0, at) + text.slice(at + 1), 'yaml').issues ?? [];
      expect(issues.length).toBeLessThan(2);
      const line = text.slice(0, at).split('\n').length;
      for (const issue of issues) expect([line, line + 1]).toContain(issue.line);
    }
  });

  test.each(['{ a, b }', '{ a: 1, b }', '[a b, c d]', 'a: { b: "x, y", c: }', '{ "a b", c: 1 }'])(
    '%s is taken',
    (text) => {
      expect(said(text)).toEqual([]);
    },
  );
});
