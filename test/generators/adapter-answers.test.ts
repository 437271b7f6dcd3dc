/** At the wire: Anthropic's and Google's own protocols, played by a stub and read by their adapters, of each version of the AI SDK. */

import type { ModelAnswer, ModelRequest } from '../../src/generators/generator.ts';
import type { ChatMessage } from '../../src/model/chat.ts';
import { json, type ModelServer, type Reply, startModelServer } from '../support/engine/model-server.ts';
import {
  anthropicStream,
  block,
  candidate,
  googleStream,
  MESSAGE_START,
  messageEnd,
  textBlock,
  thinkingBlock,
  toolBlock,
} from './native-wire.ts';
import { API_KEY, anAdapterGenerator, aRequest, PROFILE } from './support.ts';

let server: ModelServer;
beforeAll(async () => {
  server = await startModelServer();
});
afterAll(() => server.close());

const ANTHROPIC = ['@ai-sdk/anthropic', '@ai-sdk-6/anthropic', '@ai-sdk-5/anthropic'];
const GOOGLE = ['@ai-sdk/google', '@ai-sdk-6/google', '@ai-sdk-5/google'];
const MODELS = { anthropic: 'main/claude-sonnet-4-5', google: 'main/gemini-2.5-flash' };

function answerOf(provider: string, reply: Reply, fields: Partial<ModelRequest> = {}): Promise<ModelAnswer> {
  server.answerWith(reply);
  const price = () => ({ input: 1, cachedInput: 0.5, output: 2 });
  const name = provider.endsWith('anthropic') ? MODELS.anthropic : MODELS.google;
  const request = aRequest({ ...fields, model: { ...fields.model, name } });
  return anAdapterGenerator({ provider, baseUrl: server.baseUrl }, { price }).complete(request);
}

const sent = (index = 0) => server.received[index]?.body;

const TOOLS = [
  {
    name: 'weather',
    description: 'Weather of a city.',
    parameters: { type: 'object', properties: { city: { type: 'string' } }, required: ['city'] },
  },
];
const SCHEMA = {
  type: 'object',
  properties: { a: { type: 'number' } },
  required: ['a'],
  additionalProperties: false,
};

/** The conversation after an answer with two calls. */
function nextTurn({ text, toolCalls = [], extra, origin }: ModelAnswer): readonly ChatMessage[] {
  return [
    ...aRequest().messages,
    { role: 'assistant', content: text, toolCalls, ...(extra && { extra }), ...(origin && { origin }) },
    ...toolCalls.map(({ id }, index) => ({ role: 'tool', toolCallId: id, content: `reply ${index}` }) as const),
  ];
}

