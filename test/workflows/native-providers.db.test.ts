// A real PostgreSQL and stubs that speak Anthropic's and Google's own protocols: tools, thoughts and structured output through the service.
import { z } from 'zod';
import { defineAgent, defineTool } from '../../src/index.ts';
import {
  anthropicStream,
  candidate,
  googleStream,
  MESSAGE_START,
  messageEnd,
  textBlock,
  thinkingBlock,
  toolBlock,
} from '../generators/native-wire.ts';
import { PROFILE } from '../generators/support.ts';
import { partsOf } from '../support/engine/agents.ts';
import { type LocalEngine, startInProcess } from '../support/engine/in-process.ts';
import { json, type ModelServer, type Reply, startModelServer } from '../support/engine/model-server.ts';

const weather = defineAgent({
  name: 'weather',
  description: 'Tells the weather.',
  prompts: { system: 'Use the tools.', user: 'Bern and Graz?' },
  tools: {
    output: { description: 'Hands in.', schema: z.object({ report: z.string().min(1) }) },
    helpers: [
      defineTool({
        name: 'get_weather',
        description: 'Weather of a city. PERSISTENCE: cities at EXECUTION level.',
        input: z.object({ city: z.string() }),
        handler: (state: { execution: object; attempt: object }, { city }) => ({
          newState: { execution: { ...state.execution, [city]: 1 }, attempt: state.attempt },
          toolResult: `sunny in ${city}`,
        }),
      }),
    ],
  },
});

let server: ModelServer;
let engine: LocalEngine;
beforeAll(async () => {
  server = await startModelServer();
  const endpoint = {
    baseUrl: server.baseUrl,
    apiKeys: [{ variable: 'STUB_KEY', value: 'key-0123456789' }],
    profile: { ...PROFILE, reasoning: 'echo' },
  } as const;
  engine = await startInProcess({
    parts: partsOf({ agents: [weather] }),
    models: {
      endpoints: [
        { ...endpoint, name: 'claude', provider: '@ai-sdk/anthropic' },
        { ...endpoint, name: 'gemini', provider: '@ai-sdk/google' },
        { ...endpoint, name: 'gone', provider: '@ai-sdk/gone' },
      ],
      defaultModel: undefined,
      timeouts: { timeoutMs: 60_000, idleTimeoutMs: 60_000 },
    },
  });
});
afterAll(async () => {
  await engine?.stop();
  await server?.close();
});

const SCHEMA = {
  type: 'object',
  properties: { sunny: { type: 'boolean' } },
  required: ['sunny'],
  additionalProperties: false,
};

/** An agent with thoughts and two calls in parallel, then a step whose answer is rejected once. */
async function play(model: string, replies: readonly Reply[], extra: object = {}) {
  server.answerWith(...replies);
  const id = await engine.start({
    name: 'weather',
    model: { name: model, extra },
    steps: [
      { id: 'ask', generator: { kind: 'agent', agent: 'weather' }, guard: { use: 'not-empty' } },
      {
        id: 'say',
        requires: ['ask'],
        generator: { kind: 'llm', prompt: 'Is it sunny? {artifact.ask}', output: { format: 'json', schema: SCHEMA } },
        guard: { use: 'json' },
      },
    ],
  });
  const state = await engine.until(id, ({ life }) => life.status !== 'running');
  const { rows } = await engine.store.attempts.list(id, {}, { limit: 10 });
  return { id, state, attempts: rows, bodies: server.received.map(({ body }) => body) };
}

