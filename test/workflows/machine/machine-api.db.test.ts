// A real PostgreSQL, the real API, simulated models: state machines over REST.
import type { FastifyInstance } from 'fastify';
import { consistent } from '../../support/consistent.ts';
import { apiOver } from '../../support/engine/engine-api.ts';
import { startInProcess } from '../../support/engine/in-process.ts';
import type { AnyEngine } from '../../support/engine/parts.ts';
import { ended } from '../../support/engine/scripted.ts';
import { aMachine } from '../../support/played/a-machine.ts';
import { played } from '../../support/played/machine-runs.ts';
import { STATE_MACHINE, STEPS } from '../../support/played/seed-machine.ts';

let engine: AnyEngine;
let api: FastifyInstance;
beforeAll(async () => {
  engine = await startInProcess();
  api = await apiOver(engine);
});
afterAll(async () => {
  await api?.close();
  await engine?.stop();
});

async function publish(text: string, query = '') {
  const headers = { 'content-type': 'application/yaml' };
  const answer = await api.inject({ method: 'POST', url: `/v1/workflows${query}`, headers, payload: text });
  return { status: answer.statusCode, body: answer.json() };
}

async function get(path: string) {
  const answer = await api.inject({ url: path });
  return answer.json();
}

async function post(path: string, payload: object) {
  const answer = await api.inject({ method: 'POST', url: path, payload });
  return { status: answer.statusCode, body: answer.json() };
}

test('S2-2-h, R53: the worked example is published under ?name=, runs, and shows where it stands', async () => {
  const text = `${STATE_MACHINE}${STEPS}`;
  const published = await publish(text, '?name=agent');
  expect(published).toMatchObject({
    status: 201,
    body: { name: 'agent', version: 1, topology: 'machine', bound: { generations: 100 }, warnings: expect.any(Array) },
  });
  expect(await publish(text, '?name=agent')).toMatchObject({ status: 200, body: { version: 1 } });
  expect(await get('/v1/workflows/agent')).toMatchObject({ definition: { workflow: expect.any(Object) } });

  const { status, body } = await post('/v1/runs', { workflow: { name: 'agent' }, input: { has_context: true } });
  expect([status, body.workflow.topology, body.bound.generations]).toEqual([201, 'machine', 100]);
  await engine.until(body.id, ended);
  expect(await get(`/v1/runs/${body.id}/state`)).toMatchObject({
    machine: { state: 'ideating', turn: 1, history: ['observing'], variables: {} },
  });
  expect(await get(`/v1/runs/${body.id}/result`)).toMatchObject({ status: 'completed', artifacts: { observe: {} } });
});

test('R53: without a name anywhere it is refused, and with two names as well', async () => {
  expect(await publish(STATE_MACHINE)).toMatchObject({
    status: 422,
    body: { errors: [{ pointer: '/name', code: 'required' }] },
  });
  expect(await publish(`name: one\n${STATE_MACHINE}`, '?name=two')).toMatchObject({
    status: 422,
    body: { errors: [{ pointer: '/name', code: 'name_conflict' }] },
  });
  expect(await publish(STATE_MACHINE, '?name=No%20Name')).toMatchObject({ status: 400 });
  expect(
    await post('/v1/runs', {
      workflow: { definition: aMachine({ steps: [{ name: 'w' }], fields: { name: undefined } }) },
    }),
  ).toMatchObject({
    status: 422,
    body: { errors: [{ pointer: '/workflow/definition/name' }] },
  });
});

test('S2-2-b, S2-4-a: every problem at once, with its pointer and its line and column', async () => {
  const text = `name: wrong
workflow:
  state_machine:
    states: [a, b]
    initial_state: nowhere
  steps:
    - name: work
      type: prose
    - name: code
      type: code
`;
  const { status, body } = await publish(text);
  expect(status).toBe(422);
  expect(
    body.errors.map(({ pointer, detail }: { pointer: string; detail: string }) => [
      pointer,
      /\(.*\)$/.exec(detail)?.[0],
    ]),
  ).toEqual([
    ['/workflow/steps/0/type', '(line 8, column 13)'],
    ['/workflow/state_machine/initial_state', '(line 5, column 20)'],
    ['/workflow/steps/1/code', '(line 9, column 7)'],
  ]);
});

