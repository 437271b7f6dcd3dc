// A real PostgreSQL, the simulated models, the API in process: what people answer to a state machine.
import type { FastifyInstance } from 'fastify';
import type { RunState } from '../../../src/model/run-state.ts';
import { standingOf } from '../../../src/topologies/machine/machine-in.ts';
import { consistent } from '../../support/consistent.ts';
import { apiOver } from '../../support/engine/engine-api.ts';
import { startInProcess } from '../../support/engine/in-process.ts';
import type { AnyEngine } from '../../support/engine/parts.ts';
import { ended } from '../../support/engine/scripted.ts';
import { aMachine, type MachineFacts } from '../../support/played/a-machine.ts';
import { promptsOf, told } from '../../support/played/machine-runs.ts';

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
  const answer = await app.inject({ method: 'POST', url: `${url}?wait=10s`, payload });
  return { status: answer.statusCode, body: answer.json() };
}

const get = async (url: string) => (await app.inject({ url })).json();
const resting = (state: RunState) => ended(state) || state.life.status !== 'running';
const open = ({ escalations }: RunState) => Object.values(escalations).find(({ status }) => status === 'open');

/** A machine that has come to its end or to a question, and the way to answer it. */
async function asked(machine: MachineFacts) {
  const id = await engine.start(aMachine(machine));
  const state = await engine.until(id, resting);
  return { id, state, question: open(state) };
}

async function decide(id: string, question: { id: string } | undefined, body: object) {
  const answer = await post(`/v1/escalations/${question?.id}/decision`, body);
  const state = await engine.until(id, (now) => resting(now) && open(now)?.id !== question?.id);
  return { answer, state };
}

const variablesOf = async (id: string) => (await get(`/v1/runs/${id}/state`)).machine.variables;

const NEVER = { use: 'contains', with: { text: 'nope' } };
const set = (name: string, code: string, more: object = {}) => ({ name, type: 'code', in_state: 'a', code, ...more });
const after = { name: 'after', in_state: 'b', prompt: 'q={q} r={r}', transition_to: 'end' };

test('R12: code that a person accepts over its guard has set its variables', async () => {
  const steps = [
    set('first', "context['r'] = 1"),
    set('second', "context['q'] = 5", { guard: NEVER, transition_to: 'b' }),
    after,
  ];
  const { id, question } = await asked({ steps });
  const { state } = await decide(id, question, { action: 'approve', artifactDigest: question?.artifactDigest });
  expect(state).toMatchObject({ life: { status: 'completed' }, steps: { second: { sigma: 'waived' } } });
  expect(await variablesOf(id)).toEqual({ r: 1, q: 5 });
  expect(await promptsOf(engine, id, 'after')).toEqual([expect.stringContaining('q=5 r=1')]);
});

test('R43: what a person gives for code joins what was set before, and is no less than code is held to', async () => {
  const steps = [
    set('first', "context['r'] = 1"),
    set('second', "context['q'] = 1 / 0", { transition_to: 'b' }),
    after,
  ];
  const { id, question } = await asked({ steps });
  expect(question?.allowedActions).not.toContain('approve');
  for (const [content, feedback] of [
    ['[1, 2]', /one JSON object/],
    ['hello', /one JSON object/],
    ['{"artifact": 1}', /"artifact" has a meaning of its own/],
    ['{"a b": 1}', /"a b" is no name/],
    [`{"q": "${'x'.repeat(70_000)}"}`, /more than 65536 characters/],
  ] as const) {
    await post(`/v1/escalations/${question?.id}/decision`, { action: 'amend', content });
    const [last] = (await get(`/v1/runs/${id}/attempts?limit=50`)).data.slice(-1);
    expect(last).toMatchObject({ status: 'rejected', verdict: { guard: 'generator-validation' } });
    expect(last.verdict.feedback).toMatch(feedback);
  }
  const { state } = await decide(id, question, { action: 'amend', content: '{"q": 5}' });
  expect(state).toMatchObject({ life: { status: 'completed' } });
  expect(await variablesOf(id)).toEqual({ r: 1, q: 5 });
  expect(await promptsOf(engine, id, 'after')).toEqual([expect.stringContaining('q=5 r=1')]);
  await consistent(engine, id);
});

const SLOW = { text: 'late', delay: '2s' };

/** In state c, with a slow call under way, after code that set q and r in state a and a step of state b that saw them. */
async function underWay() {
  const id = await engine.start(
    aMachine({
      machine: { states: ['a', 'b', 'c', 'end'] },
      steps: [
        set('code', "context['q'] = 5\ncontext['r'] = 1", { transition_to: 'b' }),
        { name: 'passed', in_state: 'b', prompt: 'Of {artifact.code}', transition_to: 'c' },
        { name: 'here', in_state: 'c', prompt: 'q={q} r={r} {artifact.passed}', transition_to: 'end' },
      ],
      outputs: { passed: ['what passed made'], here: [SLOW, 'done'] },
    }),
  );
  await engine.until(id, ({ steps }) => steps['here']?.call?.phase === 'generate');
  return id;
}

