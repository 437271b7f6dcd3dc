/** Pure: every built-in guard against artifacts that pass and artifacts that do not. */
import { createGuardRegistry } from '../../src/guards/registry.ts';
import { evaluateTree } from '../../src/guards/tree.ts';
import { aContext } from './a-context.ts';

const registry = createGuardRegistry({ sim: true });

const CONTEXT = {
  dependencies: { plan: '{"items":["a","b"]}', doc: 'The cat sat\n  on the mat. It was red.' },
  input: { limit: 3, document: 'Alice said yes to Bob.' },
  specification: 'The sky is blue.',
};

function judge(use: string, options: unknown, text: string) {
  return evaluateTree({ use, with: options }, registry, aContext(text, CONTEXT), () => 0);
}

const SCHEMA = {
  type: 'object',
  properties: { id: { type: 'integer' }, name: { type: 'string', pattern: '^x' }, code: { pattern: '^[0-9]+$' } },
  required: ['id'],
  additionalProperties: false,
};

test.each([
  ['not-empty', undefined, ' x '],
  ['not-empty', null, '0'],
  ['contains', { text: 'b' }, 'abc'],
  ['contains', { texts: ['a', 'C'], ignoreCase: true }, 'Abc'],
  ['contains', { text: 'a'.repeat(300) }, 'b'.repeat(300) + 'a'.repeat(300)],
  ['not-contains', { texts: ['x', 'y'] }, 'abc'],
  ['not-contains', { text: 'A' }, 'abc'],
  ['regex', { pattern: '^b', flags: 'm' }, 'a\nb'],
  ['regex', { pattern: 'A.B', flags: 'is' }, 'a\nb'],
  ['regex', { pattern: 'z', negate: true }, 'abc'],
  ['regex', { pattern: '(?<year>\\d{4})\\/(?P<month>\\d\\d)' }, 'on 2026/11'],
  ['length', { min: 2, max: 2 }, '😀😀'],
  ['length', { max: 8, min: 8, unit: 'bytes' }, '😀😀'],
  ['length', { min: 2, max: 2, unit: 'words' }, ' one\n two '],
  ['length', { min: 2, max: 2, unit: 'lines' }, 'one\ntwo\n'],
  ['length', { max: 0, unit: 'lines' }, ''],
  ['one-of', { values: ['yes', 'no'] }, ' yes\n'],
  ['json', {}, ' [1, {"a": null}] '],
  ['json', {}, '['.repeat(64) + ']'.repeat(64)],
  ['json', {}, JSON.stringify('['.repeat(100))],
  ['json-schema', { schema: SCHEMA }, '{"id":1,"name":"xy","code":"12"}'],
  ['json-schema', { schema: true }, '1'],
  ['json-schema', { schema: { $schema: 'http://json-schema.org/draft-07/schema#', type: 'string' } }, '"a"'],
  ['json-schema', { schema: { properties: { next: { $ref: '#' } }, required: ['v'] } }, '{"v":1,"next":{"v":2}}'],
  ['json-schema', { schema: { 'x-note': 'for people', format: 'date' } }, '"2026-11-21"'],
  ['expression', { expr: 'artifact.count < input.limit and "b" in deps.plan.items' }, '{"count":2}'],
  ['expression', { expr: 'len(text) == 3 and artifact == text' }, 'abc'],
  ['quotes-source', { source: '{deps.doc}' }, 'It says "sat on the mat", “It was red.” and\n\n> The cat\n> sat'],
  [
    'quotes-source',
    { source: '{input.document}', path: 'holders[*].quote' },
    '{"holders":[{"quote":"Alice said"},{"quote":"yes  to"}]}',
  ],
  ['quotes-source', { source: '{artifact.doc} {specification}', path: 'evidence' }, '{"evidence":"sky is blue"}'],
  ['quotes-source', { source: 'abc', path: 'holders[*].quote', min: 0 }, '{"holders":[]}'],
  ['quotes-source', { source: 'abc', min: 0 }, 'no quotes at all'],
  ['quotes-source', { source: '{deps.doc}' }, 'Both "sat" and "sat on the mat"'],
  ['quotes-source', { source: '{deps.doc}', path: 'e' }, '{"e":"sat"}'],
  ['quotes-source', { source: '{deps.doc}', min: 2, minLength: 3 }, '"sat", "mat"'],
])('%s %j passes %j', async (use, options, text) => {
  expect(await judge(use, options, text)).toMatchObject({ verdict: 'pass', feedback: '', guard: use, subResults: [] });
});

