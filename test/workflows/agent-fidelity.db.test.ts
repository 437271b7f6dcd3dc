// A real PostgreSQL and an endpoint of its own words: what an agent's conversation carries beside them (llm 1.5).
import { z } from 'zod';
import { defineAgent, defineTool } from '../../src/index.ts';
import { partsOf } from '../support/engine/agents.ts';
import { type LocalEngine, startInProcess } from '../support/engine/in-process.ts';
import {
  finish,
  json,
  type ModelServer,
  piece,
  type Reply,
  startModelServer,
  stream,
} from '../support/engine/model-server.ts';

const weather = defineAgent({
  name: 'weather',
  description: 'Tells weather.',
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
  const profile = {
    jsonSchema: 'soft',
    seed: true,
    maxTokensField: 'max_tokens',
    usage: 'stream_option',
    systemRole: 'system',
  } as const;
  engine = await startInProcess({
    parts: partsOf({ agents: [weather] }),
    models: {
      endpoints: [
        { name: 'stub', baseUrl: server.baseUrl, profile },
        { name: 'echo', baseUrl: server.baseUrl, profile: { ...profile, reasoning: 'echo' } },
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

const delta = (fields: object) => ({ choices: [{ index: 0, delta: fields }] });
const called = (name: string, given: unknown, more: object = {}) =>
  delta({
    tool_calls: [
      { index: 0, id: `c_${name}`, type: 'function', function: { name, arguments: JSON.stringify(given) }, ...more },
    ],
  });
const THOUGHT = { reasoning_content: 'I need the weather of Bern.' };
const first = (more: object = {}): Reply =>
  stream([delta(THOUGHT), called('get_weather', { city: 'Bern' }, more), finish('tool_calls')]);
const handIn: Reply = stream([called('output', { report: 'sunny' }), finish('tool_calls')]);
const REFUSED = json(400, {
  error: {
    message: 'The reasoning_content in the thinking mode must be passed back to the API.',
    type: 'invalid_request_error',
  },
});

async function play(model: string, facts: object = {}) {
  const work = { id: 'say', generator: { kind: 'agent', agent: 'weather' }, guard: { use: 'not-empty' }, ...facts };
  const id = await engine.start({ name: 'weather', model: { name: model }, steps: [work] });
  const state = await engine.until(id, ({ life }) => life.status !== 'running');
  const { rows } = await engine.store.attempts.list(id, {}, { limit: 10 });
  return { id, state, attempts: rows };
}

const Messages = z.array(z.looseObject({ role: z.string() }));
const assistants = () =>
  server.received.map(({ body }) => Messages.parse(body['messages']).filter(({ role }) => role === 'assistant'));

test('report 3: an agent goes on after a model wants its thoughts back, and the attempt shows them', async () => {
  server.answerWith(first(), REFUSED, handIn);
  const { state, attempts } = await play('stub/m');
  expect(state.life.status).toBe('completed');
  expect(assistants().map(([said]) => said && 'reasoning_content' in said)).toEqual([undefined, false, true]);
  const prompt = attempts[0]?.artifact?.context?.prompt ?? [];
  const digests = prompt.flatMap(({ parts }) => parts.flatMap((part) => ('digest' in part ? [part.digest] : [])));
  const texts = await engine.store.contents.get([...new Set(digests)]);
  expect([...texts.values()]).toContain(THOUGHT.reasoning_content);
});

test('report 4: the signature of a call comes back on that call', async () => {
  const extra_content = { google: { thought_signature: 'c2ln' } };
  server.answerWith(first({ extra_content }), handIn);
  expect((await play('stub/gemini')).state.life.status).toBe('completed');
  expect(assistants()[1]).toMatchObject([{ tool_calls: [{ id: 'c_get_weather', extra_content }] }]);
});

test('llm 1.5: thoughts that go back count against the context limit, and those that stay behind do not', async () => {
  const long = delta({ reasoning_content: 'The weather of Bern and of Graz. '.repeat(200) });
  const turn = stream([long, called('get_weather', { city: 'Bern' }), finish('tool_calls')]);
  const facts = { maxContextTokens: 600 };
  server.answerWith(turn, handIn);
  expect((await play('stub/other', facts)).state.life.status).toBe('completed');
  server.answerWith(turn, handIn);
  const { state } = await play('echo/m', facts);
  expect(state.life.status).toBe('escalated');
  expect(JSON.stringify(state)).toContain('longer than its context budget');
});

test('report N4: a call that was written as text is no output; the next attempt hears why', async () => {
  const written = '<tool_call>\n{"name": "get_weather", "arguments": {"city": "Bern"}}\n</tool_call>';
  server.answerWith(stream([piece(written), finish('stop')]), handIn);
  const { state, attempts } = await play('stub/written');
  expect(state.life.status).toBe('completed');
  expect(attempts.map(({ status }) => status).toSorted()).toEqual(['accepted', 'rejected']);
  expect(JSON.stringify(server.received[1]?.body)).toContain('as text, so nothing was called');
});

test('report N4: a call that never came is told as such, not as one where no tools are', async () => {
  server.answerWith(stream([piece('Let me look.'), finish('tool_calls')]), handIn);
  const { state } = await play('stub/lost');
  expect(state.life.status).toBe('completed');
  expect(JSON.stringify(server.received[1]?.body)).toContain('no call came with it');
});
