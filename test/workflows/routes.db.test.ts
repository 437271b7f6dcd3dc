// A real PostgreSQL and two model endpoints over HTTP: runs whose model is a route (llm 3.8).
import type { FastifyInstance } from 'fastify';
import { FIXTURE_PARTS } from '../support/engine/agents.ts';
import { endpointAt } from '../support/engine/away-endpoint.ts';
import { apiOver } from '../support/engine/engine-api.ts';
import { type LocalEngine, startInProcess } from '../support/engine/in-process.ts';
import {
  finish,
  json,
  type ModelServer,
  piece,
  type Reply,
  reset,
  startModelServer,
  stream,
  usage,
} from '../support/engine/model-server.ts';
import { ended } from '../support/engine/scripted.ts';
import { until } from '../support/until.ts';

const PRICES: Readonly<Record<string, { input: number; output: number }>> = {
  'sim:default': { input: 0, output: 0 },
  'a/x': { input: 1, output: 1 },
  'b/y': { input: 5, output: 5 },
};
const routeOf = (name: string, ...entries: readonly string[]) => ({ name, entries, patienceMs: 10_000 });

function served(name: string, { baseUrl }: ModelServer, model: string) {
  const { profile, ...endpoint } = endpointAt(name, baseUrl);
  return {
    ...endpoint,
    models: [model],
    profile: { ...profile, usage: 'always' as const, answersAs: ['tiny-2026-05-01'] },
  };
}

let a: ModelServer;
let b: ModelServer;
let engine: LocalEngine;
let api: FastifyInstance;
beforeEach(async () => {
  [a, b] = [await startModelServer(), await startModelServer()];
  a.answerWith(says('tea'));
  b.answerWith(says('tea'));
  // Each test has breakers of its own.
  engine = await startInProcess({
    parts: FIXTURE_PARTS,
    models: {
      endpoints: [served('a', a, 'x'), served('b', b, 'y')],
      routes: [routeOf('fast', 'a/x', 'b/y'), routeOf('free', 'a/x', 'sim:default')],
      price: (model) => PRICES[model],
    },
  });
  api = await apiOver(engine);
});
afterEach(async () => {
  await api?.close();
  await engine?.stop();
  await Promise.all([a?.close(), b?.close()]);
});

const USED = { prompt_tokens: 1_000_000, completion_tokens: 1_000_000 };
const says = (text: string): Reply => stream([piece(text), finish('stop'), usage(USED)]);
const calls = (name: string, given: string): Reply =>
  stream([
    {
      choices: [
        { index: 0, delta: { tool_calls: [{ index: 0, id: `c_${name}`, function: { name, arguments: given } }] } },
      ],
    },
    finish('tool_calls'),
    usage(USED),
  ]);
const usedUp = json(402, { error: { message: 'Insufficient credits.' } });
const slowDown = json(429, { error: { message: 'Too many requests.' } }, { 'retry-after': '60' });

const get = async (url: string) => JSON.parse((await api.inject({ url })).body);
const text = async (url: string, headers = {}) => (await api.inject({ url, headers })).body;
const attemptsOf = async (id: string) => (await get(`/v1/runs/${id}/attempts`)).data;
const entryOf = async (id: string): Promise<string> => (await attemptsOf(id))[0].route.entry;

function asking(model: string, facts: object = {}) {
  const generator = { kind: 'llm', prompt: 'Name a drink.' };
  return {
    name: 'asks',
    model,
    steps: [{ id: 'work', generator, guard: { use: 'contains', with: { text: 'tea' } }, ...facts }],
  };
}
async function completed(definition: ReturnType<typeof asking>, facts: object = {}): Promise<string> {
  const id = await engine.start(definition, facts);
  expect(await engine.until(id, ended)).toMatchObject({ life: { status: 'completed' }, escalations: {} });
  return id;
}
async function end(id: string): Promise<void> {
  await engine.runs.send(id, { kind: 'terminate', by: 'me' }, `end-${id}`);
  await engine.until(id, ended);
}
/** Breaks calls of the model until its breaker opens. */
async function takeAway(server: ModelServer, model: string): Promise<void> {
  server.answerWith(reset);
  const ids = await Promise.all(Array.from({ length: 6 }, () => engine.start(asking(model))));
  for (const id of ids)
    await until('a call that waits', async () => (await engine.store.waits.ofRun(id))[0]?.reason === 'outage');
  await Promise.all(ids.map(end));
}