test("a definition with tools, thoughts and structured output runs on Anthropic's own protocol", async () => {
  const { state, attempts, bodies } = await play(
    'claude/claude-sonnet-4-5',
    [
      anthropicStream([
        MESSAGE_START,
        ...thinkingBlock(0, 'Two cities.', 'c2ln'),
        ...toolBlock(1, 'toolu_1', 'get_weather', '{"city":"Bern"}'),
        ...toolBlock(2, 'toolu_2', 'get_weather', '{"city":"Graz"}'),
        ...messageEnd('tool_use'),
      ]),
      anthropicStream([
        MESSAGE_START,
        ...toolBlock(0, 'toolu_3', 'output', '{"report":"sunny"}'),
        ...messageEnd('tool_use'),
      ]),
      anthropicStream([MESSAGE_START, ...textBlock(0, '{"rainy":1}'), ...messageEnd('end_turn')]),
      json(529, { type: 'error', error: { type: 'overloaded_error', message: 'Overloaded' } }),
      anthropicStream([MESSAGE_START, ...textBlock(0, '{"sunny":true}'), ...messageEnd('end_turn')]),
    ],
    { thinking: { type: 'enabled', budgetTokens: 2_000 } },
  );
  expect(state.life.status).toBe('completed');
  expect(bodies[0]).toMatchObject({ thinking: { type: 'enabled' }, tools: [{}, {}] });
  expect(bodies[1]).toMatchObject({
    messages: [
      { role: 'user' },
      {
        role: 'assistant',
        content: [
          { type: 'thinking', thinking: 'Two cities.', signature: 'c2ln' },
          { type: 'tool_use', id: 'toolu_1', input: { city: 'Bern' } },
          { type: 'tool_use', id: 'toolu_2', input: { city: 'Graz' } },
        ],
      },
      {
        role: 'user',
        content: [
          { type: 'tool_result', tool_use_id: 'toolu_1', content: 'sunny in Bern' },
          { type: 'tool_result', tool_use_id: 'toolu_2', content: 'sunny in Graz' },
        ],
      },
    ],
  });
  // llm 1.6: the second attempt, sent twice because of the overload, begins with all of the first one, and the mark is at its end.
  const marked = (index: number) => Object(bodies[index]?.['messages'])[0].content;
  expect(marked(2)).toMatchObject([{ text: expect.stringContaining('# Task'), cache_control: { type: 'ephemeral' } }]);
  expect(marked(4)).toMatchObject([marked(2)[0], { text: expect.stringContaining('Rejected attempts') }]);
  expect(marked(3)).toEqual(marked(4));
  expect(attempts).toHaveLength(3);
  expect(attempts.map(({ artifact }) => artifact?.usage?.inputTokens)).toEqual(expect.arrayContaining([125, 125, 250]));
});

test("a definition with tools, thoughts and structured output runs on Google's own protocol", async () => {
  const { state, bodies } = await play(
    'gemini/gemini-2.5-flash',
    [
      googleStream([
        candidate([{ text: 'Two cities.', thought: true }]),
        candidate([{ functionCall: { name: 'get_weather', args: { city: 'Bern' } }, thoughtSignature: 'c2ln' }]),
        candidate([{ functionCall: { name: 'get_weather', args: { city: 'Graz' } } }], 'STOP'),
      ]),
      googleStream([candidate([{ functionCall: { name: 'output', args: { report: 'sunny' } } }], 'STOP')]),
      googleStream([candidate([{ text: '{"rainy":1}' }], 'STOP')]),
      googleStream([candidate([{ text: '{"sunny":true}' }], 'STOP')]),
    ],
    { thinkingConfig: { includeThoughts: true } },
  );
  expect(state.life.status).toBe('completed');
  expect(bodies[1]).toMatchObject({
    contents: [
      { role: 'user' },
      {
        role: 'model',
        parts: [
          { text: 'Two cities.', thought: true },
          { functionCall: { name: 'get_weather', args: { city: 'Bern' } }, thoughtSignature: 'c2ln' },
          { functionCall: { name: 'get_weather', args: { city: 'Graz' } } },
        ],
      },
      { role: 'user', parts: [{ functionResponse: {} }, { functionResponse: {} }] },
    ],
  });
  expect(bodies[2]).toMatchObject({ generationConfig: { responseMimeType: 'application/json' } });
  expect(bodies).toHaveLength(4);
});

test('an adapter that is not installed is a question with the command that installs it', async () => {
  const { state } = await play('gone/model', []);
  expect(state.life.status).toBe('escalated');
  expect(JSON.stringify(state)).toContain('npm install @ai-sdk/gone');
});
