// A real PostgreSQL, the real API: the `when` of a step comes before anything of it (R103, R109).
import type { FastifyInstance } from 'fastify';
import { openEscalations } from '../../src/model/run-state.ts';
import { consistent } from '../support/consistent.ts';
import { nextQuestion } from '../support/engine/asked.ts';
import { apiOver } from '../support/engine/engine-api.ts';
import { type LocalEngine, startInProcess } from '../support/engine/in-process.ts';
import { ended } from '../support/engine/scripted.ts';

let engine: LocalEngine;
let api: FastifyInstance;

beforeAll(async () => {
  engine = await startInProcess();
  api = await apiOver(engine);
});
afterAll(async () => {
  await api?.close();
  await engine?.stop();
});

const get = async (url: string) => (await api.inject({ method: 'GET', url })).json();
const decide = async (question: string, payload: object) =>
  (await api.inject({ method: 'POST', url: `/v1/escalations/${question}/decision`, payload })).statusCode;

const fixed = (id: string, content: string, facts: object = {}) => ({
  id,
  generator: { kind: 'fixed', content },
  guard: { use: 'not-empty' },
  ...facts,
});

const workflow = (steps: readonly object[], facts: object = {}) => ({ name: 'conditions', steps, ...facts });

/** The names of the activities that were asked for, in order. */
const activitiesOf = (id: string) => engine.callsOf(id).map(({ name }) => name);

const work = (names: readonly string[]) => names.filter((name) => name !== 'flush');

const extract = (content: string) => fixed('extract', content, { guard: { use: 'json' } });

test.each([
  ['a human generator', { generator: { kind: 'human', question: 'Who signs?' } }],
  ['a step with approval: true', { approval: true }],
])('%s whose `when` is false asks nobody, and nothing is made (R103)', async (_, facts) => {
  const sign = fixed('sign', 'signed', { when: 'input.amount > 1000', ...facts });
  const id = await engine.start(workflow([sign]), { input: { amount: 10 } });
  const { state, log } = await consistent(engine, (await engine.until(id, ended)) && id);
  expect(state).toMatchObject({
    life: { status: 'completed' },
    escalations: {},
    iterations: 0,
    usage: { attempts: 0 },
    steps: { sign: { sigma: 'waived', epoch: 0 } },
  });
  expect(log.map(({ type }) => type)).not.toContain('step.started');
  expect(work(activitiesOf(id))).toEqual(['evaluateWhen']);
});

test('behind a used-up maxAttempts it parks no run that has nothing left to do (R49, R103)', async () => {
  const steps = [
    extract('{"amount": 10}'),
    fixed('sign', 'signed', { requires: ['extract'], when: 'artifact.extract.amount > 1000' }),
  ];
  const id = await engine.start(workflow(steps, { budgets: { maxAttempts: 1 } }));
  expect(await engine.until(id, ended)).toMatchObject({ life: { status: 'completed' }, escalations: {} });
});

test('true, it costs one activity and is not asked again in the call that makes the artifact (R103)', async () => {
  const id = await engine.start(workflow([fixed('sign', 'signed', { when: 'input.amount > 1000' })]), {
    input: { amount: 5_000 },
  });
  expect(await engine.until(id, ended)).toMatchObject({ life: { status: 'completed' }, usage: { attempts: 1 } });
  expect(work(activitiesOf(id))).toEqual(['evaluateWhen', 'generate', 'evaluateGuard']);
});

/** What was paid unsigned before: the amount is not there, so nobody knows whether anyone has to sign. */
async function unsigned() {
  const steps = [
    extract('{"sum": 5000}'),
    fixed('sign', 'signed', { requires: ['extract'], when: 'artifact.extract.amount > 1000', approval: true }),
    fixed('pay', 'paid', { optionalRequires: ['sign'] }),
  ];
  return nextQuestion(engine, await engine.start(workflow(steps)));
}

test('what cannot be calculated asks a person, who sees the expression and what each name holds (R109)', async () => {
  const { id, question, state } = await unsigned();
  expect(state.steps['pay']).toMatchObject({ sigma: 'unsatisfied', epoch: 0 });
  const { data } = await get(`/v1/escalations?kind=condition&status=open&runId=${id}`);
  expect(data).toMatchObject([{ id: question.id, kind: 'condition', step: 'sign' }]);
  expect(await get(`/v1/escalations/${question.id}`)).toMatchObject({
    kind: 'condition',
    question: expect.stringContaining('artifact.extract.amount > 1000'),
    feedback: expect.stringContaining('amount'),
    allowedActions: ['approve', 'redo', 'skip', 'abort'],
    evidence: {
      condition: {
        expression: 'artifact.extract.amount > 1000',
        names: [{ name: 'artifact.extract.amount' }],
        reasons: [expect.stringContaining('amount')],
      },
    },
  });
  await consistent(engine, id);
});

test('approved, the step runs as any other: its own question follows, and the run waits for that (R81, R109)', async () => {
  const { id, question } = await unsigned();
  expect(await decide(question.id, { action: 'approve' })).toBe(200);
  const approval = await engine.until(id, (now) => openEscalations(now).some(({ kind }) => kind === 'approval'));
  expect(await decide(openEscalations(approval)[0]?.id ?? '', { action: 'approve' })).toBe(200);
  expect(await engine.until(id, ended)).toMatchObject({
    life: { status: 'completed' },
    steps: { sign: { sigma: 'satisfied' }, pay: { sigma: 'satisfied' } },
  });
  expect(work(activitiesOf(id)).filter((name) => name === 'evaluateWhen')).toHaveLength(1);
  await consistent(engine, id);
});

test('skipped, it is waived, as that person said (R109)', async () => {
  const { id, question } = await unsigned();
  expect(await decide(question.id, { action: 'skip', by: 'ann' })).toBe(200);
  expect(await engine.until(id, ended)).toMatchObject({
    life: { status: 'completed' },
    steps: { sign: { sigma: 'waived' }, pay: { sigma: 'satisfied' } },
  });
  expect(await engine.log(id)).toContainEqual(
    expect.objectContaining({ type: 'step.waived', step: 'sign', reason: 'skipped by ann' }),
  );
});

test('of a machine what cannot be calculated is false, and noted (R109)', async () => {
  const machine = {
    name: 'turns',
    model: { name: 'sim:script', extra: { sim: { outputs: { work: ['done'] } } } },
    workflow: {
      state_machine: {
        states: ['a', 'end'],
        initial_state: 'a',
        final_states: ['end'],
        transitions: [{ from: 'a', to: 'end' }],
      },
      steps: [
        { name: 'ask', type: 'llm', prompt: 'x', in_state: 'a', run_if: 'level > 3', approval: true },
        { name: 'work', type: 'llm', prompt: 'x', in_state: 'a', transition_to: 'end' },
      ],
    },
    variables: { level: 'high' },
  };
  const id = await engine.start(machine);
  expect(await engine.until(id, ended)).toMatchObject({
    life: { status: 'completed' },
    escalations: {},
    iterations: 1,
  });
  const log = await engine.log(id);
  expect(log).toContainEqual(expect.objectContaining({ type: 'condition.evaluated', step: 'ask', outcome: 'false' }));
  expect(log).toContainEqual(
    expect.objectContaining({ type: 'note.added', step: 'ask', text: expect.stringMatching(/^run_if: /) }),
  );
});
