/** Pure: no server. */
import { scriptedReply } from '../../src/simulation/script.ts';
import { aRequest } from './sim-request.ts';

const at = (outputs: unknown, fields: { n?: number; faults?: number; step?: string; turn?: number } = {}) =>
  scriptedReply(aRequest({ sim: { outputs: { a: outputs } }, ...fields }));
const says = (text: string, more = {}) => ({
  kind: 'answer',
  text,
  finish: 'stop',
  delayMs: 0,
  tokensPerSecond: 0,
  ...more,
});

describe('running 4: sim:script answers from the definition by the ordinal n', () => {
  test.each([
    { title: 'the first answer at n = 1', outputs: ['x', 'y'], n: 1, reply: says('x') },
    { title: 'the second at n = 2', outputs: ['x', 'y'], n: 2, reply: says('y') },
    { title: 'the last one repeats', outputs: ['x', 'y'], n: 9, reply: says('y') },
    { title: 'an empty text is an answer', outputs: [''], n: 1, reply: says('') },
    { title: 'an object with a text', outputs: [{ text: 'x' }], n: 1, reply: says('x') },
    { title: 'a finish', outputs: [{ text: 'x', finish: 'length' }], n: 1, reply: says('x', { finish: 'length' }) },
    {
      title: 'any word for the end',
      outputs: [{ text: 'x', finish: 'MAX_TOKENS' }],
      n: 1,
      reply: says('x', { finish: 'MAX_TOKENS' }),
    },
    { title: 'no word for the end', outputs: [{ text: 'x', finish: null }], n: 1, reply: says('x', { finish: null }) },
    {
      title: 'thoughts',
      outputs: [{ text: 'x', thinking: 'hm' }],
      n: 1,
      reply: says('x', { thinking: { text: 'hm', for: 0 } }),
    },
    {
      title: 'thoughts that take their time',
      outputs: [{ text: 'x', thinking: { for: '2s' } }],
      n: 1,
      reply: says('x', { thinking: { text: 'Let me think. ', for: 2_000 } }),
    },
    { title: 'another model', outputs: [{ text: 'x', model: 'mini' }], n: 1, reply: says('x', { model: 'mini' }) },
    { title: 'a late usage', outputs: [{ text: 'x', lateUsage: '1s' }], n: 1, reply: says('x', { lateUsage: 1_000 }) },
    {
      title: 'an error in the stream',
      outputs: [{ error: 'down', text: 'half' }],
      n: 1,
      reply: says('half', { error: { message: 'down', type: 'server_error', code: null } }),
    },
    {
      title: 'after an error in the stream, which is met once',
      outputs: [{ error: 'down' }, 'x'],
      n: 1,
      faults: 1,
      reply: says('x'),
    },
    {
      title: 'a refusal without a text',
      outputs: [{ finish: 'refusal' }],
      n: 1,
      reply: says('', { finish: 'refusal' }),
    },
    {
      title: 'a delay in milliseconds',
      outputs: [{ text: 'x', delay: 250 }],
      n: 1,
      reply: says('x', { delayMs: 250 }),
    },
    { title: 'a delay of 2s', outputs: [{ text: 'x', delay: '2s' }], n: 1, reply: says('x', { delayMs: 2_000 }) },
    {
      title: 'so many tokens a second',
      outputs: [{ text: 'x', tokensPerSecond: 20 }],
      n: 1,
      reply: says('x', { tokensPerSecond: 20 }),
    },
    {
      title: 'a delay of PT1.5S',
      outputs: [{ text: 'x', delay: 'PT1.5S' }],
      n: 1,
      reply: says('x', { delayMs: 1_500 }),
    },
  ])('$title', ({ outputs, n, faults = 0, reply }) => {
    expect(at(outputs, { n, faults })).toEqual(reply);
  });

  test.each([
    { title: 'the first fault first', n: 2, faults: 0, reply: { kind: 'fault', status: 503 } },
    { title: 'then the next one', n: 2, faults: 1, reply: { kind: 'fault', status: 429, retryAfter: 2 } },
    { title: 'then a drop', n: 2, faults: 2, reply: { kind: 'drop' } },
    { title: 'then a stall', n: 2, faults: 3, reply: { kind: 'stall' } },
    { title: 'then the answer', n: 2, faults: 4, reply: says('y') },
    { title: 'and they advance no attempt', n: 1, faults: 0, reply: says('x') },
    { title: 'a repeated answer has no faults of its own', n: 3, faults: 0, reply: says('y') },
  ])('faults before an answer are consumed one per call: $title', ({ n, faults, reply }) => {
    const outputs = ['x', { status: 503 }, { status: 429, retryAfter: 2 }, { drop: true }, { stall: true }, 'y'];
    expect(at(outputs, { n, faults })).toEqual(reply);
  });

  test.each([
    {
      title: 'are met before the last answer repeats',
      outputs: ['x', { status: 500 }],
      n: 2,
      faults: 0,
      reply: { kind: 'fault', status: 500 },
    },
    { title: 'and are gone then', outputs: ['x', { status: 500 }], n: 2, faults: 1, reply: says('x') },
    {
      title: 'last for ever where there is no answer',
      outputs: [{ status: 500 }],
      n: 1,
      faults: 7,
      reply: { kind: 'fault', status: 500 },
    },
    { title: 'and at every attempt', outputs: [{ stall: true }], n: 4, faults: 0, reply: { kind: 'stall' } },
  ])('faults at the end of a list $title', ({ outputs, n, faults, reply }) => {
    expect(at(outputs, { n, faults })).toEqual(reply);
  });

  const parse = { toolCalls: [{ name: 'parse', arguments: {} }] };
  const query = { toolCalls: [{ name: 'query', arguments: { field: 'x' } }] };

  test.each([
    { title: 'calls of tools', outputs: [query], turn: 1, reply: says('', query) },
    {
      title: 'of the same attempt, in every turn',
      outputs: [{ ...query, text: 'so' }],
      turn: 7,
      reply: says('so', query),
    },
    {
      title: 'the first turn',
      outputs: [{ turns: [{ toolCalls: [{ name: 'parse' }] }, query] }],
      turn: 1,
      reply: says('', parse),
    },
    { title: 'the second turn', outputs: [{ turns: [parse, query, 'done'] }], turn: 2, reply: says('', query) },
    { title: 'the last turn repeats', outputs: [{ turns: [parse, query, 'done'] }], turn: 9, reply: says('done') },
    {
      title: 'the turns of another attempt',
      outputs: [{ turns: [parse] }, { turns: [query] }],
      n: 2,
      turn: 1,
      reply: says('', query),
    },
  ])('S4: an agent is answered turn by turn: $title', ({ outputs, n = 1, turn, reply }) => {
    expect(at(outputs, { n, turn })).toEqual(reply);
  });

  test.each([
    { title: 'before an attempt, met by its first turn', turn: 1, faults: 0, reply: { kind: 'fault', status: 500 } },
    { title: 'then one of the turn itself', turn: 1, faults: 1, reply: { kind: 'drop' } },
    { title: 'then the turn', turn: 1, faults: 2, reply: says('', parse) },
    { title: 'of the second turn', turn: 2, faults: 0, reply: { kind: 'stall' } },
    { title: 'then the second turn', turn: 2, faults: 1, reply: says('done') },
  ])('faults among turns are counted call by call: $title', ({ turn, faults, reply }) => {
    const outputs = [{ status: 500 }, { turns: [{ drop: true }, parse, { stall: true }, 'done'] }];
    expect(at(outputs, { turn, faults })).toEqual(reply);
  });

  test.each([{ outputs: [] }, { outputs: ['x'], step: 'other' }])('a step without answers has no script %#', (row) => {
    expect(at(row.outputs, row.step ? { step: row.step } : {})).toBeUndefined();
  });

  test.each([
    [{ outputs: { a: [{ texts: 'x' }] } }],
    [{ outputs: { a: [{ text: 'x', finish: 7 }] } }],
    [{ outputs: { a: [{ text: 'x', delay: 'soon' }] } }],
    [{ outputs: { a: [{ status: 200 }] } }],
    [{ outputs: { a: [{ turns: [] }] } }],
    [{ outputs: { a: [{ turns: [{ toolCalls: [{ arguments: {} }] }] }] } }],
    [{ outputs: 'x' }],
    [undefined],
  ])('a script that cannot be read says so: %j', (sim) => {
    expect(scriptedReply(aRequest({ sim }))).toEqual({ problem: expect.stringContaining('cannot be read') });
  });
});