describe.each(ANTHROPIC)('Messages API by %s', (provider) => {
  const hello = [MESSAGE_START, { type: 'ping' }, ...textBlock(0, 'Hel', 'lo.'), ...messageEnd('end_turn')];

  test('a plain answer', async () => {
    const pieces: string[] = [];
    const answer = await answerOf(provider, anthropicStream(hello), {
      model: { name: '', temperature: 0.5, stop: ['END'], maxTokens: 100 },
      onProgress: ({ text }) => pieces.push(text),
    });
    expect(answer).toMatchObject({
      text: 'Hello.',
      finishReason: 'stop',
      rawFinishReason: 'end_turn',
      maxTokens: 100,
      answeredBy: 'claude-sonnet-4-5-20250929',
      // 25 in full, 100 from the cache at half the price.
      usage: { inputTokens: 125, cachedTokens: 100, outputTokens: 15, microUsd: 105, llmCalls: 1 },
      rawUsage: { input_tokens: 25, cache_read_input_tokens: 100, output_tokens: 15 },
    });
    expect(answer.usage.estimated).toBeUndefined();
    expect(answer).not.toHaveProperty('extra');
    expect(pieces).toEqual(['', 'Hel', 'Hello.']);
    expect(sent()).toMatchObject({
      model: 'claude-sonnet-4-5',
      max_tokens: 100,
      temperature: 0.5,
      stop_sequences: ['END'],
      stream: true,
      system: [{ type: 'text', text: 'Be brief.' }],
      messages: [{ role: 'user', content: [{ type: 'text', text: 'Say hello.' }] }],
    });
    expect(server.received[0]).toMatchObject({ url: '/v1/messages', headers: { 'x-api-key': API_KEY } });
    expect(server.received).toHaveLength(1);
  });

  test('an answer of a server that does not stream, with one request', async () => {
    const document = { ...MESSAGE_START.message, stop_reason: 'end_turn', content: [{ type: 'text', text: 'Hello.' }] };
    const answer = await answerOf(provider, json(200, document));
    expect(answer).toMatchObject({
      text: 'Hello.',
      finishReason: 'stop',
      usage: { inputTokens: 125, outputTokens: 1 },
    });
    expect(server.received).toHaveLength(1);
  });

  test.each([
    ['max_tokens', 'length'],
    ['refusal', 'refusal'],
    ['model_context_window_exceeded', 'length'],
    ['pause_turn', 'other'],
    ['something_new', 'other'],
  ])('llm 1.1: %s means %s', async (word, reason) => {
    const events = [MESSAGE_START, ...textBlock(0, 'Hello'), ...messageEnd(word)];
    const answer = await answerOf(provider, anthropicStream(events));
    expect(answer).toMatchObject({ text: 'Hello', finishReason: reason });
    expect(answer.rawFinishReason ?? answer.finishReason).toBe(word);
  });

  test('the reason for the end counts without the last event', async () => {
    const events = [MESSAGE_START, ...textBlock(0, 'Hello.'), ...messageEnd('end_turn').slice(0, 1)];
    const answer = await answerOf(provider, anthropicStream(events));
    expect(answer).toMatchObject({ finishReason: 'stop', usage: { inputTokens: 125, outputTokens: 15 } });
  });

  test('thoughts, two parallel calls, and the second turn that gives back both with their signatures', async () => {
    const events = [
      MESSAGE_START,
      ...thinkingBlock(0, 'Two cities.', 'c2ln'),
      ...block(1, { type: 'redacted_thinking', data: 'ZW5j' }),
      ...textBlock(2, 'I look.'),
      ...toolBlock(3, 'toolu_1', 'weather', '{"city"', ':"Bern"}'),
      ...toolBlock(4, 'toolu_2', 'weather', '{"city":"Graz","limit":12345678901234567890}'),
      ...messageEnd('tool_use'),
    ];
    const first = await answerOf(provider, anthropicStream(events), { tools: TOOLS });
    expect(first).toMatchObject({
      text: 'I look.',
      finishReason: 'tool_calls',
      toolCalls: [
        { id: 'toolu_1', name: 'weather', arguments: '{"city":"Bern"}' },
        { id: 'toolu_2', name: 'weather', arguments: '{"city":"Graz","limit":12345678901234567890}' },
      ],
    });
    expect(sent()).toMatchObject({ tools: [{ name: 'weather', input_schema: TOOLS[0]?.parameters }] });
    // The turn is stored as JSON in between.
    const stored: ModelAnswer = JSON.parse(JSON.stringify(first));
    await answerOf(provider, anthropicStream(hello), { tools: TOOLS, messages: nextTurn(stored) });
    expect(sent()?.['messages']).toEqual([
      { role: 'user', content: [{ type: 'text', text: 'Say hello.' }] },
      {
        role: 'assistant',
        content: [
          { type: 'thinking', thinking: 'Two cities.', signature: 'c2ln' },
          { type: 'redacted_thinking', data: 'ZW5j' },
          { type: 'text', text: 'I look.' },
          { type: 'tool_use', id: 'toolu_1', name: 'weather', input: { city: 'Bern' } },
          // The stub reads doubles.
          { type: 'tool_use', id: 'toolu_2', name: 'weather', input: { city: 'Graz', limit: 12345678901234567000 } },
        ],
      },
      {
        role: 'user',
        content: [
          { type: 'tool_result', tool_use_id: 'toolu_1', content: 'reply 0' },
          { type: 'tool_result', tool_use_id: 'toolu_2', content: 'reply 1', cache_control: { type: 'ephemeral' } },
        ],
      },
    ]);
  });

  test('structured output', async () => {
    const asText = [MESSAGE_START, ...textBlock(0, '{"a":', '1}'), ...messageEnd('end_turn')];
    const byTool = [MESSAGE_START, ...toolBlock(0, 'toolu_1', 'json', '{"a":', '1}'), ...messageEnd('tool_use')];
    const reply: Reply = (response, received) =>
      anthropicStream('tools' in received.body ? byTool : asText)(response, received);
    const answer = await answerOf(provider, reply, { schema: SCHEMA });
    expect(answer).toMatchObject({ text: '{"a":1}', finishReason: 'stop' });
    expect(answer).not.toHaveProperty('toolCalls');
    expect(JSON.stringify(sent())).toContain('"properties":{"a":{"type":"number"}}');
  });

  test.each([
    ['as fields', { thinking: { type: 'enabled', budgetTokens: 2_000 } }],
    ['under the name of the provider', { anthropic: { thinking: { type: 'enabled', budgetTokens: 2_000 } } }],
  ])('extra becomes provider options, %s', async (_how, extra) => {
    await answerOf(provider, anthropicStream(hello), { model: { name: '', extra } });
    expect(sent()).toMatchObject({ thinking: { type: 'enabled', budget_tokens: 2_000 } });
  });
});