test('design 3: a key that stands twice hides no other problem', async () => {
  const { status, body } = await publish(`name: a
description: a
description: b
workflow: { state_machine: { states: [a], initial_state: q }, steps: [{ name: x, type: prose }] }
`);
  expect(status).toBe(422);
  expect(body.errors.map(({ pointer, code }: Record<string, string>) => [pointer, code])).toEqual([
    ['/description', 'duplicate_key'],
    ['/workflow/steps/0/type', 'invalid_value'],
    ['/workflow/state_machine/initial_state', 'unknown_state'],
  ]);
  const unfit = await publish('name: a\nx: { __proto__: 1 }\ny: .inf\n');
  expect(unfit.body.errors.map(({ detail }: { detail: string }) => /\(line.*\)/.exec(detail)?.[0])).toEqual([
    '(line 2, column 17)',
    '(line 3, column 4)',
  ]);
});

test('S2-1-a, S2-2-g: the trace tells a turn, and a move that is refused', async () => {
  const { id } = await played(engine, {
    fields: { budgets: { maxIterations: 1 } },
    machine: { transitions: [{ from: 'b', to: 'end' }] },
    steps: [
      { name: 'note', type: 'code', in_state: 'a', code: 'context["n"] = 1' },
      { name: 'work', in_state: 'a', transition_to: 'end' },
    ],
  });
  const { data } = await get(`/v1/runs/${id}/trace`);
  expect(data.map(({ action, step }: { action: string; step?: string }) => [action, step])).toEqual([
    ['EXECUTE-GUARD', 'note'],
    ['ADVANCE-STATE', 'note'],
    ['QUERY-LLM', 'work'],
    ['EXECUTE-GUARD', 'work'],
    ['ADVANCE-STATE', 'work'],
    ['TRANSITION', 'work'],
    ['ESCALATE-TO-USER', undefined],
  ]);
  expect(data[5]).toMatchObject({ category: 'internal', from: 'a', to: 'end', refused: true });
});

test('S2x-1, S2-2-c, S2-4-c: state and graph show the machine, its path and its variables', async () => {
  const { id } = await played(engine, {
    fields: { variables: { limit: 3, n: 0 } },
    machine: {
      final_states: ['end'],
      transitions: [
        { from: 'a', to: 'b' },
        { from: 'b', to: 'a', condition: 'n < 2' },
        { from: '*', to: 'end', condition: 'n > 1' },
      ],
    },
    steps: [
      { name: 'count', type: 'code', in_state: 'a', code: 'context["n"] = context["n"] + 1', transition_to: 'b' },
      { name: 'back', in_state: 'b', prompt: 'Back?', run_if: 'n < 2', transition_to: 'a' },
      { name: 'leave', in_state: 'b', prompt: 'Leave.', transition_to: 'end' },
    ],
  });
  await consistent(engine, id);
  expect(await get(`/v1/runs/${id}/state`)).toMatchObject({
    iterations: 4,
    machine: {
      state: 'end',
      final: true,
      turn: 4,
      variables: { limit: 3, n: 2 },
      history: ['a', 'b', 'a', 'b'],
      recent: [{ state: 'a', step: 'count', outcome: 'accepted', to: 'b' }, { to: 'a' }, { to: 'b' }, { to: 'end' }],
    },
  });
  const graph = await get(`/v1/runs/${id}/graph`);
  expect(graph).toMatchObject({
    nodes: [
      { id: 'a', status: 'visited', epoch: 2, steps: ['count'] },
      { id: 'b', status: 'visited', epoch: 2, steps: ['back', 'leave'] },
      { id: 'end', status: 'visited', epoch: 1, goal: true },
      { id: '*', status: 'any' },
    ],
    edges: [
      { from: 'a', to: 'b', optional: false, taken: 2 },
      { from: 'b', to: 'a', optional: true, taken: 1 },
      { from: '*', to: 'end', optional: true, taken: 0 },
      { from: 'b', to: 'end', optional: false, taken: 1 },
    ],
  });
  const mermaid = await api.inject({ url: `/v1/runs/${id}/graph?format=mermaid` });
  expect(mermaid.body).toContain('s0 == 2 ==> s1');
  expect(mermaid.body).toContain('s2(["end"]):::visited');
  const drawing = await api.inject({ url: `/v1/runs/${id}/graph?format=svg` });
  expect(drawing.body).toContain('>any state<');
  expect(drawing.body).not.toContain('current');
  const why = await get(`/v1/runs/${id}/why`);
  expect(why.summary).toContain('in end there is nothing left to do');
  expect(why.chain.map(({ because }: { because: string }) => because)).toContain(
    'count moved the machine from a to b.',
  );
});

