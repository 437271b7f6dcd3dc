// A real PostgreSQL, a model endpoint over HTTP that serves another model: who answered is told wherever an attempt is (report 13; llm 1.8).
import type { FastifyInstance } from 'fastify';
import { FIXTURE_PARTS } from '../support/engine/agents.ts';
import { apiOver } from '../support/engine/engine-api.ts';
import { startInProcess } from '../support/engine/in-process.ts';
import { type ModelServer, type Reply, startModelServer, stream } from '../support/engine/model-server.ts';
import type { AnyEngine } from '../support/engine/parts.ts';
import { ended } from '../support/engine/scripted.ts';

const PROFILE = {
  jsonSchema: 'soft',
  seed: true,
  maxTokensField: 'max_tokens',
  usage: 'stream_option',
  systemRole: 'system',
} as const;
const PRICES: Readonly<Record<string, { input: number; output: number }>> = {
  'stub/m': { input: 5, output: 20 },
  'stub/mini-2026-05': { input: 1, output: 2 },
};

let server: ModelServer;
let engine: AnyEngine;
let api: FastifyInstance;
beforeAll(async () => {
  server = await startModelServer();
  engine = await startInProcess({
    parts: FIXTURE_PARTS,
    models: {
      endpoints: [{ name: 'stub', baseUrl: server.baseUrl, profile: PROFILE }],
      price: (model) => PRICES[model],
    },
  });
  api = await apiOver(engine);
});
afterAll(async () => {
  await api?.close();
  await engine?.stop();
  await server?.close();
});

const USED = { prompt_tokens: 1_000_000, completion_tokens: 1_000_000 };

function said(model: string, delta: object, reason = 'stop'): Reply {
  const chunk = (fields: object) => ({ model, ...fields });
  return stream([
    chunk({ choices: [{ index: 0, delta }] }),
    chunk({ choices: [{ index: 0, delta: {}, finish_reason: reason }], usage: USED }),
  ]);
}

const byMini = (content: string) => said('mini-2026-05', { content });
const get = async (url: string) => JSON.parse((await api.inject({ url })).body);
const text = async (url: string, headers = {}) => (await api.inject({ url, headers })).body;
const STEP = { id: 'work', generator: { kind: 'llm', prompt: 'Do the work.' } };

async function play(steps: readonly object[], ...replies: readonly Reply[]): Promise<string> {
  server.answerWith(...replies);
  const id = await engine.start({ name: 'who', model: 'stub/m', steps });
  await engine.until(id, ended);
  return id;
}

describe('report 13: another model answered', () => {
  let id = '';
  beforeAll(async () => {
    const guard = { use: 'contains', with: { text: 'tea' } };
    id = await play([{ ...STEP, guard }], byMini('coffee'), byMini('tea'));
  });

  test('each attempt has both names, the price that was used and the warning', async () => {
    const { data } = await get(`/v1/runs/${id}/attempts`);
    const warnings = [{ code: 'other_model', text: expect.stringMatching(/stub\/m was asked.*mini-2026-05 answered/) }];
    const facts = { model: 'stub/m', answeredBy: 'mini-2026-05', price: 'stub/mini-2026-05', warnings };
    expect(data).toMatchObject([facts, facts]);
    expect(data[0].usage.costUsd).toBe(3);
  });

  test('/why warns once of the pair', async () => {
    const why = await get(`/v1/runs/${id}/why`);
    expect(why.warnings).toEqual([{ step: 'work', text: expect.stringMatching(/mini-2026-05 answered/) }]);
    expect(JSON.stringify(why).match(/mini-2026-05/g)).toHaveLength(1);
  });

  test('the overview warns, and its attempts have the name', async () => {
    const { why, attempts } = await get(`/v1/runs/${id}/overview`);
    expect(why.warnings).toHaveLength(1);
    expect(attempts).toMatchObject([{ answeredBy: 'mini-2026-05' }, { answeredBy: 'mini-2026-05' }]);
  });

  test.each([['text/html'], ['text/markdown'], ['application/json']])('the report as %s has both', async (accept) => {
    const report = await text(`/v1/runs/${id}/report`, { accept });
    expect(report).toMatch(/mini-2026-05/);
    expect(report).toMatch(/stub\/m was asked/);
  });

  test('the export has both', async () => {
    const lines = (await text('/v1/export/attempts')).trim().split('\n');
    const own = lines.map((line): unknown => JSON.parse(line)).filter((one) => Object(one).runId === id);
    expect(own[0]).toMatchObject({ model: 'stub/m', answeredBy: 'mini-2026-05', price: 'stub/mini-2026-05' });
  });
});

