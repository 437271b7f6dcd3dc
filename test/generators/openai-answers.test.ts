/** At the wire: what is sent, and what becomes of the answers that servers give. */

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
const document = (choice: object) => ({ object: 'chat.completion', model: 'tiny-1', choices: [choice], usage: COUNTS });
const delta = (fields: object) => ({ choices: [{ index: 0, delta: fields }] });

async function completeWith(events: readonly unknown[], fields: Partial<ModelRequest> = {}) {
  server.answerWith(stream(events));
  return aGenerator({ baseUrl: server.baseUrl }).complete(aRequest(fields));
}

describe('an answer', () => {
  test('is its text, how it ended, who gave it and what it used', async () => {
    expect(await completeWith(HELLO)).toEqual({
      text: 'Hello',
      finishReason: 'stop',
      maxTokens: 8_192,
      model: 'tiny-1',
      usage: { inputTokens: 20, cachedTokens: 0, outputTokens: 4, microUsd: null, llmCalls: 1 },
      rawUsage: COUNTS,
    });
    expect(server.received).toHaveLength(1);
  });

  test('is reported as it arrives', async () => {
    const seen: string[] = [];
    await completeWith(HELLO, { onProgress: ({ text }) => void seen.push(text) });
    expect(seen).toEqual(['', 'Hel', 'Hello']);
  });

  test.each([
    ['length', 'length'],
    ['content_filter', 'content_filter'],
    ['tool_calls', 'tool_calls'],
    ['function_call', 'tool_calls'],
    ['eos', 'stop'],
  ])('R32: finish_reason %s is content that ended by %s, not an error', async (told, finishReason) => {
    expect(await completeWith([piece('some'), finish(told), usage(COUNTS)])).toMatchObject({
      text: 'some',
      finishReason,
    });
  });

  test('that refuses keeps the words of the refusal', async () => {
    const answer = await completeWith([
      delta({ refusal: 'I cannot ' }),
      delta({ refusal: 'do that.' }),
      finish('stop'),
    ]);
    expect(answer).toMatchObject({ text: '', finishReason: 'refusal', refusal: 'I cannot do that.' });
  });

  test('of nothing but a tool call ended by it, whatever the server says', async () => {
    const tool = delta({ tool_calls: [{ index: 0, id: 7, function: 'garbage' }] });
    expect(await completeWith([tool, finish('stop'), usage(COUNTS)])).toMatchObject({
      text: '',
      finishReason: 'tool_calls',
    });
  });

  test('that calls tools has them whole, in order, and with ids', async () => {
    const call = (index: number, fields: object) => delta({ tool_calls: [{ index, ...fields }] });
    const answer = await completeWith([
      delta({ content: 'First ' }),
      call(0, { id: 'a', type: 'function', function: { name: 'parse', arguments: '' } }),
      call(1, { function: { name: 'query', arguments: '{"fie' } }),
      call(0, { function: { arguments: '{}' } }),
      call(1, { function: { arguments: 'ld":1}' } }),
      finish('tool_calls'),
    ]);
    expect(answer).toMatchObject({ text: 'First ', finishReason: 'tool_calls' });
    expect(answer.toolCalls).toEqual([
      { id: 'a', name: 'parse', arguments: '{}' },
      { id: 'call_1', name: 'query', arguments: '{"field":1}' },
    ]);
    expect(answer.usage.outputTokens).toBeGreaterThan(5);
  });

  test('that calls tools at once, without indexes and with objects for arguments, is read alike', async () => {
    const tool_calls = [
      { function: { name: 'a', arguments: { x: 1 } } },
      { function: { name: 'b' } },
      { id: 'z', function: { name: 'c', arguments: '{}' } },
      { id: 'z', function: { name: 'd', arguments: '{}' } },
    ];
    const answer = await completeWith([delta({ tool_calls }), finish('stop')]);
    expect(answer).toMatchObject({ finishReason: 'tool_calls' });
    expect(answer.toolCalls).toEqual([
      { id: 'call_0', name: 'a', arguments: '{"x":1}' },
      { id: 'call_1', name: 'b', arguments: '' },
      { id: 'z', name: 'c', arguments: '{}' },
      { id: 'call_3z', name: 'd', arguments: '{}' },
    ]);
  });

  test('that is empty is an answer', async () => {
    expect(await completeWith([finish('stop'), usage(COUNTS)])).toMatchObject({ text: '', finishReason: 'stop' });
  });

  test.each([
    ['a text', document({ index: 0, message: { role: 'assistant', content: 'Hello' }, finish_reason: 'stop' })],
    [
      'parts',
      document({
        message: {
          content: [
            { type: 'text', text: 'Hel' },
            { type: 'text', text: 'lo' },
          ],
        },
      }),
    ],
  ])('of a server that does not stream is read from one document (%s)', async (_form, body) => {
    server.answerWith((response) => {
      response.writeHead(200, { 'content-type': 'application/json' });
      response.end(JSON.stringify(body, null, 2));
    });
    const answer = await aGenerator({ baseUrl: server.baseUrl }).complete(aRequest());
    expect(answer).toMatchObject({ text: 'Hello', finishReason: 'stop', usage: { inputTokens: 20, outputTokens: 4 } });
  });

  test('counts only its first choice', async () => {
    const other = { choices: [{ index: 1, delta: { content: 'other' } }] };
    expect(await completeWith([piece('one'), other, finish('stop')])).toMatchObject({ text: 'one' });
  });

  test('keeps characters that chunks cut in two', async () => {
    const bytes = Buffer.from(
      `data: ${JSON.stringify(piece('naïve 😀'))}\n\ndata: ${JSON.stringify(finish('stop'))}\n\n`,
    );
    const at = bytes.indexOf(0xf0) + 2;
    server.answerWith((response) => {
      response.writeHead(200, { 'content-type': 'text/event-stream' });
      response.write(bytes.subarray(0, at), () => setImmediate(() => response.end(bytes.subarray(at))));
    });
    expect(await aGenerator({ baseUrl: server.baseUrl }).complete(aRequest())).toMatchObject({ text: 'naïve 😀' });
  });

  test.each(['reset', 'open'] as const)('that has ended is kept when its stream does not (%s)', async (end) => {
    server.answerWith(stream([piece('Hello'), finish('stop')], end));
    const answer = await aGenerator({ baseUrl: server.baseUrl }).complete(aRequest());
    expect(answer).toMatchObject({ text: 'Hello', finishReason: 'stop' });
    expect(answer.usage.outputTokens).toBeGreaterThan(0);
  });

  test('whose model thinks for longer than the idle time comes, because thoughts are signs of life', async () => {
    server.answerWith((response) => {
      response.writeHead(200, { 'content-type': 'text/event-stream' });
      let thoughts = 0;
      const timer = setInterval(() => {
        thoughts += 1;
        const event = thoughts < 8 ? delta({ reasoning_content: 'hm' }) : piece('Hello');
        response.write(`data: ${JSON.stringify(event)}\n\n`);
        if (thoughts === 8) response.end(`data: ${JSON.stringify(finish('stop'))}\n\n`);
      }, 40);
      response.once('close', () => clearInterval(timer));
    });
    const generator = aGenerator({ baseUrl: server.baseUrl }, { idleTimeoutMs: 200 });
    expect(await generator.complete(aRequest())).toMatchObject({ text: 'Hello' });
  });
});

