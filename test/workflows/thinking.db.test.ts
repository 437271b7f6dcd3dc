// A real PostgreSQL and an endpoint whose models think: limits, questions and feedback (llm 1.9).
import { setTimeout as wait } from 'node:timers/promises';
import { defineAgent, z } from '../../src/index.ts';
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
  usage,
} from '../support/engine/model-server.ts';

const reporter = defineAgent({
  name: 'reporter',
  description: 'Reports.',
  tools: { output: { description: 'Hands in.', schema: z.object({ report: z.string() }) } },
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
    parts: partsOf({ agents: [reporter] }),
    models: {
      endpoints: [{ name: 'stub', baseUrl: server.baseUrl, profile }],
      defaultModel: undefined,
      timeouts: { timeoutMs: 60_000, idleTimeoutMs: 60_000 },
    },
  });
});
afterAll(async () => {
  await engine?.stop();
  await server?.close();
});

const thought = (text: string) => ({ choices: [{ index: 0, delta: { reasoning_content: text } }] });
const counts = (reasoning: number) =>
  usage({
    prompt_tokens: 20,
    completion_tokens: reasoning,
    completion_tokens_details: { reasoning_tokens: reasoning },
  });
const allThought = (reason: string, tokens: number): Reply =>
  stream([thought('I should write on tea.'), finish(reason), counts(tokens)]);
const TEA: Reply = stream([piece('Tea grows in the hills.'), finish('stop'), counts(0)]);

async function play(facts: object = {}, model: object = {}) {
  const tea = { id: 'tea', generator: { kind: 'llm', prompt: 'Write on tea.' }, guard: { use: 'not-empty' }, ...facts };
  const id = await engine.start({ name: 'thinking', model: { name: 'stub/m', ...model }, steps: [tea] });
  const state = await engine.until(id, ({ life }) => life.status !== 'running');
  const { rows } = await engine.store.attempts.list(id, {}, { limit: 10 });
  return { state, attempts: rows };
}

const limits = () => server.received.map(({ body }) => body['max_tokens']);

test('llm 1.9: where no author set the limit, the next attempt raises it, and hears why', async () => {
  server.answerWith(allThought('length', 8_192), allThought('length', 16_384), TEA);
  const { state, attempts } = await play();
  expect(state.life.status).toBe('completed');
  const [first = 0] = limits().map(Number);
  expect(limits()).toEqual([first, 2 * first, 4 * first]);
  expect(JSON.stringify(server.received[1]?.body)).toContain('was used up by thinking (8192 tokens)');
  expect(attempts.map(({ artifact }) => artifact?.usage.reasoningTokens)).toEqual(
    expect.arrayContaining([8_192, 16_384]),
  );
});