test('report 13: two models that answer one name are two warnings', async () => {
  const guard = { use: 'contains', with: { text: 'tea' } };
  const id = await play([{ ...STEP, guard }], byMini('coffee'), said('nano', { content: 'tea' }));
  const { warnings } = await get(`/v1/runs/${id}/why`);
  expect(warnings).toHaveLength(2);
});

test('report 13: a dated name is no warning, and shows no other model', async () => {
  const id = await play([{ ...STEP, guard: { use: 'not-empty' } }], said('m-2026-01-01', { content: 'tea' }));
  expect(await get(`/v1/runs/${id}/why`)).not.toHaveProperty('warnings');
  const { data } = await get(`/v1/runs/${id}/attempts`);
  expect(data[0]).toMatchObject({ answeredBy: 'm-2026-01-01', price: 'stub/m' });
  expect(data[0]).not.toHaveProperty('warnings');
});

test('report 13: an agent has who answered in each turn', async () => {
  const call = (name: string, given: string) => ({
    tool_calls: [{ index: 0, id: `c_${name}`, function: { name, arguments: given } }],
  });
  const step = { ...STEP, generator: { kind: 'agent', agent: 'stateful' }, guard: { use: 'not-empty' } };
  server.answerWith(
    said('m', call('parse', '{}'), 'tool_calls'),
    said('mini-2026-05', call('output', '{"total": 4}'), 'tool_calls'),
  );
  const definition = { name: 'who-agent', model: 'stub/m', steps: [step] };
  const id = await engine.start(definition, { input: { data: '{"total": 4}' } });
  await engine.until(id, ended);
  const { data } = await get(`/v1/runs/${id}/attempts`);
  expect(data[0]).toMatchObject({
    answeredBy: 'm, mini-2026-05',
    price: 'stub/m, stub/mini-2026-05',
    warnings: [{ code: 'other_model' }],
    agent: {
      turns: [
        { turn: 1, answeredBy: 'm', price: 'stub/m' },
        { turn: 2, answeredBy: 'mini-2026-05', price: 'stub/mini-2026-05' },
      ],
    },
  });
  expect((await get(`/v1/runs/${id}/why`)).warnings).toHaveLength(1);
});

test('report 13: a judge that another model stands in for is told', async () => {
  const judge = { use: 'llm-judge', with: { rubric: 'It is about tea.', model: 'stub/m' } };
  const guard = { sequence: [{ use: 'not-empty' }, judge] };
  const verdict = byMini('{"score": 1, "reasons": ""}');
  const id = await play([{ ...STEP, guard }], said('m', { content: 'tea' }), verdict);
  const { data } = await get(`/v1/runs/${id}/attempts`);
  expect(data[0].verdict.data).toMatchObject({
    model: 'stub/m',
    answeredBy: 'mini-2026-05',
    price: 'stub/mini-2026-05',
  });
  expect((await get(`/v1/runs/${id}/why`)).warnings).toHaveLength(1);
});

test('1.7: a prompt that was cut off is told on the attempt and in /why', async () => {
  const prompt = 'The quick brown fox jumps over the lazy dog. '.repeat(400);
  const short = { choices: [{ index: 0, delta: { content: 'tea' }, finish_reason: 'stop' }], model: 'm' };
  const reply = stream([short, { choices: [], usage: { prompt_tokens: 2_048, completion_tokens: 1 } }]);
  const id = await play([{ id: 'work', generator: { kind: 'llm', prompt }, guard: { use: 'not-empty' } }], reply);
  const { data } = await get(`/v1/runs/${id}/attempts`);
  expect(data[0].warnings).toMatchObject([{ code: 'prompt_truncated', text: expect.stringMatching(/num_ctx/) }]);
  expect((await get(`/v1/runs/${id}/why`)).warnings).toMatchObject([
    { step: 'work', text: expect.stringMatching(/2048/) },
  ]);
});