test.each([
  ['not-empty', {}, ' \n\t', 'The answer is empty.'],
  ['contains', { texts: ['a', 'z', 'y'] }, 'abc', 'The text does not contain "z".\nThe text does not contain "y".'],
  ['contains', { text: 'A' }, 'abc', 'The text does not contain "A".'],
  ['not-contains', { texts: ['q', 'b'] }, 'a\nb', 'The text contains "b" (line 2).'],
  ['not-contains', { text: 'B', ignoreCase: true }, 'abc', 'The text contains "B" (line 1).'],
  ['regex', { pattern: '^b' }, 'a\nb', 'The text does not match "/^b/".'],
  ['regex', { pattern: 'b+', negate: true }, 'a\nbb', 'The text matches "/b+/" in line 2, at "bb".'],
  [
    'length',
    { min: 3, unit: 'words' },
    'one two',
    'The text has 2 words (Unicode word boundaries); it needs at least 3.',
  ],
  [
    'length',
    { max: 1 },
    'ab',
    'The text has 2 characters (as a reader sees them: an emoji is one); it may have at most 1.',
  ],
  ['one-of', { values: ['yes', 'no'] }, 'Yes', 'The answer is "Yes", which is not one of the allowed values.'],
  ['json', {}, '{"a":}', 'Not valid JSON: Unexpected token'],
  ['json', {}, '', 'Not valid JSON: Unexpected end'],
  ['json', {}, '```json\n{}\n```', 'Not valid JSON: Unexpected token'],
  ['json', {}, '['.repeat(65) + ']'.repeat(65), 'JSON nesting deeper than 64 levels.'],
  ['json-schema', { schema: SCHEMA }, 'nope', 'Not valid JSON'],
  ['json-schema', { schema: SCHEMA }, '{"id":"1"}', '/id: must be integer, not "1"'],
  ['json-schema', { schema: SCHEMA }, '{"id":1,"name":"y"}', '/name: must match pattern "^x", not "y"'],
  ['json-schema', { schema: SCHEMA }, '{"id":1,"code":"x"}', '/code: must match pattern "^[0-9]+$", not "x"'],
  ['json-schema', { schema: SCHEMA }, '{"id":1,"b/c":2}', '(the whole value): must not have the property "b/c"'],
  [
    'json-schema',
    { schema: { required: ['toString'] } },
    '{}',
    "(the whole value): must have required property 'toString'",
  ],
  ['json-schema', { schema: { items: { enum: ['a', 1] } } }, '["a",2]', '/1: must be one of ["a",1], not 2'],
  ['json-schema', { schema: { anyOf: [{ type: 'string' }] } }, '1', '(the whole value): must be string, not 1'],
  ['expression', { expr: 'artifact.n > 2', message: 'n is too small.' }, '{"n":2}', 'n is too small.'],
  ['expression', { expr: 'artifact.n > 2' }, '{"n":2}', 'This must be true and is not: "artifact.n > 2".'],
  [
    'expression',
    { expr: 'artifact.n > 2' },
    '{"m":2}',
    'This must be true and is not: "artifact.n > 2".\nIt could not be answered: artifact.n has no value: artifact is an object with m.',
  ],
  [
    'quotes-source',
    { source: '{deps.doc}' },
    'It says "was blue".',
    'The quote "was blue" is not in the source. The nearest passage is "It was red.".',
  ],
  ['quotes-source', { source: '{deps.doc}' }, '> The dog\n> sat', 'The quote "The dog sat" is not in the source.'],
  ['quotes-source', { source: '{deps.doc}', path: 'e' }, '{"e":"the cat"}', 'e "the cat" is not in the source.'],
  [
    'quotes-source',
    { source: 'abc', path: 'h[*].quote' },
    '{"h":[{"quote":"b"},{"quote":3}]}',
    'h[1].quote: is 3; it must be text quoted from the source.',
  ],
  ['quotes-source', { source: 'abc', path: 'h[0]["quote"]' }, '{"h":[{}]}', 'h[0].quote: is missing;'],
  ['quotes-source', { source: 'abc', path: 'e' }, 'no JSON', 'Not valid JSON'],
])('R24: %s %j says of %j first what is wrong', says);

test.each([
  [
    'quotes-source',
    { source: 'abc' },
    'no quotes at all',
    'There are 0 quotes of 8 characters or more; at least 1 must be',
  ],
  [
    'quotes-source',
    { source: '{deps.doc}' },
    'It "sat".',
    'There are 0 quotes of 8 characters or more; at least 1 must be',
  ],
  ['quotes-source', { source: 'abc', path: 'h[*].q' }, '{"h":[]}', 'There are 0 quotes; at least 1 must be given.'],
  [
    'quotes-source',
    { source: '{deps.doc}', path: 'e', minLength: 4 },
    '{"e":"sat"}',
    'There are 0 quotes of 4 characters',
  ],
  [
    'quotes-source',
    { source: '{deps.doc}', min: 2 },
    '"sat on the mat"',
    'There is 1 quote of 8 characters or more; at least 2',
  ],
])('R114: %s %j says of %j how many quotes there must be, and how long', says);

async function says(use: string, options: object, text: string, feedback: string) {
  const verdict = await judge(use, options, text);
  expect(verdict).toMatchObject({ verdict: 'retry', guard: use });
  expect(verdict.feedback.slice(0, feedback.length)).toBe(feedback);
}

const TWICE = '{"ok": false, "ok": true}';
const DEEPER = '{"list": [{"a": 1}, {"a": 1, "a": 1}]}';