describe.each(GOOGLE)('Gemini API by %s', (provider) => {
  const hello = [candidate([{ text: 'Hel' }]), candidate([{ text: 'lo.' }], 'STOP')];

  test('a plain answer', async () => {
    const answer = await answerOf(provider, googleStream(hello), { model: { name: '', seed: 7, topP: 0.9 } });
    expect(answer).toMatchObject({
      text: 'Hello.',
      finishReason: 'stop',
      maxTokens: 8_192,
      answeredBy: 'gemini-2.5-flash',
      // 32 and half of 8 in, 10 and 22 thoughts out.
      usage: { inputTokens: 40, cachedTokens: 8, outputTokens: 32, microUsd: 100, llmCalls: 1 },
      rawUsage: { promptTokenCount: 40, thoughtsTokenCount: 22 },
    });
    expect(sent()).toMatchObject({
      generationConfig: { maxOutputTokens: 8_192, seed: 7, topP: 0.9 },
      systemInstruction: { parts: [{ text: 'Be brief.' }] },
      contents: [{ role: 'user', parts: [{ text: 'Say hello.' }] }],
    });
    expect(server.received[0]).toMatchObject({
      url: '/v1/models/gemini-2.5-flash:streamGenerateContent?alt=sse',
      headers: { 'x-goog-api-key': API_KEY },
    });
    expect(server.received).toHaveLength(1);
  });

  test('an answer of a server that does not stream, with one request', async () => {
    const answer = await answerOf(provider, json(200, candidate([{ text: 'Hello.' }], 'STOP')));
    expect(answer).toMatchObject({
      text: 'Hello.',
      finishReason: 'stop',
      usage: { inputTokens: 40, outputTokens: 32 },
    });
    expect(server.received).toHaveLength(1);
  });

  test.each([
    ['MAX_TOKENS', 'length'],
    ['SAFETY', 'content_filter'],
    ['RECITATION', 'content_filter'],
    ['SOMETHING_NEW', 'other'],
  ])('llm 1.1: %s means %s', async (word, reason) => {
    const answer = await answerOf(provider, googleStream([candidate([{ text: 'Hello' }]), candidate([], word)]));
    expect(answer).toMatchObject({ text: 'Hello', finishReason: reason, rawFinishReason: word });
  });

  test('llm 1.7: a refused prompt is a content failure with the name of the filter', async () => {
    const refused = {
      promptFeedback: { blockReason: 'PROHIBITED_CONTENT' },
      usageMetadata: { promptTokenCount: 40, totalTokenCount: 40 },
    };
    const answer = await answerOf(provider, googleStream([refused]));
    expect(answer).toMatchObject({ text: '', finishReason: 'prompt_filter', rawFinishReason: 'PROHIBITED_CONTENT' });
  });

  test('thoughts, two parallel calls, and the second turn that gives back their signatures', async () => {
    const chunks = [
      candidate([{ text: 'Two ', thought: true }]),
      candidate([{ text: 'cities.', thought: true }]),
      candidate([{ text: 'I look.' }]),
      candidate([{ functionCall: { name: 'weather', args: { city: 'Bern' } }, thoughtSignature: 'c2lnMQ==' }]),
      candidate([{ functionCall: { name: 'weather', args: { city: 'Graz' } } }]),
      candidate([], 'STOP'),
    ];
    const first = await answerOf(provider, googleStream(chunks), { tools: TOOLS });
    expect(first).toMatchObject({
      text: 'I look.',
      toolCalls: [
        { name: 'weather', arguments: '{"city":"Bern"}' },
        { name: 'weather', arguments: '{"city":"Graz"}' },
      ],
    });
    const stored: ModelAnswer = JSON.parse(JSON.stringify(first));
    await answerOf(provider, googleStream(hello), { tools: TOOLS, messages: nextTurn(stored) });
    expect(sent()?.['contents']).toMatchObject([
      { role: 'user' },
      {
        role: 'model',
        parts: [
          { text: 'Two cities.', thought: true },
          { text: 'I look.' },
          { functionCall: { name: 'weather', args: { city: 'Bern' } }, thoughtSignature: 'c2lnMQ==' },
          { functionCall: { name: 'weather', args: { city: 'Graz' } } },
        ],
      },
      {
        role: 'user',
        parts: [
          { functionResponse: { name: 'weather', response: { content: 'reply 0' } } },
          { functionResponse: { name: 'weather', response: { content: 'reply 1' } } },
        ],
      },
    ]);
  });

  test('a signature of the text goes back with it', async () => {
    const chunks = [candidate([{ text: 'Hello.' }]), candidate([{ text: '', thoughtSignature: 'c2ln' }], 'STOP')];
    const first = await answerOf(provider, googleStream(chunks));
    await answerOf(provider, googleStream(hello), {
      messages: [...nextTurn(first), { role: 'user', content: 'Go on.' }],
    });
    expect(JSON.stringify(sent())).toContain('"thoughtSignature":"c2ln"');
  });

  test('structured output', async () => {
    const answer = await answerOf(provider, googleStream([candidate([{ text: '{"a":1}' }], 'STOP')]), {
      schema: SCHEMA,
    });
    expect(answer).toMatchObject({ text: '{"a":1}', finishReason: 'stop' });
    expect(sent()).toMatchObject({ generationConfig: { responseMimeType: 'application/json' } });
    expect(JSON.stringify(sent())).toContain('"properties":{"a":{"type":"number"}}');
  });

  test('extra becomes provider options', async () => {
    const extra = { thinkingConfig: { thinkingBudget: 100, includeThoughts: true } };
    await answerOf(provider, googleStream(hello), { model: { name: '', extra } });
    expect(sent()).toMatchObject({
      generationConfig: { thinkingConfig: { thinkingBudget: 100, includeThoughts: true } },
    });
  });
});

