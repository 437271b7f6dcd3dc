// A real PostgreSQL, the simulated models, the API in process: a stuck machine is helped, and taken again.
import type { FastifyInstance } from 'fastify';
import type { RunState } from '../../../src/model/run-state.ts';
import { standingOf } from '../../../src/topologies/machine/machine-in.ts';
import { consistent } from '../../support/consistent.ts';
import { apiOver } from '../../support/engine/engine-api.ts';
import { startInProcess } from '../../support/engine/in-process.ts';
import type { AnyEngine } from '../../support/engine/parts.ts';
import { ended } from '../../support/engine/scripted.ts';
import { aMachine } from '../../support/played/a-machine.ts';
import { played, promptsOf } from '../../support/played/machine-runs.ts';

let engine: AnyEngine;
let app: FastifyInstance;

beforeAll(async () => {
  engine = await startInProcess();
  app = await apiOver(engine);
});
afterAll(async () => {
  await app?.close();
  await engine?.stop();
});

async function post(url: string, payload: object) {
  const answer = await app.inject({ method: 'POST', url, payload });
  return { status: answer.statusCode, body: answer.json() };
}

const get = async (url: string) => (await app.inject({ url })).json();
const open = ({ escalations }: RunState) => Object.values(escalations).find(({ status }) => status === 'open');

/** Sets n to 1 once, and moves on only when it is more. */
const STUCK = {
  fields: { variables: { n: 0, tone: 'calm' }, budgets: { maxStall: 2 } },
  machine: { transitions: [{ from: 'a', to: 'b', condition: 'n > 1' }], final_states: ['b'] },
  steps: [
    { name: 'once', type: 'code', in_state: 'a', run_if: 'n == 0', code: 'context["n"] = 1' },
    { name: 'work', in_state: 'a', prompt: 'n={n} {tone} {artifact.work}', transition_to: 'b' },
  ],
  outputs: { work: ['one', 'two', 'three', 'four'] },
};

test('R89: over REST a stuck machine names what holds it, and goes on with the variable that its question asks for', async () => {
  const { id, state } = await played(engine, STUCK);
  const asked = open(state);
  expect(asked?.question).toContain('The move to b that work asks for was refused: `n > 1` does not hold (n is 1).');
  expect((await get(`/v1/escalations/${asked?.id}`)).question).toBe(asked?.question);
  const body = /redirect with (\{.*?\}\}) or /.exec(asked?.question ?? '')?.[1] ?? '{}';
  const sent = JSON.parse(body);
  expect(sent).toMatchObject({ type: 'bindings_override', variables: { n: 1 } });
  const change = (variables: object) => post(`/v1/runs/${id}/redirect?wait=10s`, { ...sent, variables });
  expect(await change({ success_rate: 1 })).toMatchObject({
    status: 422,
    body: { errors: [{ pointer: '/variables/success_rate', code: 'built_in_variable' }] },
  });
  expect(await change({ tine: 1 })).toMatchObject({
    status: 422,
    body: { errors: [{ code: 'unknown_variable', detail: expect.stringContaining('Did you mean "tone"?') }] },
  });
  expect(await change({ n: 5, tone: 'bright' })).toMatchObject({ status: 200 });
  expect(await engine.until(id, ended)).toMatchObject({ life: { status: 'completed' }, own: { state: 'b' } });
  expect((await promptsOf(engine, id, 'work')).at(-1)).toBe('n=5 bright two');
  expect((await get(`/v1/runs/${id}/state`)).machine.variables).toEqual({ n: 5, tone: 'bright' });
  expect((await get(`/v1/runs/${id}/result`)).endedBy).toBe('final_state');
  await consistent(engine, id);
});

test('R89: over REST it is moved where no transition leads, and nothing else of a graph is adjusted', async () => {
  const { id } = await played(engine, STUCK);
  const move = (fields: object) =>
    post(`/v1/runs/${id}/redirect?wait=10s`, { type: 'dag_adjustment', description: 'enough', ...fields });
  expect((await move({ state: 'c' })).body.errors).toMatchObject([{ pointer: '/state', code: 'unknown_state' }]);
  expect((await move({ state: 'b', remove: ['work'] })).body.errors).toMatchObject([
    { pointer: '/remove', code: 'not_supported' },
  ]);
  expect(await move({ state: 'end' })).toMatchObject({ status: 200 });
  const state = await engine.until(id, (now) => open(now)?.kind === 'deadlock');
  expect(standingOf(state)).toMatchObject({ state: 'end', path: [{ state: 'a' }, { state: 'end' }] });
  expect((await get(`/v1/runs/${id}/trace`)).data).toContainEqual(
    expect.objectContaining({ action: 'TRANSITION', from: 'a', to: 'end' }),
  );
  expect(await move({ state: 'b' })).toMatchObject({ status: 200 });
  expect(await engine.until(id, ended)).toMatchObject({ life: { status: 'completed' }, own: { state: 'b' } });
  await consistent(engine, id);
});