test('an endpoint is away under 20 runs: all complete through the next entry, and later ones go to the first again', async () => {
  a.answerWith(reset);
  const ids = await Promise.all(Array.from({ length: 20 }, () => engine.start(asking('fast'))));
  for (const id of ids) {
    const state = await engine.until(id, ended);
    expect(state).toMatchObject({ life: { status: 'completed' }, usage: { attempts: 1 }, escalations: {} });
    const [attempt, ...others] = await attemptsOf(id);
    expect(others).toEqual([]);
    expect(attempt).toMatchObject({ model: 'fast', price: 'b/y' });
    expect(attempt.route).toEqual({
      name: 'fast',
      entry: 'b/y',
      passedOver: [{ entry: 'a/x', reason: 'outage', why: expect.stringMatching(/the endpoint a is away since/) }],
    });
  }
  a.answerWith(says('tea'));
  await until(
    'a run that the first entry answers',
    async () => (await entryOf(await completed(asking('fast')))) === 'a/x' || undefined,
  );
  expect(await entryOf(await completed(asking('fast')))).toBe('a/x');
}, 120_000);

test.each([
  ['its quota is used up', usedUp, 'quota', /Insufficient credits/],
  ['its limits make the call wait for longer than the patience', slowDown, 'limit', /Too many requests/],
])('the next entry answers if %s, at its own price and without a fault', async (_what, reply, reason, why) => {
  a.answerWith(reply);
  const id = await completed(asking('fast'));
  const [attempt] = await attemptsOf(id);
  expect(attempt).toMatchObject({
    price: 'b/y',
    faults: [],
    route: { entry: 'b/y', passedOver: [{ entry: 'a/x', reason, why: expect.stringMatching(why) }] },
  });
  expect(attempt.usage.costUsd).toBe(10);
  expect(b.received[0]?.body).toMatchObject({ model: 'y' });
});