test.each([
  ['json', {}, TWICE, '/ok: '],
  ['json-schema', { schema: true }, TWICE, '/ok: '],
  ['json-schema', { schema: true }, DEEPER, '/list/1/a: '],
  ['expression', { expr: 'artifact.ok' }, TWICE, '/ok: '],
  ['quotes-source', { source: 'abc', path: 'ok' }, '{"ok": "a", "ok": "b"}', '/ok: '],
])('R97: %s %j rejects %s, where a member is named twice, with its pointer', async (use, options, text, pointer) => {
  const verdict = await judge(use, options, text);
  expect(verdict).toMatchObject({ verdict: 'retry', guard: use });
  expect(verdict.feedback).toContain(pointer);
  expect(verdict.feedback).toContain('twice');
});

test('R97: what only looks like it passes: the same name in two objects, in a text, and where no value of the JSON is read', async () => {
  const text = '{"a": {"n": 1}, "b": {"n": "\\"b\\": 1, \\"b\\": 2"}}';
  expect(await judge('json', {}, text)).toMatchObject({ verdict: 'pass' });
  expect(await judge('expression', { expr: 'len(text) > 3' }, TWICE)).toMatchObject({ verdict: 'pass' });
});

test('json-schema reports twenty errors with pointers, then how many more there are', async () => {
  const { feedback } = await judge(
    'json-schema',
    { schema: { items: { type: 'integer' } } },
    JSON.stringify(Array(33).fill('x')),
  );
  const lines = feedback.split('\n');
  expect(lines).toHaveLength(21);
  expect(lines[0]).toBe('/0: must be integer, not "x"');
  expect(lines[20]).toBe('and 13 more');
});

test('a source that names what is not there is fatal: no attempt could mend it', async () => {
  const verdict = await judge('quotes-source', { source: '{input.absent}', path: 'e' }, '{"e":"x"}');
  expect(verdict).toMatchObject({ verdict: 'fatal', feedback: 'The source to compare with is missing: input.absent.' });
});

test.each(['contains', 'not-contains', 'regex', 'json', 'json-schema', 'expression'])(
  '%s rejects an artifact over 4 MiB unread',
  async (use) => {
    const options = {
      contains: { text: 'x' },
      'not-contains': { text: 'y' },
      regex: { pattern: 'x' },
      json: {},
      'json-schema': { schema: {} },
      expression: { expr: 'true' },
    }[use];
    const { verdict, feedback } = await judge(use, options, `"${'x'.repeat(4 * 1024 * 1024)}"`);
    expect([verdict, feedback.split('\n')[0]]).toEqual([
      'retry',
      'The artifact has 4194306 bytes; at most 4194304 are judged. Make it shorter.',
    ]);
  },
);

describe('issue 47: quotes-source compares as much as it says, and no more', () => {
  const LONGEST = 4 * 1024 * 1024;
  const inSource = (length: number, quotes: number) =>
    evaluateTree(
      { use: 'quotes-source', with: { source: '{input.text}', path: 'e[*]' } },
      registry,
      aContext(JSON.stringify({ e: Array.from({ length: quotes }, () => 'a b') }), {
        input: { text: `a b ${'x'.repeat(length - 4)}` },
      }),
      () => 0,
    );

  test('a source that is too long is fatal: no attempt could mend it', async () => {
    expect(await inSource(LONGEST, 1)).toMatchObject({ verdict: 'pass' });
    expect(await inSource(LONGEST + 1, 1)).toMatchObject({
      verdict: 'fatal',
      feedback:
        'The source has 4194305 characters, and quotes are looked for in at most 4194304. Name a shorter text as the source.',
    });
  });

  test('the longer the source, the fewer quotes', async () => {
    expect(await inSource(LONGEST, 64)).toMatchObject({ verdict: 'pass' });
    const { verdict, feedback } = await inSource(LONGEST, 65);
    expect([verdict, feedback.split('\n')[0]]).toEqual([
      'retry',
      'There are 65 quotes; in a source of 4194304 characters at most 64 are checked. Quote less.',
    ]);
    expect(await inSource(1_000, 500)).toMatchObject({ verdict: 'pass' });
    expect((await inSource(1_000, 501)).feedback).toContain('There are 501 quotes; at most 500 are checked.');
  });
});

test.each(['contains', 'one-of', 'quotes-source', 'json'])(
  'LLM01: what %s quotes has no control characters and feedback at most 8 KiB',
  async (use) => {
    const ugly = `"\u001b[31mred\u001b[0m\u0000\u200b\u202e${'é'.repeat(20_000)}"`;
    const options = {
      contains: { texts: Array.from({ length: 30 }, (_, i) => `${i}${'\u001b[1mé'.repeat(2000)}`) },
      'one-of': { values: Array.from({ length: 30 }, (_, i) => `${i}${'é'.repeat(500)}`) },
      'quotes-source': { source: 'abc' },
      json: {},
    }[use];
    const { verdict, feedback } = await judge(use, options, use === 'json' ? ugly.slice(0, -1) : ugly);
    expect(verdict).toBe('retry');
    expect(Buffer.byteLength(feedback)).toBeLessThanOrEqual(8 * 1024);
    // oxlint-disable-next-line no-control-regex
    expect(feedback).not.toMatch(/[\u0000-\u0008\u000b-\u001f\u007f\u200b\u202e]/);
  },
);