describe("llm 1.6: the marks of Anthropic's cache", () => {
  const hello = anthropicStream([MESSAGE_START, ...textBlock(0, 'Hello.'), ...messageEnd('end_turn')]);
  const MARK = { type: 'ephemeral' };

  test('stand where a retry parts from the first prompt', async () => {
    const prompt = (content: string, constant: number) =>
      ({
        messages: [
          { role: 'system', content: 'Be brief.' },
          { role: 'user', content },
        ],
        constant,
      }) as const;
    await answerOf('@ai-sdk/anthropic', hello, prompt('# Task\n\nSay hello.', 18));
    expect(sent()?.['messages']).toEqual([
      { role: 'user', content: [{ type: 'text', text: '# Task\n\nSay hello.', cache_control: MARK }] },
    ]);
    await answerOf('@ai-sdk/anthropic', hello, prompt('# Task\n\nSay hello.\n\n# Rejected attempts\n\nToo short.', 18));
    expect(sent()?.['messages']).toEqual([
      {
        role: 'user',
        content: [
          { type: 'text', text: '# Task\n\nSay hello.', cache_control: MARK },
          { type: 'text', text: '\n\n# Rejected attempts\n\nToo short.' },
        ],
      },
    ]);
  });

  test("stand at the end of an agent's conversation", async () => {
    const call = { id: 'toolu_1', name: 'weather', arguments: '{}' };
    const messages: ChatMessage[] = [
      ...aRequest().messages,
      { role: 'assistant', content: '', toolCalls: [call] },
      { role: 'tool', toolCallId: 'toolu_1', content: 'sunny' },
    ];
    await answerOf('@ai-sdk/anthropic', hello, { messages, tools: TOOLS });
    const marks = JSON.stringify(sent()).match(/cache_control/g);
    expect(marks).toHaveLength(1);
    expect(sent()).toMatchObject({ messages: [{}, {}, { content: [{ type: 'tool_result', cache_control: MARK }] }] });
  });

  test.each([
    ['the author decides the order', { constant: 0 }],
    ['nobody knows', {}],
  ])('are left out where %s', async (_when, fields) => {
    await answerOf('@ai-sdk/anthropic', hello, fields);
    expect(JSON.stringify(sent())).not.toContain('cache_control');
  });

  test('are left out once a server has refused them', async () => {
    const message = 'messages.0.content.0.cache_control: Extra inputs are not permitted';
    const no = json(400, { type: 'error', error: { type: 'invalid_request_error', message } });
    server.answerWith(no, hello);
    const generator = anAdapterGenerator({ provider: '@ai-sdk/anthropic', baseUrl: server.baseUrl });
    await expect(generator.complete(aRequest({ constant: 5 }))).resolves.toMatchObject({ text: 'Hello.' });
    expect(server.received.map(({ body }) => JSON.stringify(body).includes('cache_control'))).toEqual([true, false]);
  });

  test('are nothing to Google', async () => {
    await answerOf('@ai-sdk/google', googleStream([candidate([{ text: 'Hello.' }], 'STOP')]), { constant: 5 });
    expect(sent()).toMatchObject({ contents: [{ role: 'user', parts: [{ text: 'Say hello.' }] }] });
    expect(JSON.stringify(sent())).not.toMatch(/cache/i);
  });
});