test('llm 1.9: where an author set it, a person is asked at once, with both numbers and the setting', async () => {
  server.answerWith(allThought('length', 60));
  const { state } = await play({}, { maxTokens: 64 });
  expect(state.life.status).toBe('escalated');
  expect(server.received).toHaveLength(1);
  expect(JSON.stringify(state)).toMatch(/its limit of 64 tokens for thinking \(60 tokens\)[^"]*model\.maxTokens/);
});

test('llm 1.9: an agent that thinks its limit away has more of it in the next attempt', async () => {
  const call = { index: 0, id: 'c1', type: 'function', function: { name: 'output', arguments: '{"report":"tea"}' } };
  const handIn = stream([{ choices: [{ index: 0, delta: { tool_calls: [call] } }] }, finish('tool_calls')]);
  server.answerWith(allThought('length', 8_192), handIn);
  const { state } = await play({ generator: { kind: 'agent', agent: 'reporter' } });
  expect(state.life.status).toBe('completed');
  const [first = 0] = limits().map(Number);
  expect(limits()).toEqual([first, 2 * first]);
});

describe('llm 1.9: a judge that thinks its limit away', () => {
  const OPINION: Reply = stream([piece('{"score": 0.9, "reasons": "It is calm."}'), finish('stop'), counts(0)]);
  /** Steps answer TEA; judges, which are sent a schema, answer one after the other. */
  const judging = (...replies: readonly Reply[]) => {
    let next = 0;
    server.answerWith((response, received) => {
      const isJudge = 'response_format' in received.body;
      const reply = isJudge ? (replies[Math.min(next, replies.length - 1)] ?? OPINION) : TEA;
      if (isJudge) next += 1;
      reply(response, received);
    });
  };
  const judgedBy = (model: string) =>
    play({ guard: { sequence: [{ use: 'not-empty' }, { use: 'llm-judge', with: { rubric: 'It is calm.', model } }] } });
  const limitsOfJudges = () =>
    server.received.flatMap(({ body }) => ('response_format' in body ? [body['max_tokens']] : []));

  test('is asked again with a higher limit, from then on at once, and the attempt counts once', async () => {
    judging(allThought('length', 500), allThought('length', 2_000), OPINION);
    const { state, attempts } = await judgedBy('stub/judge');
    expect(state).toMatchObject({ life: { status: 'completed' }, usage: { attempts: 1 } });
    expect(limitsOfJudges()).toEqual([500, 2_000, 8_000]);
    expect(attempts[0]?.faults).toMatchObject([
      { detail: expect.stringMatching(/stub\/judge used its limit of 500 tokens for thinking \(500 tokens\)/) },
      { detail: expect.stringContaining('it is asked again with 8000 tokens') },
    ]);
    await judgedBy('stub/judge');
    expect(limitsOfJudges().at(-1)).toBe(8_000);
  });

  test('and thinks away the highest one, too, is paid for it twice; then a person is asked', async () => {
    judging(allThought('length', 500));
    const { state } = await judgedBy('stub/brooding');
    expect(limitsOfJudges()).toEqual([500, 2_000, 8_000, 32_000, 32_000]);
    expect(JSON.stringify(Object.values(state.escalations))).toMatch(
      /used its limit of 32000 tokens for thinking.*let the guard ask another model as judge/,
    );
  });

  test('at the limit of its endpoint is not asked for more', async () => {
    const most =
      'max_tokens is too large: 2000. This model supports at most 1000 completion tokens, whereas you provided 2000.';
    const refusal = json(400, { error: { message: most, param: 'max_tokens', code: 'invalid_value' } });
    judging(allThought('length', 500), refusal, allThought('length', 1_000));
    const { state } = await judgedBy('stub/small');
    expect(limitsOfJudges()).toEqual([500, 2_000, 1_000, 1_000]);
    expect(state.life.status).toBe('escalated');
  });
});

test.each(['reasoning_content', 'reasoning'])(
  'N5: an answer that came as %s alone is told so, and kept',
  async (field) => {
    const events = [{ choices: [{ index: 0, delta: { [field]: 'Tea grows.' } }] }, finish('stop')];
    server.answerWith(stream(events), TEA);
    const { state, attempts } = await play();
    expect(state.life.status).toBe('completed');
    expect(JSON.stringify(server.received[1]?.body)).toContain('all that came is what the model thought');
    const digests = attempts.flatMap(({ artifact }) => artifact?.besideDigest ?? []);
    expect([...(await engine.store.contents.get(digests)).values()]).toEqual([
      JSON.stringify({ [field]: 'Tea grows.' }),
    ]);
  },
);

/** Thinks every 50 ms until it is told to answer, or left. */
const thinkingFor =
  (milliseconds: number): Reply =>
  async (response, received) => {
    stream([thought('hm ')], 'open')(response, received);
    for (const end = performance.now() + milliseconds; performance.now() < end && !response.destroyed; ) {
      await wait(50);
      response.write(`data: ${JSON.stringify(thought('hm '))}\n\n`);
    }
    const rest = [piece('Tea.'), finish('stop')].map((event) => `data: ${JSON.stringify(event)}\n\n`);
    response.end(`${rest.join('')}data: [DONE]\n\n`);
  };

test('report 16: the time of the step stretches while its model thinks', async () => {
  server.answerWith(thinkingFor(3_000));
  const { state } = await play({ timeouts: { generate: 'PT1.5S' } });
  expect(state.life.status).toBe('completed');
  expect(server.received).toHaveLength(1);
});

test('report 16, N7: past timeouts.thinking a person hears that it was still thinking, which setting to raise, and what was paid', async () => {
  server.answerWith(thinkingFor(60_000));
  const { state } = await play({ timeouts: { generate: 'PT1S', thinking: 'PT2S', infra: 'PT1S' } });
  expect(state.life.status).toBe('escalated');
  expect(JSON.stringify(state)).toMatch(/still thinking: raise timeouts\.thinking of the step/);
  expect(JSON.stringify(state)).toMatch(/"reasoningTokens":[1-9]/);
});
