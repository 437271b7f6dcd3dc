// A real PostgreSQL, the simulated models, the API in process: machines that are complete by a base case.
import type { FastifyInstance } from 'fastify';
import { consistent } from '../../support/consistent.ts';
import { apiOver } from '../../support/engine/engine-api.ts';
import { startInProcess } from '../../support/engine/in-process.ts';
import type { AnyEngine } from '../../support/engine/parts.ts';
import { ended } from '../../support/engine/scripted.ts';
import { aMachine } from '../../support/played/a-machine.ts';
import { played } from '../../support/played/machine-runs.ts';

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

const saysDone = (on: string, text = 'done') => ({ guard: { use: 'contains', with: { text } }, on });
const STEPS = [
  { name: 'first', in_state: 'a', transition_to: 'b' },
  { name: 'second', in_state: 'b', transition_to: 'end' },
];
const aRun = (baseCase: unknown, outputs: Record<string, readonly unknown[]>) => ({
  fields: { objective: { goal: 'It is done.', baseCase } },
  steps: STEPS,
  outputs,
});

test('R53: a machine is complete as soon as its base case holds, with steps left', async () => {
  const { id, state, moves } = await played(engine, aRun(saysDone('first'), { first: ['done'] }));
  expect(state).toMatchObject({
    life: { status: 'completed' },
    own: { state: 'b' },
    steps: { second: { sigma: 'unsatisfied' } },
  });
  expect(moves).toEqual(['a > b']);
  expect((await app.inject({ url: `/v1/runs/${id}/result` })).json().endedBy).toBe('base_case');
  const { summary } = (await app.inject({ url: `/v1/runs/${id}/why` })).json();
  expect(summary).toMatch(/^The run is completed: its base case holds\./);
  const { objective, baseCase } = (await app.inject({ url: `/v1/runs/${id}/state` })).json();
  expect([objective.goal, baseCase.passed]).toEqual(['It is done.', true]);
  const evidence = (await app.inject({ url: `/v1/artifacts/${baseCase.artifactId}/content` })).json();
  expect(evidence).toMatchObject({ passed: true, evidence: [{ leaf: 'baseCase' }] });
});

test('R88: it goes on while the base case does not hold, and is not complete where no step is left', async () => {
  const { log, state } = await played(engine, aRun(saysDone('first'), { first: ['not yet'] }));
  expect(state).toMatchObject({ life: { status: 'escalated' }, own: { state: 'end' } });
  expect(Object.values(state.escalations).map(({ kind }) => kind)).toEqual(['deadlock']);
  expect(log.flatMap((event) => (event.type === 'basecase.verified' ? [event.passed] : []))).toContain(false);
});

test('R53: a later turn makes it hold', async () => {
  const around = {
    ...aRun(saysDone('work', '3'), { work: ['1', '2', '3', '4'] }),
    steps: [{ name: 'work', in_state: 'a' }],
  };
  const { state } = await played(engine, { ...around, fields: { ...around.fields, budgets: { maxStall: 9 } } });
  expect(state).toMatchObject({ life: { status: 'completed' }, iterations: 3, usage: { llmCalls: 3 } });
});

test.each([
  ['an unknown guard', { guard: { use: 'nope' }, on: 'first' }, '/objective/baseCase/guard/use'],
  ['an unknown step', saysDone('nowhere'), '/objective/baseCase/on'],
  ['a judge alone', { rubric: 'It is fine.' }, '/objective/baseCase'],
])('S1-4.1-b, design 3.2: %s is refused at publish', async (_, baseCase, pointer) => {
  const answer = await app.inject({ method: 'POST', url: '/v1/workflows', payload: aMachine(aRun(baseCase, {})) });
  expect(answer.statusCode).toBe(422);
  expect(answer.json().errors.map((issue: { pointer: string }) => issue.pointer)).toContain(pointer);
});

test('R48, R50: a base case that is given at the start or by a redirect counts', async () => {
  const definition = aMachine({
    steps: STEPS,
    outputs: { first: ['done'], second: [{ text: 'late', delay: '3s' }, 'late'] },
  });
  const objective = { baseCase: saysDone('first') };
  const given = await app.inject({
    method: 'POST',
    url: '/v1/runs',
    payload: { workflow: { definition: { ...definition, name: 'given' } }, objective },
  });
  expect(given.statusCode).toBe(201);
  expect(await engine.until(given.json().id, ended)).toMatchObject({
    life: { status: 'completed' },
    own: { state: 'b' },
  });

  const id = await engine.start(definition);
  await engine.until(id, ({ steps }) => steps['second']?.call?.phase === 'generate');
  const redirected = await app.inject({
    method: 'POST',
    url: `/v1/runs/${id}/redirect?wait=10s`,
    payload: { type: 'objective_change', description: 'enough', objective },
  });
  expect(redirected.statusCode).toBe(200);
  expect(await engine.until(id, ended)).toMatchObject({ life: { status: 'completed' }, own: { state: 'b' } });
  await consistent(engine, id);
});
