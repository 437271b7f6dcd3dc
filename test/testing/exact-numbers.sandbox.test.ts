// Numbers keep their digits through whole runs, played in memory (reports 8 and 9, N14).
import { defineAgent, defineTool, ExactNumber, exactNumber, z } from '../../src/index.ts';
import { play } from '../../src/testing/index.ts';

const NOT_EMPTY = { use: 'not-empty' };

function judged(output: object | undefined, guard: object = NOT_EMPTY, recovery: object = {}) {
  const generator = { kind: 'llm', prompt: 'How much?', ...(output && { output }) };
  return {
    name: 'price',
    steps: [{ id: 'read', generator, guard, recovery: { rMax: 0, onExhausted: 'fail', ...recovery } }],
  };
}

const cents = { type: 'object', required: ['amount'], properties: { amount: { type: 'number', multipleOf: 0.01 } } };

describe('R127, report 8: an ordinary price is a multiple of 0.01', () => {
  const places: readonly (readonly [string, object])[] = [
    ['output.schema', judged({ format: 'json', schema: cents })],
    ['json-schema', judged(undefined, { use: 'json-schema', with: { schema: cents } })],
  ];

  test.each(places)('in %s', async (_place, definition) => {
    for (const amount of ['19.99', '0.29', '2.34', '4.35', '1070468.14', '-0.07', '19.90']) {
      const text = `{"amount": ${amount}}`;
      const { status, steps } = await play(definition, { answers: { read: [text] } });
      expect([amount, status, steps['read']?.text]).toEqual([amount, 'completed', text]);
    }
  });

  test.each(places)('19.995 is none in %s', async (_place, definition) => {
    const { attempts } = await play(definition, { answers: { read: ['{"amount": 19.995}'] } });
    expect(attempts[0]?.verdict?.feedback).toContain('/amount');
    expect(attempts[0]?.verdict?.feedback).toContain('must be multiple of 0.01');
  });
});

describe('R127, N14: a number that no double comes near is a rejection with its pointer', () => {
  test.each([
    ['output.format json', judged({ format: 'json' })],
    ['output.schema', judged({ schema: { properties: { id: { type: 'number' } } } })],
    ['the guard json', judged(undefined, { use: 'json' })],
    ['the guard json-schema', judged(undefined, { use: 'json-schema', with: { schema: true } })],
  ])('in %s', async (_place, definition) => {
    const { attempts, status } = await play(definition, { answers: { read: ['{"id": 1e400}'] } });
    expect(status).toBe('failed');
    expect(attempts[0]?.verdict?.feedback).toContain('The number 1e400 at /id is too large');
  });
});

const output = { description: 'Hands it in.', schema: z.object({ id: exactNumber, price: z.number() }) };
const step = { id: 'find', generator: { kind: 'agent', agent: 'clerk' }, guard: NOT_EMPTY };
const definition = { name: 'ticket', steps: [step] };
const call = (name: string, text: string) => ({ toolCalls: [{ name, arguments: text }] });

describe('R127, report 9: an agent', () => {
  test('gets numbers as written, and its artifact has the digits that the model wrote', async () => {
    const seen: unknown[] = [];
    const clerk = defineAgent({
      name: 'clerk',
      description: 'Finds tickets.',
      tools: {
        output,
        helpers: [
          defineTool({
            name: 'find',
            description: 'Finds.',
            input: z.object({ id: exactNumber, price: z.number() }),
            effect(given: { id: unknown; price: number }) {
              seen.push(given.id, given.price);
              return { id: given.id };
            },
            handler: (state, _input, _context, result) => ({ newState: state, toolResult: result }),
          }),
        ],
      },
    });
    const answers = {
      find: [
        call('find', '{"id": 7300000000000000001, "price": 1.10}'),
        call('output', '{"price": 1.10, "id": 7300000000000000001}'),
      ],
    };
    const played = await play(definition, { parts: [clerk], answers });
    expect(seen).toEqual([new ExactNumber('7300000000000000001'), 1.1]);
    expect(played.prompts.at(-1)?.messages.at(-1)?.content).toBe('{"id":7300000000000000001}');
    expect(played.steps['find']?.text).toBe('{"id":7300000000000000001,"price":1.10}');
  });

  test('is told of a number that its tool cannot take, and goes on', async () => {
    const clerk = defineAgent({
      name: 'clerk',
      description: 'Finds tickets.',
      tools: {
        output: { description: 'Hands it in.', schema: z.object({ id: z.union([z.int(), z.string()]) }) },
        helpers: [
          defineTool({
            name: 'find',
            description: 'Finds.',
            input: z.object({ id: z.int() }),
            handler: (state) => ({ newState: state, toolResult: 'found' }),
          }),
        ],
      },
    });
    const answers = {
      find: [
        call('find', '{"id": 7300000000000000001}'),
        call('find', '{"id": 1e400}'),
        call('output', '{"id": 7300000000000000001}'),
        call('output', '{"id": "7300000000000000001"}'),
      ],
    };
    const played = await play(definition, { parts: [clerk], answers });
    expect(played.attempts).toHaveLength(1);
    expect(played.steps['find']?.text).toBe('{"id":"7300000000000000001"}');
    const [, first, second, third] = played.prompts.map(({ messages }) => messages.at(-1)?.content);
    expect(first).toContain('The number 7300000000000000001 at /id has more digits than the schema takes.');
    expect(second).toContain('The number 1e400 at /id is too large');
    expect(third).toContain('The number 7300000000000000001 at /id has more digits than the schema takes.');
  });

  test('N14: whose answer in text holds a number that no double comes near is rejected with the pointer', async () => {
    const clerk = defineAgent({ name: 'clerk', description: 'Finds tickets.', tools: { output } });
    const answers = { find: ['{"id": 1e400, "price": 1}', '{"id": 5, "price": 2.50}'] };
    const played = await play(definition, { parts: [clerk], answers });
    expect(played.attempts[0]?.verdict?.feedback).toContain('The number 1e400 at /id is too large');
    expect(played.steps['find']?.text).toBe('{"id":5,"price":2.50}');
  });
});
