/** At the wire: what each family of providers sends, played byte for byte against the generator, and by an agent's own loop. */
import { takeAnswer } from '../../../src/authoring/agent/session.ts';
import { toolSpecs } from '../../../src/authoring/agent/tool-specs.ts';
import { endpointsOf } from '../../../src/config/endpoints.ts';
import type { Generator, ModelAnswer, ModelRequest } from '../../../src/generators/generator.ts';
import { createModels } from '../../../src/generators/registry.ts';
import { defineAgent, defineTool, z } from '../../../src/index.ts';
import { failureOf } from '../../generators/support.ts';
import { type ModelServer, type Reply, startModelServer } from '../../support/engine/model-server.ts';
import { deepseekWithoutMoney } from './families/deepseek.ts';
import { groqFailedGeneration } from './families/groq.ts';
import { kimiWithoutMoney } from './families/kimi.ts';
import { litellmBudget } from './families/litellm.ts';
import { FAMILIES } from './families.ts';
import { type Family, FEATURES, type Feature, HALF, TEA, type Transcript, type WireReply } from './family.ts';

let server: ModelServer;
beforeAll(async () => {
  server = await startModelServer();
});
afterAll(() => server.close());

const SYSTEM = { role: 'system', content: 'You know tea.' } as const;
const USER = { role: 'user', content: 'Write two sentences on tea.' } as const;

const WEATHER = defineAgent({
  name: 'weather',
  description: 'Tells the weather.',
  prompts: { system: SYSTEM.content, user: 'Bern and Graz?' },
  tools: {
    helpers: [
      defineTool({
        name: 'get_weather',
        description: 'Weather of a city.',
        input: z.object({ city: z.string() }),
        handler: (state, { city }) => ({ newState: state, toolResult: `sunny in ${city}` }),
      }),
    ],
  },
});
const CONTEXT = { attempt: 1, maxAttempts: 1, iteration: 1, maxIterations: 15, artifacts: {} };

/** The endpoint as the settings file gives it, with the stub in the place of its host. */
function generatorOf({ endpoint, model }: Family, { profile }: Pick<Transcript, 'profile'>): Generator {
  const written = { ...endpoint, profile: { ...endpoint.profile, ...profile } };
  const environment = Object.fromEntries([endpoint.apiKeyEnv ?? []].flat().map((name) => [name, 'key-0123456789']));
  const { endpoints, problems } = endpointsOf({ family: written }, {}, environment);
  expect(problems).toEqual([]);
  const read = endpoints['family'];
  if (!read) throw new Error('the endpoint is not read');
  const { origin } = new URL(server.baseUrl);
  return createModels({
    endpoints: [{ ...read, name: 'family', baseUrl: origin + new URL(endpoint.baseUrl).pathname }],
    defaultModel: undefined,
    price: () => undefined,
    maxTokens: () => 8_192,
    timeouts: { timeoutMs: 60_000, idleTimeoutMs: 60_000 },
  }).generatorFor(`family/${model}`);
}

const bytes =
  ({ status = 200, headers, body }: WireReply): Reply =>
  (response) =>
    void response.writeHead(status, headers).end(body);

function requestOf(
  { model }: Family,
  transcript: Pick<Transcript, 'model' | 'schema'>,
  more: Partial<ModelRequest> = {},
): ModelRequest {
  return {
    model: { name: `family/${model}`, ...transcript.model },
    messages: [SYSTEM, USER],
    ...(transcript.schema !== undefined && { schema: transcript.schema }),
    place: { runId: 'run_1', step: 'tea', epoch: 1, attempt: 1, n: 1, faults: 0 },
    signal: new AbortController().signal,
    ...more,
  };
}

/** Of an agent: what it sees beside the conversation. */
const TOOLS = { messages: [SYSTEM, { role: 'user', content: 'Bern and Graz?' }], tools: toolSpecs(WEATHER) } as const;

async function answerOf(
  family: Family,
  transcript: Transcript,
  more: Partial<ModelRequest> = {},
): Promise<ModelAnswer> {
  server.answerWith(...transcript.replies.map(bytes));
  return generatorOf(family, transcript).complete(requestOf(family, transcript, more));
}

/** What every family gives for the feature. */
const EXPECTED: Readonly<Partial<Record<Feature, Partial<ModelAnswer>>>> = {
  streamed: { text: TEA, finishReason: 'stop' },
  whole: { text: TEA, finishReason: 'stop' },
  length: { text: HALF, finishReason: 'length' },
  filtered: { text: HALF, finishReason: 'content_filter' },
  thinking: { text: TEA, finishReason: 'stop' },
  refusedParameter: { text: TEA, finishReason: 'stop' },
  usage: { text: TEA, finishReason: 'stop' },
};

async function playAnswer(family: Family, feature: Feature, transcript: Transcript): Promise<void> {
  const answer = await answerOf(family, transcript);
  expect(answer).toMatchObject({ ...EXPECTED[feature], ...transcript.answer });
  if (feature === 'usage') expect(answer.usage.estimated).toBeUndefined();
}

