/** Calls of tools out of the pieces in which servers send them (llm 1.5). */
import fc from 'fast-check';
import { ToolCalls } from '../../src/generators/tool-calls.ts';
import { cases } from '../support/properties.ts';

interface Piece {
  readonly index?: number;
  readonly id?: string | null;
  readonly name?: string | null;
  readonly args?: string | null;
}

const piece = ({ index, id, name, args }: Piece) => ({
  ...(index !== undefined && { index }),
  ...(id !== undefined && { id }),
  type: 'function',
  function: { ...(name !== undefined && { name }), ...(args !== undefined && { arguments: args }) },
});

/** Each list is one chunk. */
function read(chunks: readonly (readonly Piece[])[]) {
  const calls = new ToolCalls();
  for (const chunk of chunks) calls.add(chunk.map(piece));
  return calls.whole.map(({ id, name, arguments: args }) => [id, name, args]);
}

test.each<[string, readonly (readonly Piece[])[], readonly (readonly string[])[]]>([
  [
    'report 2: two whole calls, both of index 0',
    [
      [{ index: 0, id: 'c1', name: 'get', args: '{"city":"Bern"}' }],
      [{ index: 0, id: 'c2', name: 'get', args: '{"city":"Graz"}' }],
    ],
    [
      ['c1', 'get', '{"city":"Bern"}'],
      ['c2', 'get', '{"city":"Graz"}'],
    ],
  ],
  [
    'N2: two whole calls of index 0 without ids',
    [[{ index: 0, name: 'get', args: '{"a":1}' }], [{ index: 0, name: 'get', args: '{"a":2}' }]],
    [
      ['call_0', 'get', '{"a":1}'],
      ['call_1', 'get', '{"a":2}'],
    ],
  ],
  [
    'N2: two whole calls without an index, in two chunks',
    [[{ id: 'c1', name: 'get', args: '{"a":1}' }], [{ id: 'c2', name: 'get', args: '{"a":2}' }]],
    [
      ['c1', 'get', '{"a":1}'],
      ['c2', 'get', '{"a":2}'],
    ],
  ],
  [
    'N2: pieces of two calls of index 0, each begun by a new id',
    [
      [{ index: 0, id: 'c1', name: 'get', args: '{"a"' }],
      [{ index: 0, id: null, args: ':1}' }],
      [{ index: 0, id: 'c2', name: 'get', args: '{"a' }],
      [{ index: 0, args: '":2}' }],
    ],
    [
      ['c1', 'get', '{"a":1}'],
      ['c2', 'get', '{"a":2}'],
    ],
  ],
  [
    'another tool of index 0, without ids',
    [[{ index: 0, name: 'get', args: '{"a"' }], [{ index: 0, args: ':1}' }], [{ index: 0, name: 'put', args: '{}' }]],
    [
      ['call_0', 'get', '{"a":1}'],
      ['call_1', 'put', '{}'],
    ],
  ],
  [
    'N3: a name in two pieces',
    [[{ index: 0, id: 'c1', name: 'get_', args: '' }], [{ index: 0, name: 'weather', args: '{}' }]],
    [['c1', 'get_weather', '{}']],
  ],
  [
    'a name that grows from piece to piece',
    [[{ index: 0, id: 'c1', name: 'get_' }], [{ index: 0, id: 'c1', name: 'get_weather', args: '{}' }]],
    [['c1', 'get_weather', '{}']],
  ],
  [
    'id and name with every piece',
    [
      [{ index: 0, id: 'c1', name: 'get', args: '{"a' }],
      [{ index: 0, id: 'c1', name: 'get', args: '":{"b":"}"' }],
      [{ index: 0, id: 'c1', name: 'get', args: '}}' }],
    ],
    [['c1', 'get', '{"a":{"b":"}"}}']],
  ],
  [
    'the whole call once more at the end',
    [
      [{ index: 0, id: 'c1', name: 'get', args: '{"a"' }],
      [{ index: 0, args: ':1}' }],
      [{ index: 0, id: 'c1', name: 'get', args: '{"a":1}' }],
    ],
    [['c1', 'get', '{"a":1}']],
  ],
  [
    'empty ids and names of what goes on',
    [
      [{ index: 0, id: 'c1', name: 'get', args: '' }],
      [{ index: 0, id: '', name: '', args: '{}' }],
      [{ index: 0, args: '' }],
    ],
    [['c1', 'get', '{}']],
  ],
  [
    'two calls that grow side by side',
    [
      [
        { index: 0, id: 'c1', name: 'get', args: '{"a"' },
        { index: 1, id: 'c2', name: 'put', args: '{"b"' },
      ],
      [{ index: 1, args: ':2}' }],
      [{ index: 0, args: ':1}' }],
    ],
    [
      ['c1', 'get', '{"a":1}'],
      ['c2', 'put', '{"b":2}'],
    ],
  ],
  [
    'two calls of index 0 that grow side by side, by their ids',
    [
      [{ index: 0, id: 'c1', name: 'get', args: '{"a"' }],
      [{ index: 0, id: 'c2', name: 'put', args: '{"b"' }],
      [{ index: 0, id: 'c1', args: ':1}' }],
      [{ index: 0, id: 'c2', args: ':2}' }],
    ],
    [
      ['c1', 'get', '{"a":1}'],
      ['c2', 'put', '{"b":2}'],
    ],
  ],
])('%s', (_what, chunks, calls) => {
  expect(read(chunks)).toEqual(calls);
});

test('however a server cuts and numbers calls, they are read as they were made', () => {
  const call = fc.record({ name: fc.constantFrom('get', 'put', 'get_more'), value: fc.jsonValue() });
  const calls = fc.array(call, { minLength: 1, maxLength: 4 });
  const isNumbered = fc.constantFrom('by index', 'all 0', 'not at all');
  fc.assert(
    fc.property(calls, isNumbered, fc.boolean(), fc.integer({ min: 1, max: 7 }), (made, numbered, repeats, size) => {
      const wanted = made.map(({ name, value }, at) => [`c${at}`, name, JSON.stringify({ value })]);
      const chunks = wanted.flatMap(([id = '', name = '', args = ''], at) => {
        const index = { 'by index': { index: at }, 'all 0': { index: 0 }, 'not at all': {} }[numbered];
        const cut = args.match(new RegExp(`[^]{1,${size}}`, 'gu')) ?? [];
        return cut.map((part, n) => [{ ...index, ...((n === 0 || repeats) && { id, name }), args: part }]);
      });
      expect(read(chunks)).toEqual(wanted);
    }),
    cases(),
  );
});

test('llm 1.5: fields of a call that nobody knows are kept, whichever piece brings them', () => {
  const calls = new ToolCalls();
  const extra_content = { google: { thought_signature: 'c2ln' } };
  calls.add([{ index: 0, id: 'c1', function: { name: 'get', arguments: '{' }, extra_content, nothing: null }]);
  calls.add([{ index: 0, function: { arguments: '}', thought_signature: 'x' } }]);
  expect(calls.whole).toEqual([
    { id: 'c1', name: 'get', arguments: '{}', extra: { extra_content, function: { thought_signature: 'x' } } },
  ]);
});