/** A turn in a, one in b, one in a again, each of which counts. */
const AROUND = {
  fields: { variables: { n: 0 } },
  machine: { final_states: ['end'] },
  steps: [
    { name: 'count', type: 'code', code: 'context["n"] = n + 1' },
    { name: 'first', in_state: 'a', prompt: 'n={n} {artifact.second}', transition_to: 'b' },
    {
      name: 'second',
      type: 'transition',
      in_state: 'b',
      prompt: 'n={n} {artifact.first}',
      transition_map: { again: 'a', done: 'end' },
    },
  ],
  outputs: { first: ['one', 'two'], second: ['again', 'done'] },
};

test('R89: a fork takes a turn again, with the state, the variables and the artifacts that it began with', async () => {
  const { id } = await played(engine, AROUND);
  const forked = await post(`/v1/runs/${id}/fork`, { fromTurn: 3, constraints: 'Be kind.' });
  expect(forked).toMatchObject({
    status: 201,
    body: { forkedFrom: { runId: id, fromTurn: 3, changed: ['constraints'] } },
  });
  const run = forked.body.id;
  const state = await engine.until(run, ended);
  expect(state).toMatchObject({
    life: { status: 'completed' },
    own: { path: [{ state: 'a', turn: 0 }, { state: 'b' }, {}, {}, {}] },
  });
  expect((await promptsOf(engine, run, 'first')).map((prompt) => prompt.split('\n').at(-1))).toEqual([
    'n=3 again',
    'n=5 again',
  ]);
  expect((await get(`/v1/runs/${run}/state`)).machine.variables).toEqual({ n: 6 });
  await consistent(engine, run);
});

test('R89: without a turn it is the present one; a turn that was not begun, and a step, are refused', async () => {
  const { id } = await played(engine, AROUND);
  const { body } = await post(`/v1/runs/${id}/fork`, {});
  expect(body.forkedFrom).toMatchObject({ fromTurn: 4 });
  expect(standingOf(await engine.until(body.id, ended))?.path[0]).toMatchObject({ state: 'b' });
  const refused = async (payload: object) => (await post(`/v1/runs/${id}/fork`, payload)).body.errors;
  expect(await refused({ fromTurn: 5 })).toMatchObject([{ pointer: '/fromTurn', code: 'unknown_turn' }]);
  expect(await refused({ fromStep: 'first' })).toMatchObject([{ pointer: '/fromStep', code: 'not_supported' }]);
});

test('R88: code that is given up by its policy still asks for its move', async () => {
  const { state, moves } = await played(engine, {
    steps: [
      {
        name: 'code',
        type: 'code',
        in_state: 'a',
        code: 'context["n"] = 1 / 0',
        on_failure: 'skip',
        transition_to: 'b',
      },
    ],
  });
  expect([state.life.status, moves]).toEqual(['completed', ['a > b']]);
});

test('R88: publishing says that only a budget ends the run, and which step never runs', async () => {
  const steps = [{ name: 'one' }, { name: 'two', in_state: 'a' }];
  const answer = await app.inject({ method: 'POST', url: '/v1/workflows', payload: aMachine({ steps }) });
  const codes = answer.json().warnings.map(({ code }: { code: string }) => code);
  expect(codes).toEqual(expect.arrayContaining(['never_ends', 'unreachable_step']));
});

test('api 1: the drawing of a machine shows that a person is awaited, attempts used of allowed, and no present state once it has ended', async () => {
  const drawn = async (id: string, format: string) =>
    (await app.inject({ url: `/v1/runs/${id}/graph?format=${format}` })).body;
  const { id, state } = await played(engine, {
    steps: [{ name: 'work', in_state: 'a', max_retries: 1, guard: { use: 'contains', with: { text: 'x' } } }],
    outputs: { work: ['one', 'two'] },
  });
  expect((await get(`/v1/runs/${id}/graph`)).nodes[0]).toMatchObject({
    id: 'a',
    status: 'current',
    asking: true,
    attempts: { used: 2, allowed: 2 },
  });
  expect(await drawn(id, 'svg')).toMatch(/node asking[\s\S]*>asks a person · 1×<[\s\S]*>2 of 2 attempts</);
  expect(await drawn(id, 'mermaid')).toContain('s0["a<br/>asks a person · 2 of 2 attempts"]:::asking');
  await post(`/v1/escalations/${open(state)?.id}/decision?wait=10s`, { action: 'abort' });
  await engine.until(id, ended);
  for (const format of ['svg', 'mermaid']) {
    const after = await drawn(id, format);
    expect(after).toContain('visited');
    expect(after).not.toMatch(/:::current|>current|asks a person/);
  }
});