async function playFault(family: Family, feature: Feature, transcript: Transcript): Promise<void> {
  const { says, ...fault } = transcript.fault ?? {};
  const error = await failureOf(answerOf(family, transcript));
  const partial = feature === 'streamError' ? { partial: HALF } : {};
  expect(error).toMatchObject({ kind: 'transport', ...partial, ...fault });
  expect(error.message).toMatch(says ?? /^endpoint family: /);
  expect(error.message).not.toContain('key-0123456789');
}

const CITIES = ['Bern', 'Graz'];

async function playCalls(family: Family, _feature: Feature, transcript: Transcript): Promise<void> {
  const { toolCalls = [], finishReason, text } = await answerOf(family, transcript, TOOLS);
  expect({ finishReason, text }).toEqual({ finishReason: 'tool_calls', text: '' });
  expect(toolCalls.map((each) => [each.name, JSON.parse(each.arguments)])).toEqual(
    CITIES.map((city) => ['get_weather', { city }]),
  );
  expect(new Set(toolCalls.map(({ id }) => id)).size).toBe(CITIES.length);
}

/** The agent's own loop, from the first answer to the last. */
async function playTurns(family: Family, _feature: Feature, transcript: Transcript): Promise<void> {
  server.answerWith(...transcript.replies.map(bytes));
  const generator = generatorOf(family, transcript);
  const first = await generator.complete(requestOf(family, transcript, TOOLS));
  const opened = { messages: [...TOOLS.messages], state: { execution: {}, attempt: {} }, records: [], waiting: [] };
  const { session, ending } = takeAnswer(WEATHER, opened, first, CONTEXT);
  expect(ending).toBeUndefined();
  const last = await generator.complete(requestOf(family, transcript, { ...TOOLS, messages: session.messages }));
  expect(last).toMatchObject({ text: TEA, finishReason: 'stop' });
  // What goes back in a protocol of its own says the transcript.
  if (family.path !== undefined) return;
  const [, , said, ...replies] = messagesOf(server.received.at(-1)?.body);
  expect(said).toMatchObject({ role: 'assistant', ...transcript.echoed });
  expect(Object.keys(Object(said))).not.toEqual(expect.arrayContaining([...(transcript.dropped ?? ['nothing'])]));
  const ids = (first.toolCalls ?? []).map(({ id }) => id);
  expect(replies).toEqual(
    CITIES.map((city, place) => ({
      role: 'tool',
      content: expect.stringContaining(`sunny in ${city}`),
      tool_call_id: ids[place],
    })),
  );
}

function messagesOf(body: unknown): readonly unknown[] {
  const messages: unknown = Object(body)['messages'];
  return Array.isArray(messages) ? messages : [];
}

const PLAYS: Readonly<Record<Feature, (family: Family, feature: Feature, transcript: Transcript) => Promise<void>>> = {
  streamed: playAnswer,
  whole: playAnswer,
  length: playAnswer,
  filtered: playAnswer,
  thinking: playAnswer,
  toolCalls: playCalls,
  secondTurn: playTurns,
  refusedParameter: playAnswer,
  rateLimit: playFault,
  outage: playFault,
  streamError: playFault,
  usage: playAnswer,
};

const ROWS = FAMILIES.flatMap((family) =>
  Object.entries(family.features).flatMap(([name, transcript]) => {
    const feature = Object.keys(FEATURES).find((each): each is Feature => each === name);
    return feature === undefined || typeof transcript === 'string'
      ? []
      : [[family.name, feature, family, transcript] as const];
  }),
);

test.each(ROWS)('llm 2.1: %s, %s', async (_name, feature, family, transcript) => {
  await PLAYS[feature](family, feature, transcript);
  const { sent = [], notSent = [] } = transcript;
  expect(server.received).toHaveLength(transcript.replies.length);
  const { path = '/chat/completions' } = family;
  const common = family.path === undefined ? { model: family.model, stream: true } : {};
  const address = new URL(family.endpoint.baseUrl).pathname + path;
  for (const [place, { url, body }] of server.received.entries()) {
    expect(url).toBe(address);
    expect(body).toMatchObject({ ...common, ...sent[place] });
    for (const field of notSent[place] ?? []) expect(body).not.toHaveProperty(field);
  }
});

describe('beside the table', () => {
  const nameOf = (name: string) => FAMILIES.find((family) => family.name === name) ?? FAMILIES[0]!;

  test.each([
    ['DeepSeek', deepseekWithoutMoney, /Insufficient Balance/],
    ['Kimi', kimiWithoutMoney, /billing details/],
    ['LiteLLM', litellmBudget, /Budget has been exceeded/],
  ])('an account of %s without money is a used-up quota', async (name, replied, says) => {
    const error = await failureOf(answerOf(nameOf(name), { replies: [replied] }));
    expect(error).toMatchObject({ kind: 'quota', message: expect.stringMatching(says) });
  });

  test('what a model of Groq wrote wrong is its mistake and no wrong setting', async () => {
    const answer = await answerOf(nameOf('Groq'), { replies: [groqFailedGeneration] }, TOOLS);
    expect(answer).toMatchObject({ finishReason: 'other', rawFinishReason: 'tool_use_failed' });
    expect(answer.text).toContain('get_weather');
  });
});
