/** At the wire: models that refuse the role of the system text (report 12). */
import type { EndpointProfile } from '../../src/generators/endpoint.ts';
import type { ChatMessage } from '../../src/model/chat.ts';
import { finish, json, type ModelServer, piece, startModelServer, stream } from '../support/engine/model-server.ts';
import { aGenerator, aRequest, failureOf, PROFILE } from './support.ts';

let server: ModelServer;
beforeAll(async () => {
  server = await startModelServer();
});
afterAll(() => server.close());

const HELLO = stream([piece('Hello'), finish('stop')]);
const generatorWith = (profile: Partial<EndpointProfile> = {}) =>
  aGenerator({ baseUrl: server.baseUrl, profile: { ...PROFILE, ...profile } });
const sent = () => server.received.map(({ body }) => body['messages']);
const AS_USER = [{ role: 'user', content: 'Be brief.\n\nSay hello.' }];

test('report 12: with systemRole user the text stands before the first user message', async () => {
  server.answerWith(HELLO);
  await generatorWith({ systemRole: 'user' }).complete(aRequest());
  expect(sent()).toEqual([AS_USER]);
});

test.each([
  [
    'vLLM with Gemma',
    json(400, {
      object: 'error',
      message: 'System role not supported',
      type: 'BadRequestError',
      param: null,
      code: 400,
    }),
  ],
  [
    'a template of Mistral',
    json(400, {
      object: 'error',
      message: 'Conversation roles must alternate user/assistant/user/assistant/...',
      code: 400,
    }),
  ],
  [
    'llama.cpp',
    json(500, { error: { code: 500, message: 'Jinja Exception: System role not supported', type: 'server_error' } }),
  ],
  [
    'Gemini with Gemma',
    json(400, [
      {
        error: {
          code: 400,
          message: 'Developer instruction is not enabled for models/gemma-3-27b-it',
          status: 'INVALID_ARGUMENT',
        },
      },
    ]),
  ],
  [
    'OpenAI',
    json(400, {
      error: {
        message: "Unsupported value: 'messages[0].role' does not support 'system' with this model.",
        type: 'invalid_request_error',
        param: 'messages[0].role',
        code: 'unsupported_value',
      },
    }),
  ],
  [
    'Pydantic',
    json(422, {
      detail: [
        { type: 'literal_error', loc: ['body', 'messages', 0, 'role'], msg: "Input should be 'user' or 'assistant'" },
      ],
    }),
  ],
  ['another template', json(400, { error: { message: 'Only user and assistant roles are supported!' } })],
  ['plain words', json(400, { error: { message: 'This model does not support system prompts.' } })],
])('report 12: a refusal of the role is learned (%s)', async (_, refused) => {
  server.answerWith(refused, HELLO);
  const generator = generatorWith();
  expect(await generator.complete(aRequest())).toMatchObject({ text: 'Hello', usage: { llmCalls: 1 } });
  await generator.complete(aRequest());
  expect(sent()).toEqual([aRequest().messages, AS_USER, AS_USER]);
});

test('report 12: a model that refuses developer is sent system, then user', async () => {
  const unknown = (role: string) =>
    json(422, { error: { message: `messages[0]: unknown variant \`${role}\`, expected one of \`user\`` } });
  server.answerWith(unknown('developer'), unknown('system'), HELLO);
  await generatorWith({ systemRole: 'developer' }).complete(aRequest());
  expect(sent()).toMatchObject([[{ role: 'developer' }, {}], [{ role: 'system' }, {}], AS_USER]);
});

test('report 12: it is learned for its own model', async () => {
  server.answerWith(json(400, { error: { message: 'System role not supported' } }), HELLO);
  const generator = generatorWith();
  await generator.complete(aRequest());
  await generator.complete(aRequest({ model: { name: 'main/other' } }));
  expect(sent()[2]).toEqual(aRequest().messages);
});

test.each<[string, readonly ChatMessage[], readonly object[]]>([
  [
    'user messages that follow each other are one',
    [
      { role: 'system', content: 'Be brief.' },
      { role: 'user', content: 'A' },
      { role: 'assistant', content: 'B' },
      { role: 'user', content: 'C' },
      { role: 'user', content: 'D' },
    ],
    [
      { role: 'user', content: 'Be brief.\n\nA' },
      { role: 'assistant', content: 'B' },
      { role: 'user', content: 'C\n\nD' },
    ],
  ],
  [
    'a system text alone is a user message',
    [{ role: 'system', content: 'Be brief.' }],
    [{ role: 'user', content: 'Be brief.' }],
  ],
  ['without a system text nothing is put before', [{ role: 'user', content: 'A' }], [{ role: 'user', content: 'A' }]],
  [
    'replies of tools stay apart',
    [
      { role: 'system', content: 'S' },
      { role: 'user', content: 'A' },
      { role: 'assistant', content: '', toolCalls: [{ id: 'c', name: 'get', arguments: '{}' }] },
      { role: 'tool', content: 'T', toolCallId: 'c' },
      { role: 'user', content: 'B' },
    ],
    [
      { role: 'user', content: 'S\n\nA' },
      { role: 'assistant' },
      { role: 'tool', content: 'T' },
      { role: 'user', content: 'B' },
    ],
  ],
])('report 12: %s', async (_, messages, expected) => {
  server.answerWith(HELLO);
  await generatorWith({ systemRole: 'user' }).complete(aRequest({ messages }));
  expect(sent()[0]).toMatchObject(expected);
});

test.each([
  ['the system text is not what it is about', aRequest().messages, 'The messages are not valid.'],
  ['there was no system text', [{ role: 'user' as const, content: 'A' }], 'System role not supported'],
])('report 12: nothing is tried again where %s', async (_, messages, message) => {
  server.answerWith(json(400, { error: { message } }));
  await failureOf(generatorWith().complete(aRequest({ messages })));
  expect(server.received).toHaveLength(1);
});

test('report 12: refused as a user message too, it is told', async () => {
  server.answerWith(json(400, { error: { message: 'System role not supported' } }));
  expect((await failureOf(generatorWith().complete(aRequest()))).message).toContain('System role not supported');
  expect(server.received).toHaveLength(2);
});