const told = async (fields: Readonly<Record<string, unknown>>, price?: { input: number; output: number }) => {
  server.answerWith(stream([piece('Hello there'), finish('stop'), usage(fields)]));
  const answer = await aGenerator({ baseUrl: server.baseUrl }, { price: () => price }).complete(aRequest());
  return answer.usage;
};

describe('usage (llm 1.6)', () => {
  test.each([
    [
      'cached tokens',
      { ...COUNTS, prompt_tokens_details: { cached_tokens: 16 } },
      { cachedTokens: 16, inputTokens: 20 },
    ],
    ['more cached than there are', { ...COUNTS, prompt_tokens_details: { cached_tokens: 99 } }, { cachedTokens: 0 }],
    [
      'reasoning within the completion',
      { ...COUNTS, completion_tokens_details: { reasoning_tokens: 3 } },
      { outputTokens: 4 },
    ],
    [
      'reasoning on top',
      {
        prompt_tokens: 20,
        completion_tokens: 4,
        total_tokens: 54,
        completion_tokens_details: { reasoning_tokens: 30 },
      },
      { outputTokens: 34 },
    ],
    ['a cost', { ...COUNTS, cost: 0.000_123_4 }, { microUsd: 123 }],
    ['a negative cost', { ...COUNTS, cost: -1 }, { microUsd: 60 }],
    ['no cost', COUNTS, { microUsd: 60 }],
  ])('with %s', async (_what, fields, expected) => {
    expect(await told(fields, { input: 2, output: 5 })).toMatchObject(expected);
  });

  test.each([
    ['is missing', {}],
    ['is negative', { prompt_tokens: -5, completion_tokens: 4, cost: 7 }],
    ['is no number', { prompt_tokens: '20', completion_tokens: 4 }],
    ['is a fraction', { prompt_tokens: 20.5, completion_tokens: 4 }],
    ['is absurd', { prompt_tokens: 20, completion_tokens: 1e15 }],
    ['is nothing for some text', { prompt_tokens: 20, completion_tokens: 0 }],
  ])('that %s is counted here', async (_how, fields) => {
    // 3 words and a stop in each message, 4 more for each, 3 for the reply.
    expect(await told(fields)).toEqual({
      inputTokens: 17,
      cachedTokens: 0,
      outputTokens: 2,
      microUsd: null,
      llmCalls: 1,
      estimated: true,
    });
  });
});

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
      await aGenerator({ baseUrl: server.baseUrl, apiKey: '' }).complete(aRequest());
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

  test('and then another one: worth another try, which leaves out both', async () => {
    server.answerWith(refusal('max_tokens', useOther), refusal('temperature', 'Unsupported value'), stream(HELLO));
    const generator = aGenerator({ baseUrl: server.baseUrl });
    await expect(generator.complete(aRequest({ model }))).rejects.toMatchObject({ kind: 'transport' });
    expect(server.received).toHaveLength(2);
    expect(await generator.complete(aRequest({ model }))).toMatchObject({ text: 'Hello' });
    expect(server.received[2]?.body).toMatchObject({ max_completion_tokens: 64, seed: 7 });
  });

  test.each([
    ['one that was not sent', refusal('logprobs', 'Unsupported parameter')],
    ['a value out of range', refusal('temperature', 'temperature must be at most 2', 'invalid_value')],
  ])('is nothing to try again: %s', async (_what, reply) => {
    server.answerWith(reply);
    const call = aGenerator({ baseUrl: server.baseUrl }).complete(aRequest({ model }));
    await expect(call).rejects.toMatchObject({ kind: 'configuration', status: 400 });
    expect(server.received).toHaveLength(1);
  });
});