test('the route is told wherever an attempt is', async () => {
  a.answerWith(usedUp);
  b.answerWith(says('coffee'), says('tea'));
  const id = await completed(asking('fast'));
  const route = { name: 'fast', entry: 'b/y', passedOver: [{ entry: 'a/x', reason: 'quota' }] };
  expect(await attemptsOf(id)).toMatchObject([{ route }, { route }]);
  const overview = await get(`/v1/runs/${id}/overview`);
  expect(overview.attempts).toMatchObject([{ model: 'fast', entry: 'b/y' }, { entry: 'b/y' }]);
  // Once for both attempts.
  const warnings = [
    { step: 'work', text: expect.stringMatching(/^fast was asked, and b\/y answered\. Passed over: a\/x/) },
  ];
  expect((await get(`/v1/runs/${id}/why`)).warnings).toEqual(warnings);
  for (const accept of ['text/html', 'text/markdown', 'application/json']) {
    const report = await text(`/v1/runs/${id}/report`, { accept });
    expect(report).toMatch(/b\/y/);
    expect(report).toMatch(/a\/x \(quota: .*Insufficient credits/);
  }
  const lines = (await text('/v1/export/attempts')).trim().split('\n');
  const own = lines.map((line): unknown => JSON.parse(line)).filter((one) => Object(one).runId === id);
  expect(own).toMatchObject([
    { model: 'fast', route },
    { model: 'fast', route },
  ]);
});

test('the first entry answers: the attempt has the route, and nobody is warned', async () => {
  const id = await completed(asking('fast'));
  expect((await attemptsOf(id))[0].route).toEqual({ name: 'fast', entry: 'a/x', passedOver: [] });
  expect(await get(`/v1/runs/${id}/why`)).not.toHaveProperty('warnings');
});

test('a wrong key is for a person, whom the question tells which entry it is', async () => {
  a.answerWith(json(401, { error: { message: 'Incorrect API key provided.' } }));
  const id = await engine.start(asking('fast'));
  const { escalations } = await engine.until(id, ({ life }) => life.status !== 'running');
  expect(Object.values(escalations)).toMatchObject([
    { kind: 'infrastructure', endpoint: 'a', question: expect.stringMatching(/fast → a\/x: .*Incorrect API key/) },
  ]);
  expect(b.received).toEqual([]);
  await end(id);
});

test('R77: with every quota used up, a person is asked', async () => {
  a.answerWith(usedUp);
  b.answerWith(usedUp);
  const id = await engine.start(asking('fast'));
  const { escalations } = await engine.until(id, ({ life }) => life.status !== 'running');
  expect(Object.values(escalations)).toMatchObject([
    { question: expect.stringMatching(/no entry of the route fast is available: a\/x .*b\/y /) },
  ]);
  await end(id);
});

test('with every endpoint away the run waits, and asks once that has lasted for timeouts.infra', async () => {
  await takeAway(a, 'a/x');
  await takeAway(b, 'b/y');
  const patient = await engine.start(asking('fast'));
  await until('the wait', async () => (await engine.store.waits.ofRun(patient))[0]?.reason === 'outage');
  const hasty = await engine.start(asking('fast', { timeouts: { infra: 'PT2S' } }));
  const { escalations } = await engine.until(hasty, ({ life }) => life.status !== 'running');
  const [question, ...others] = Object.values(escalations);
  expect(others).toEqual([]);
  expect(question).toMatchObject({ kind: 'infrastructure' });
  expect(question?.question).toMatch(/the endpoint a is away.*the endpoint b is away/);
  b.answerWith(says('tea'));
  expect(await engine.until(patient, ended)).toMatchObject({
    life: { status: 'completed' },
    usage: { attempts: 1 },
    escalations: {},
  });
  await end(hasty);
}, 120_000);

test('a simulated model may be the last entry', async () => {
  a.answerWith(usedUp);
  const id = await completed(asking('free', { guard: { use: 'not-empty' } }));
  expect(await entryOf(id)).toBe('sim:default');
});

test('a rung of a ladder may be a route, and a judge may ask one', async () => {
  a.answerWith(usedUp);
  b.answerWith(says('tea'), says('{"score": 1, "reasons": ""}'));
  const judge = { use: 'llm-judge', with: { rubric: 'It is a drink.', model: 'fast' } };
  const guard = { sequence: [{ use: 'not-empty' }, judge] };
  const id = await completed(asking('b/y', { guard, recovery: { ladder: ['fast'] } }));
  const [attempt] = await attemptsOf(id);
  expect(attempt).toMatchObject({ model: 'fast', route: { entry: 'b/y' } });
  const judged = { model: 'fast', route: { entry: 'b/y', passedOver: [{ entry: 'a/x', reason: 'quota' }] } };
  expect(attempt.verdict.data).toMatchObject(judged);
});

describe('an agent', () => {
  const agent = (facts: object = {}) =>
    asking('fast', { generator: { kind: 'agent', agent: 'stateful' }, guard: { use: 'not-empty' }, ...facts });
  const input = { input: { data: '{"total": 4}' } };
  const output = calls('output', '{"total": 4}');

  test('waits for the entry that answered its first turn, and does not switch', async () => {
    let hasTurned = false;
    a.answerWith((...args) => {
      calls('parse', '{}')(...args);
      a.answerWith(reset);
      hasTurned = true;
    });
    const id = await engine.start(agent(), input);
    await until('a call of the second turn', async () => (hasTurned && a.received.length > 0) || undefined);
    await takeAway(a, 'a/x');
    expect((await engine.store.runs.find(id))?.state.escalations).toEqual({});
    a.answerWith(output);
    const state = await engine.until(id, ended);
    expect(state).toMatchObject({ life: { status: 'completed' }, usage: { attempts: 1 }, escalations: {} });
    expect(b.received).toEqual([]);
    const [attempt] = await attemptsOf(id);
    expect(attempt).toMatchObject({
      model: 'fast',
      price: 'a/x',
      route: { name: 'fast', entry: 'a/x', passedOver: [] },
      agent: { iterations: 2 },
    });
  }, 120_000);

  test('stays on a later entry for its attempt, and chooses again for the next one', async () => {
    a.answerWith(usedUp, output);
    b.answerWith(calls('parse', '{}'), output);
    const guard = {
      use: 'scripted',
      with: { verdicts: [{ verdict: 'retry', feedback: 'Again.' }, { verdict: 'pass' }] },
    };
    const id = await completed(agent({ guard }), input);
    const [first, second] = await attemptsOf(id);
    expect(first.route).toMatchObject({ entry: 'b/y', passedOver: [{ entry: 'a/x', reason: 'quota' }] });
    expect(second.route).toEqual({ name: 'fast', entry: 'a/x', passedOver: [] });
    expect([a.received.length, b.received.length]).toEqual([2, 2]);
  });
});
