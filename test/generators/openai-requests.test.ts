/** At the wire: what is sent. */

import type { EndpointProfile } from '../../src/generators/endpoint.ts';
import type { ModelRequest } from '../../src/generators/generator.ts';
import {
  finish,
  json,
  type ModelServer,
  piece,
  startModelServer,
  stream,
  usage,
} from '../support/engine/model-server.ts';
import { API_KEY, aGenerator, aRequest, PROFILE } from './support.ts';

let server: ModelServer;
beforeAll(async () => {
  server = await startModelServer();
});
afterAll(() => server.close());

const COUNTS = { prompt_tokens: 20, completion_tokens: 4, total_tokens: 24 };
const HELLO = [piece('Hel'), piece('lo'), finish('stop'), usage(COUNTS)];

const sent = async (fields: Partial<ModelRequest>, profile: Partial<EndpointProfile> = {}, sendPlace = false) => {
  server.answerWith(stream(HELLO));
  const endpoint = { baseUrl: server.baseUrl, profile: { ...PROFILE, ...profile } };
  await aGenerator(endpoint, { sendPlace }).complete(aRequest(fields));
  return server.received[0];
};

describe('a request', () => {
  test('carries the key, the messages and a stream with usage, and nothing that was not asked for', async () => {
    const received = await sent({});
    expect(received).toMatchObject({ url: '/v1/chat/completions', headers: { authorization: `Bearer ${API_KEY}` } });
    expect(received?.body).toEqual({
      model: 'tiny',
      messages: aRequest().messages,
      max_tokens: 8_192,
      stream: true,
      stream_options: { include_usage: true },
    });
  });

  test('carries tools, and what was called and answered before', async () => {
    const parameters = { type: 'object', properties: {} };
    const toolCalls = [{ id: 'a', name: 'parse', arguments: '{}' }];
    const received = await sent({
      messages: [
        { role: 'user', content: 'Go.' },
        { role: 'assistant', content: '', toolCalls },
        { role: 'tool', content: 'parsed', toolCallId: 'a' },
        { role: 'assistant', content: 'And then?' },
      ],
      tools: [{ name: 'parse', description: 'Parses.', parameters }],
    });
    expect(received?.body).toMatchObject({
      tools: [{ type: 'function', function: { name: 'parse', description: 'Parses.', parameters } }],
      messages: [
        { role: 'user', content: 'Go.' },
        {
          role: 'assistant',
          content: null,
          tool_calls: [{ id: 'a', type: 'function', function: { name: 'parse', arguments: '{}' } }],
        },
        { role: 'tool', content: 'parsed', tool_call_id: 'a' },
        { role: 'assistant', content: 'And then?' },
      ],
    });
  });

  test('to an endpoint without a key carries none, whatever the environment holds', async () => {
    const environment = { ...process.env };
    process.env = { ...environment, OPENAI_API_KEY: 'env-key', OPENAI_ADMIN_KEY: 'env-key', OPENAI_ORG_ID: 'env-org' };
    server.answerWith(stream(HELLO));
    try {
      await aGenerator({ baseUrl: server.baseUrl }, { apiKey: '' }).complete(aRequest());
    } finally {
      process.env = environment;
    }
    expect(server.received[0]?.headers).not.toHaveProperty('authorization');
    expect(JSON.stringify(server.received[0]?.headers)).not.toMatch(/env-/);
  });

  test('carries every setting of the model by its name on the wire', async () => {
    const model = { name: 'tiny', temperature: 0, topP: 0.5, seed: 7, maxTokens: 64, stop: ['END'] };
    const expected = { model: 'tiny', temperature: 0, top_p: 0.5, seed: 7, max_tokens: 64, stop: ['END'] };
    expect((await sent({ model }))?.body).toMatchObject(expected);
  });

  test.each<[Partial<EndpointProfile>, object, readonly string[]]>([
    [{ seed: false }, {}, ['seed']],
    [{ maxTokensField: 'max_completion_tokens' }, { max_completion_tokens: 64 }, ['max_tokens']],
    [{ usage: 'always' }, {}, ['stream_options']],
    [{ usage: 'none' }, {}, ['stream_options']],
    [{ jsonSchema: 'none' }, {}, ['response_format']],
    [
      { jsonSchema: 'strict' },
      { response_format: { type: 'json_schema', json_schema: { strict: true, schema: { type: 'string' } } } },
      [],
    ],
    [
      { jsonSchema: 'soft' },
      { response_format: { type: 'json_schema', json_schema: { strict: false, schema: { type: 'string' } } } },
      [],
    ],
    [{ systemRole: 'developer' }, { messages: [{ role: 'developer' }, { role: 'user' }] }, []],
  ])('keeps to the profile %j', async (profile, expected, absent) => {
    const body = (await sent({ model: { name: 'tiny', seed: 7, maxTokens: 64 }, schema: { type: 'string' } }, profile))
      ?.body;
    expect(body).toMatchObject(expected);
    for (const field of absent) expect(body).not.toHaveProperty(field);
  });

  test('passes `extra` through, but not over what the definition sets by name', async () => {
    const extra = { top_k: 40, temperature: 2, stream: false, model: 'other' };
    const body = (await sent({ model: { name: 'tiny', temperature: 0.1, extra } }))?.body;
    expect(body).toMatchObject({ top_k: 40, temperature: 0.1, stream: true, model: 'tiny' });
  });

  test('tells its place in the run, as texts, to a simulated endpoint', async () => {
    const extra = { sim: { outputs: { greet: ['hi'] } } };
    const body = (await sent({ model: { name: 'sim:script', extra } }, {}, true))?.body;
    expect(body).toMatchObject({ model: 'sim:script', ...extra });
    expect(body?.['metadata']).toEqual({
      dsap_run: 'run_1',
      dsap_step: 'greet',
      dsap_epoch: '1',
      dsap_attempt: '2',
      dsap_n: '3',
      dsap_faults: '4',
    });
  });
});

