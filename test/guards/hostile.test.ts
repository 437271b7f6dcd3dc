/** Pure: criteria and artifacts made to hold a worker up (guards 2.3). Each must end, and none may be taken for a verdict it is not. */
import { withinTime } from '../../src/guards/isolation/within-time.ts';
import { createGuardRegistry } from '../../src/guards/registry.ts';
import { evaluateTree } from '../../src/guards/tree.ts';
import { aContext } from './a-context.ts';

const registry = createGuardRegistry({ sim: false });

function judge(use: string, options: unknown, text: string) {
  return evaluateTree({ use, with: options }, registry, aContext(text), () => 0);
}

const LONG = 'a'.repeat(100_000);

test.each([
  ['regex', { pattern: '^(a+)+$' }, `${LONG}b`, 'retry'],
  ['regex', { pattern: '^(a+)+$' }, LONG, 'pass'],
  ['regex', { pattern: '(x+x+)+y' }, 'x'.repeat(100_000), 'retry'],
  ['json-schema', { schema: { pattern: '^(a+)+$' } }, JSON.stringify(`${LONG}b`), 'retry'],
  ['contains', { text: `b${LONG}` }, 'a'.repeat(1_000_000), 'retry'],
  ['quotes-source', { source: '“'.repeat(100_000) }, '“'.repeat(100_000), 'retry'],
  ['json', {}, '['.repeat(1_000_000), 'retry'],
  ['expression', { expr: 'artifact in text' }, `"${LONG}"`, 'pass'],
])('%s ends on catastrophic input (%#)', async (use, options, text, verdict) => {
  expect(await judge(use, options, text)).toMatchObject({ verdict });
});

function nested(levels: number): unknown {
  return JSON.parse(`${'{"not":'.repeat(levels)}true${'}'.repeat(levels)}`);
}

/** Every level looks at the one below twice, so the work doubles with each. */
function bomb(levels: number): unknown {
  const definitions = Array.from({ length: levels }, (_, i) => {
    const below = { allOf: [{ $ref: `#/$defs/d${i}` }] };
    return [`d${i + 1}`, { anyOf: [below, { allOf: [below, { minLength: i }] }] }];
  });
  return { $defs: { d0: { type: 'string' }, ...Object.fromEntries(definitions) }, $ref: `#/$defs/d${levels}` };
}

test.each([
  ['refers to itself', { $ref: '#' }, 'refers to itself without end'],
  ['refers to itself by a detour', { $defs: { a: { $ref: '#' } }, allOf: [{ $ref: '#/$defs/a' }] }, 'without end'],
  [
    'refers to another host',
    { $ref: 'http://example.com/a.json' },
    'refers to http://example.com/a.json, which is not part of it',
  ],
  ['refers to nothing', { $ref: '#/$defs/a' }, 'which is not part of it'],
  ['nests too deep', nested(3000), 'nests deeper than 64 levels'],
  ['is too large', { description: 'x'.repeat(70_000) }, 'larger than 65536 bytes'],
  [
    'has 20,000 branches',
    { anyOf: Array.from({ length: 20_000 }, () => ({ type: 'null' })) },
    'larger than 65536 bytes',
  ],
  ['is asynchronous', { $async: true }, 'not supported'],
  ['is none of today', { type: 'text' }, 'the schema is invalid: /type '],
  [
    'is none of draft 7',
    { $schema: 'http://json-schema.org/draft-07/schema#', type: 'text' },
    'the schema is invalid: /type ',
  ],
  ['is of a dialect that is not known', { $schema: 'http://example.com/mine' }, 'no schema with key or ref'],
  ['takes exponential time', bomb(40), 'was stopped'],
])('guards 2.3: a schema that %s is refused at publish', (_, schema, detail) => {
  expect(registry.check('json-schema', { schema })).toMatchObject([
    { pointer: '/schema', code: 'invalid_option', detail: expect.stringContaining(detail) },
  ]);
});

test('guards 2.3: a schema that turns out endless on an artifact is fatal, not a crash', async () => {
  const schema: unknown = JSON.parse('{"if":{"type":"object","required":["trap"]},"then":{"$ref":"#"}}');
  expect(registry.check('json-schema', { schema })).toEqual([]);
  expect(await judge('json-schema', { schema }, '{}')).toMatchObject({ verdict: 'pass' });
  expect(await judge('json-schema', { schema }, '{"trap":1}')).toMatchObject({ verdict: 'fatal' });
});

test('work that would run for ever is stopped, and the next piece of work runs', () => {
  expect(() =>
    withinTime(50, () => {
      for (;;);
    }),
  ).toThrow('took longer than 50 ms and was stopped');
  expect(withinTime(60_000, () => withinTime(60_000, () => 'done'))).toBe('done');
});