test('R48: an overridden artifact of code changes its variables, and what other states made stays', async () => {
  const id = await underWay();
  const override = (content: string) =>
    post(`/v1/runs/${id}/redirect`, { type: 'bindings_override', description: 'd', bindings: { code: { content } } });
  expect(await override('not json')).toMatchObject({
    status: 422,
    body: { errors: [{ pointer: '/bindings/code/content', code: 'invalid_variables' }] },
  });
  expect(await override('{"q": 77}')).toMatchObject({ status: 200 });
  const state = await engine.until(id, ended);
  expect(state).toMatchObject({ life: { status: 'completed' }, steps: { passed: { sigma: 'satisfied' } } });
  expect((await promptsOf(engine, id, 'here')).at(-1)).toContain('q=77 r=1 what passed made');
  expect(await variablesOf(id)).toEqual({ q: 77, r: 1 });
});

test('api 4: a step that does not run where the machine is cannot be reset there', async () => {
  const id = await underWay();
  const change = { type: 'objective_change', description: 'd', specification: 'Otherwise.' };
  expect(await post(`/v1/runs/${id}/redirect`, { ...change, reset: ['passed'] })).toMatchObject({
    status: 422,
    body: { code: 'not_in_state', detail: expect.stringContaining('passed does not run in c') },
  });
  expect(await post(`/v1/runs/${id}/redirect`, { ...change, reset: ['here'] })).toMatchObject({ status: 200 });
  expect(await engine.until(id, ended)).toMatchObject({ life: { status: 'completed' } });
});

test('R44: of a machine that turns in one state no step of another one is run again or skipped', async () => {
  const { id, question } = await asked({
    fields: { budgets: { maxStall: 2 } },
    steps: [{ name: 'stay', in_state: 'a' }, after],
  });
  expect(question).toMatchObject({ kind: 'stalled' });
  for (const action of ['redo', 'skip']) {
    const { status, body } = await post(`/v1/escalations/${question?.id}/decision`, { action, step: 'after' });
    expect([status, body.code]).toEqual([422, 'not_in_state']);
    expect(body.detail).toContain('there run stay');
  }
  expect((await decide(id, question, { action: 'abort' })).answer.status).toBe(200);
});

test.each([
  ['an empty answer', [''], {}],
  ['an answer that was cut', [{ text: 'half', finish: 'length' }], {}],
])('a person accepts %s that never reached the guard, and the machine moves', async (_, outputs, more) => {
  const steps = [{ name: 'work', in_state: 'a', max_retries: 0, transition_to: 'end', ...more }];
  const { id, question } = await asked({ steps, outputs: { work: outputs } });
  const { state } = await decide(id, question, { action: 'approve', artifactDigest: question?.artifactDigest });
  expect(state).toMatchObject({ life: { status: 'completed' }, own: { state: 'end' } });
});

test('an answer that leads nowhere is not offered for acceptance; one for a move that is refused is', async () => {
  const decision = (transition_map: object) => ({
    machine: { transitions: [{ from: 'a', to: 'end' }] },
    steps: [{ name: 'choose', type: 'transition', in_state: 'a', prompt: 'Which?', max_retries: 0, transition_map }],
    outputs: { choose: ['maybe'] },
  });
  const nowhere = await asked(decision({ yes: 'end' }));
  expect(nowhere.question?.allowedActions).not.toContain('approve');
  const refused = await asked(decision({ yes: 'end', maybe: 'b' }));
  expect(refused.question?.allowedActions).toContain('approve');
});

test('S2-1-b, S2-4-b: a step that run_if leaves out is no query in the trace', async () => {
  const { id } = await asked({
    steps: [
      { name: 'never', in_state: 'a', run_if: 'false' },
      { name: 'work', in_state: 'a', transition_to: 'end' },
    ],
  });
  const actions = (await get(`/v1/runs/${id}/trace`)).data.map(({ action, step }: Record<string, string>) => [
    action,
    step,
  ]);
  expect(actions).toEqual([
    ['ADVANCE-STATE', 'never'],
    ['QUERY-LLM', 'work'],
    ['EXECUTE-GUARD', 'work'],
    ['ADVANCE-STATE', 'work'],
    ['TRANSITION', 'work'],
    ['REPLY-TO-USER', undefined],
  ]);
});

test.each(['not context.nosuch', 'context.nosuch != "high"', 'not get(context, "x").y and context["nosuch"] == null'])(
  'S2-3-b, R37, R109: the condition %s names what is not known: false, and noted',
  async (condition) => {
    const { id, state } = await asked({
      fields: { budgets: { maxIterations: 1 } },
      machine: { transitions: [{ from: 'a', to: 'end', condition }] },
      steps: [{ name: 'work', in_state: 'a', transition_to: 'end' }],
    });
    expect(standingOf(state)?.state).toBe('a');
    const { notes } = told(await engine.log(id));
    expect(notes).toEqual([expect.stringMatching(/^the condition for moving to end: .*(has no value|unknown name)/)]);
  },
);

test('R54: code that names what is not known goes on with nothing, and the log says so', async () => {
  const { id } = await asked({ steps: [set('code', "context['r'] = nosuch", { transition_to: 'end' })] });
  expect(await variablesOf(id)).toEqual({ r: null });
  expect(JSON.stringify(await engine.log(id))).toContain('code: unknown name \\"nosuch\\"');
});