test('llm 1.3: a refused system role puts the text before the first user message', async () => {
  const message = 'Developer instruction is not enabled for models/gemma-x';
  const no = json(400, { error: { code: 400, message, status: 'INVALID_ARGUMENT' } });
  server.answerWith(no, googleStream([candidate([{ text: 'Hello.' }], 'STOP')]));
  const generator = anAdapterGenerator({ provider: '@ai-sdk/google', baseUrl: server.baseUrl });
  await expect(generator.complete(aRequest())).resolves.toMatchObject({ text: 'Hello.' });
  expect(server.received[0]?.body).toHaveProperty('systemInstruction');
  expect(server.received[1]?.body).not.toHaveProperty('systemInstruction');
  expect(sent(1)).toMatchObject({ contents: [{ role: 'user', parts: [{ text: 'Be brief.\n\nSay hello.' }] }] });
});

describe('thoughts and signatures', () => {
  const events = [
    MESSAGE_START,
    ...thinkingBlock(0, 'Hm.', 'c2ln'),
    ...textBlock(1, 'Hello.'),
    ...messageEnd('end_turn'),
  ];
  const goOn = (answer: ModelAnswer) => [...nextTurn(answer), { role: 'user', content: 'Go on.' } as const];
  const ask = (name: string, messages: readonly ChatMessage[], profile: Partial<typeof PROFILE> = {}) => {
    server.answerWith(anthropicStream(events));
    const endpoint = { provider: '@ai-sdk/anthropic', baseUrl: server.baseUrl, profile: { ...PROFILE, ...profile } };
    return anAdapterGenerator(endpoint).complete(aRequest({ model: { name }, messages }));
  };

  test('go to the model that sent them alone', async () => {
    const answer = await ask('main/claude-sonnet-4-5', aRequest().messages);
    expect(answer.origin).toBe('main/claude-sonnet-4-5');
    await ask('main/claude-sonnet-4-5', goOn(answer));
    expect(JSON.stringify(sent())).toContain('"signature":"c2ln"');
    await ask('main/claude-opus-4-5', goOn(answer));
    expect(JSON.stringify(sent())).not.toContain('c2ln');
    expect(sent()).toMatchObject({ messages: [{}, { content: [{ type: 'text', text: 'Hello.' }] }, {}] });
  });

  test('stay behind where the profile says reasoning: drop', async () => {
    const answer = await ask('main/claude-sonnet-4-5', aRequest().messages);
    await ask('main/claude-sonnet-4-5', goOn(answer), { reasoning: 'drop' });
    expect(JSON.stringify(sent())).not.toContain('c2ln');
  });
});

describe('what a model wrote that no provider takes back', () => {
  test.each([
    ['{"city": ', { invalid_json: '{"city": ' }],
    ['["Bern"]', { value: ['Bern'] }],
    ['', {}],
  ])('arguments %j go back as an object', async (written, input) => {
    const messages: ChatMessage[] = [
      ...aRequest().messages,
      { role: 'assistant', content: '', toolCalls: [{ id: 'toolu_1', name: 'weather', arguments: written }] },
      { role: 'tool', toolCallId: 'toolu_1', content: 'These are no arguments.' },
    ];
    await answerOf(
      '@ai-sdk/anthropic',
      anthropicStream([MESSAGE_START, ...textBlock(0, 'Oh.'), ...messageEnd('end_turn')]),
      {
        messages,
        tools: TOOLS,
      },
    );
    expect(sent()).toMatchObject({
      messages: [{}, { role: 'assistant', content: [{ type: 'tool_use', input }] }, { role: 'user' }],
    });
  });
});