const refusal = (param: string | null, message: string, code: string | null = 'unsupported_parameter') =>
  json(400, { error: { message, type: 'invalid_request_error', param, code } });

describe('a parameter that the model refuses', () => {
  const model = { name: 'main/tiny', temperature: 0.2, seed: 7, maxTokens: 64 };
  const useOther =
    "Unsupported parameter: 'max_tokens' is not supported with this model. Use 'max_completion_tokens' instead.";

  test.each([
    [
      'temperature',
      refusal('temperature', "Unsupported value: 'temperature' does not support 0.2", 'unsupported_value'),
    ],
    ['seed', refusal('seed', 'Unsupported parameter')],
    ['seed', refusal(null, 'property seed is not supported', null)],
  ])('(%s) is left out of a second request, and of the first one from then on', async (name, reply) => {
    server.answerWith(reply, stream(HELLO));
    const generator = aGenerator({ baseUrl: server.baseUrl });
    expect(await generator.complete(aRequest({ model }))).toMatchObject({ text: 'Hello' });
    await generator.complete(aRequest({ model }));
    expect(server.received.map(({ body }) => name in body)).toEqual([true, false, false]);
  });

  test.each([
    ['by its field', 'max_tokens'],
    ['by its message', null],
  ])('is max_tokens: the limit goes under its other name (%s)', async (_how, param) => {
    server.answerWith(refusal(param, useOther), stream(HELLO));
    await aGenerator({ baseUrl: server.baseUrl }).complete(aRequest({ model }));
    expect(server.received[1]?.body).toMatchObject({ max_completion_tokens: 64, temperature: 0.2 });
    expect(server.received[1]?.body).not.toHaveProperty('max_tokens');
  });

  test('is remembered for its own model only', async () => {
    server.answerWith(refusal('seed', 'Unsupported parameter'), stream(HELLO));
    const generator = aGenerator({ baseUrl: server.baseUrl });
    await generator.complete(aRequest({ model }));
    await generator.complete(aRequest({ model: { ...model, name: 'main/other' } }));
    expect(server.received.map(({ body }) => 'seed' in body)).toEqual([true, false, true]);
  });

  test('N8: and then another one is left out too, within the call, and nothing is paid for either', async () => {
    server.answerWith(refusal('max_tokens', useOther), refusal('temperature', 'Unsupported value'), stream(HELLO));
    const generator = aGenerator({ baseUrl: server.baseUrl });
    expect(await generator.complete(aRequest({ model }))).toMatchObject({ text: 'Hello', usage: { llmCalls: 1 } });
    expect(server.received[2]?.body).toMatchObject({ max_completion_tokens: 64, seed: 7 });
    expect(server.received[2]?.body).not.toHaveProperty('temperature');
  });

  const unknown = (name: string) => `Invalid JSON payload received. Unknown name "${name}": Cannot find field.`;
  test.each([
    ['report 6', 'seed', [{ error: { code: 400, message: unknown('seed'), status: 'INVALID_ARGUMENT' } }]],
    ['report 6', 'seed', { error: { code: 400, message: unknown('seed'), status: 'INVALID_ARGUMENT' } }],
    ['N9', 'response_format', { error: { message: 'This response_format type is unavailable now' } }],
    [
      'N9',
      'response_format',
      { error: { code: 400, message: 'failed to parse grammar', type: 'invalid_request_error' } },
    ],
    ['N9', 'response_format', { error: { message: "Invalid value for response_format: 'json_schema'." } }],
    ['N9', 'stream_options', { error: { message: 'property "stream_options" is unsupported' } }],
    ['N9', 'temperature', { error: { message: '`temperature` is deprecated for this model.' } }],
    ['N9', 'temperature', { error: { message: 'Value for temperature must be 1' } }],
    [
      'N9',
      'seed',
      { detail: [{ loc: ['body', 'seed'], msg: 'extra fields not permitted', type: 'value_error.extra' }] },
    ],
    [
      'N9',
      'top_k',
      { detail: [{ loc: ['body', 'top_k'], msg: 'Extra inputs are not permitted', type: 'extra_forbidden' }] },
    ],
    [
      'a value out of range',
      'temperature',
      { error: { message: 'temperature must be at most 2', code: 'invalid_value' } },
    ],
  ])('%s: %s is left out, in the words of %j', async (_report, name, body) => {
    server.answerWith(json(400, body), stream(HELLO));
    const extra = { top_k: 40 };
    const request = aRequest({ model: { ...model, extra }, schema: { type: 'object' } });
    expect(await aGenerator({ baseUrl: server.baseUrl }).complete(request)).toMatchObject({ text: 'Hello' });
    expect(server.received.map((one) => name in one.body)).toEqual([true, false]);
  });

  test('that was not the reason is sent again from the next call on', async () => {
    const words = json(400, { error: { message: 'The last message must stop with a question about the seed.' } });
    server.answerWith(words);
    const generator = aGenerator({ baseUrl: server.baseUrl });
    await expect(generator.complete(aRequest({ model }))).rejects.toMatchObject({ kind: 'configuration', status: 400 });
    server.answerWith(stream(HELLO));
    await generator.complete(aRequest({ model }));
    expect(server.received[0]?.body).toHaveProperty('seed');
  });

  test.each([
    ['one that was not sent', refusal('logprobs', 'Unsupported parameter')],
    ['a limit that an author wrote', refusal('max_tokens', 'max_tokens must be at most 32', 'invalid_value')],
  ])('is nothing to try again: %s', async (_what, reply) => {
    server.answerWith(reply);
    const call = aGenerator({ baseUrl: server.baseUrl }).complete(aRequest({ model }));
    await expect(call).rejects.toMatchObject({ kind: 'configuration', status: 400 });
    expect(server.received).toHaveLength(1);
  });

  test('report 4: a call goes back with the fields that nobody knows', async () => {
    const extra = { extra_content: { google: { thought_signature: 'c2ln' } }, function: { note: 1 } };
    const toolCalls = [{ id: 'c1', name: 'get', arguments: '{}', extra }];
    server.answerWith(stream(HELLO));
    await aGenerator({ baseUrl: server.baseUrl }).complete(
      aRequest({ messages: [{ role: 'assistant', content: '', toolCalls }] }),
    );
    expect(server.received[0]?.body['messages']).toEqual([
      {
        role: 'assistant',
        content: null,
        tool_calls: [
          {
            id: 'c1',
            type: 'function',
            function: { name: 'get', arguments: '{}', note: 1 },
            extra_content: { google: { thought_signature: 'c2ln' } },
          },
        ],
      },
    ]);
  });
});