const SLOW = { text: 'late', delay: '1s' };

async function underWay() {
  const machine = aMachine({
    steps: [
      { name: 'first', in_state: 'a', prompt: 'First.', transition_to: 'b' },
      { name: 'second', in_state: 'b', prompt: 'After {artifact.first}. {constraints}', transition_to: 'end' },
    ],
    outputs: { first: ['one'], second: [SLOW] },
  });
  const id = await engine.start(machine);
  await engine.until(id, ({ steps }) => steps['second']?.call?.phase === 'generate');
  return id;
}

function promptIn(body: unknown): string {
  return JSON.stringify(body);
}

test('R48: a constraint change reaches the next prompt of a machine, and a binding is overridden', async () => {
  const id = await underWay();
  const redirect = (change: object) => post(`/v1/runs/${id}/redirect?wait=10s`, { description: 'as said', ...change });
  expect(await redirect({ type: 'constraint_change', constraints: 'Be kind.' })).toMatchObject({ status: 200 });
  expect(await redirect({ type: 'bindings_override', bindings: { first: { content: 'another one' } } })).toMatchObject({
    status: 200,
  });
  expect(await engine.until(id, ended)).toMatchObject({
    life: { status: 'completed' },
    own: { state: 'end' },
    usage: { attempts: 2 },
  });
  await consistent(engine, id);
  const attempts = (await get(`/v1/runs/${id}/steps/second/attempts`)).data;
  const last = promptIn(await get(`/v1/runs/${id}/steps/second/attempts/${attempts.at(-1).n}`));
  expect(last).toContain('After another one. Be kind.');
});

test('R48, R89: a graph adjustment and a fork from a step are refused for a machine', async () => {
  const id = await underWay();
  const refusals = [
    await post(`/v1/runs/${id}/redirect`, { type: 'dag_adjustment', description: 'x', remove: ['first'] }),
    await post(`/v1/runs/${id}/fork`, { fromStep: 'second' }),
  ];
  expect(refusals.map(({ status, body }) => [status, body.errors?.[0]?.code])).toEqual([
    [422, 'not_supported'],
    [422, 'not_supported'],
  ]);
  await engine.until(id, ended);
});

test('the steps of a machine show their titles, guards and epochs', async () => {
  const { id } = await played(engine, {
    fields: { budgets: { maxIterations: 2 } },
    steps: [{ name: 'work', in_state: 'a', title: 'The work', guard: { use: 'length', with: { min: 1 } } }],
  });
  expect((await get(`/v1/runs/${id}/steps`)).data).toMatchObject([
    { id: 'work', title: 'The work', epoch: 2, guard: { id: 'length' } },
  ]);
  expect((await get(`/v1/runs/${id}/steps/work/attempts`)).data).toMatchObject([
    { epoch: 1, status: 'accepted' },
    { epoch: 2, status: 'accepted' },
  ]);
});

test('api 1: the schema of definitions describes machines', async () => {
  expect(JSON.stringify(await get('/v1/schemas/workflow'))).toContain('state_machine');
});
