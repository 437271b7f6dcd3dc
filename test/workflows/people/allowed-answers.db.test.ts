// A real PostgreSQL, the real API: what `allow` of a step takes away, by every way to answer (R129).
import type { FastifyInstance } from 'fastify';
import { ACTIONS, type Action } from '../../../src/model/events/escalations.ts';
import { openEscalations } from '../../../src/model/run-state.ts';
import { SIGNALS } from '../../../src/workflows/messages.ts';
import { type Answer, type Asked, asked, nextQuestion, updateWith } from '../../support/engine/asked.ts';
import { apiOver } from '../../support/engine/engine-api.ts';
import { startInProcess } from '../../support/engine/in-process.ts';
import type { AnyEngine } from '../../support/engine/parts.ts';
import { ended } from '../../support/engine/scripted.ts';
import { until } from '../../support/until.ts';

let engine: AnyEngine;
let api: FastifyInstance;
let isRefused = false;

beforeAll(async () => {
  engine = await startInProcess({
    provider: (app) =>
      app.addHook('onRequest', async (_request, reply) => {
        if (isRefused) await reply.code(401).send({ error: { message: 'no such key' } });
      }),
  });
  api = await apiOver(engine);
});
afterAll(async () => {
  await api?.close();
  await engine?.stop();
});

/** A payment after a signature: `sign` is asked about in every way, and `pay` waits until it is settled. */
const definition = (sign: object, facts: object = {}) => ({
  name: 'pay',
  model: { name: 'sim:script', extra: { sim: { outputs: { sign: ['Pay 5000.'], pay: ['Paid.'] } } } },
  steps: [
    {
      id: 'sign',
      generator: { kind: 'llm', prompt: 'Write it down.' },
      guard: { use: 'human', with: { question: 'May it be paid?', allow: ['approve', 'reject'] } },
      recovery: { rMax: 0, onExhausted: 'fail' },
      ...sign,
    },
    {
      id: 'pay',
      optionalRequires: ['sign'],
      generator: { kind: 'fixed', content: 'Paid.' },
      guard: { use: 'not-empty' },
    },
  ],
  goal: ['pay'],
  ...facts,
});

/** The definition, the question that is asked first, and the answers that it takes. */
const QUESTIONS: readonly (readonly [string, Readonly<Record<string, unknown>>, string, readonly Action[]])[] = [
  ['its own', definition({}), 'approval', ['approve', 'reject', 'abort']],
  [
    'about its condition',
    definition({ when: 'input.amount > 1000' }, { input: { type: 'object', properties: { amount: {} } } }),
    'condition',
    ['approve', 'abort'],
  ],
  [
    'before its first attempt',
    definition({ approval: true, allow: ['approve', 'reject'], guard: { use: 'not-empty' } }),
    'approval',
    ['approve', 'reject', 'abort'],
  ],
  [
    'for the artifact itself',
    definition({ generator: { kind: 'human', question: 'What?', allow: ['amend'] }, guard: { use: 'not-empty' } }),
    'input',
    ['amend', 'abort'],
  ],
];

const FIELDS: Readonly<Record<Action, object>> = {
  approve: {},
  reject: { feedback: 'No.' },
  amend: { content: 'Pay nothing.' },
  retry: { guidance: 'Once more.' },
  redo: { step: 'sign' },
  skip: {},
  raise: { budgets: { maxAttempts: 40 } },
  abort: {},
};
const answersBut = (allowed: readonly Action[]): readonly Answer[] =>
  ACTIONS.filter((action) => !allowed.includes(action)).map((action) => ({ action, ...FIELDS[action] }));

const decideOver = (id: string, answer: Answer, query = '') =>
  api.inject({ method: 'POST', url: `/v1/escalations/${id}/decision${query}`, payload: { by: 'eve', ...answer } });
const refusalsIn = async (id: string) =>
  (await engine.log(id)).flatMap((event) =>
    event.type === 'decision.rejected' ? [`${event.action} ${event.reason}`] : [],
  );

/** Every answer that is not listed, by every way; the question is open as before. */
async function isKept(before: Asked, allowed: readonly Action[]): Promise<void> {
  const { id, question } = before;
  const others = answersBut(allowed);
  for (const answer of others) {
    for (const query of ['', '?preview=true']) {
      const reply = await decideOver(question.id, answer, query);
      expect([answer.action, reply.statusCode, reply.json()]).toEqual([
        answer.action,
        409,
        expect.objectContaining({ code: 'action_not_allowed', allowedActions: allowed }),
      ]);
    }
    const refused = { cause: { type: 'action_not_allowed' } };
    await expect(updateWith(engine, before, answer)).rejects.toMatchObject(refused);
    await engine.handleOf(id).signal(SIGNALS.decide, { escalationId: question.id, by: 'eve', ...answer });
  }
  await until('the signals are noted', async () => ((await refusalsIn(id)).length >= others.length ? true : undefined));
  expect(await refusalsIn(id)).toEqual(others.map(({ action }) => `${action} action_not_allowed`));
  const state = await engine.until(id, () => true);
  expect(state.escalations).toEqual(before.state.escalations);
  expect(state.steps['pay']).toMatchObject({ sigma: 'unsatisfied', n: 0 });
}

describe('R129: what a step does not list is refused over REST, as an Update and as a signal', () => {
  test.each(QUESTIONS)('to the question %s', async (_, written, kind, allowed) => {
    const before = await asked(engine, written);
    expect(before.question).toMatchObject({ kind, step: 'sign', allowedActions: allowed });
    await isKept(before, allowed);
  });

  test('to the question that machinery asks, which can be answered with another try', async () => {
    isRefused = true;
    const before = await asked(engine, definition({}));
    isRefused = false;
    expect(before.question).toMatchObject({ kind: 'infrastructure', step: 'sign' });
    await isKept(before, ['retry', 'abort']);
    await updateWith(engine, before, { action: 'retry' });
    const { question } = await nextQuestion(engine, before.id, before.question);
    expect(question).toMatchObject({ kind: 'approval', leaf: 'human' });
  });

  test('approving the condition is not the signature: that is asked for then', async () => {
    const [, [, written] = []] = QUESTIONS;
    const before = await asked(engine, written ?? {});
    expect((await decideOver(before.question.id, { action: 'approve' })).statusCode).toBe(200);
    const signature = await nextQuestion(engine, before.id, before.question);
    expect(signature.question).toMatchObject({ kind: 'approval', leaf: 'human' });
    expect(signature.state.steps['pay']).toMatchObject({ n: 0 });
    expect((await decideOver(signature.question.id, { action: 'approve' })).statusCode).toBe(200);
    expect(await engine.until(before.id, ended)).toMatchObject({
      life: { status: 'completed' },
      steps: { pay: { n: 1 } },
    });
  });
});

test('R129: the question, its page and its list show what is left, and what each leads to', async () => {
  const { id, question } = await asked(engine, definition({}));
  const get = async (url: string) => (await api.inject({ url })).json<Readonly<Record<string, unknown>>>();
  const view = await get(`/v1/escalations/${question.id}`);
  expect(view).toMatchObject({
    allowedActions: ['approve', 'reject', 'abort'],
    example: { action: '<approve | reject | abort>' },
  });
  expect(Object.keys(Object(view['outcomes']))).toEqual(['approve', 'reject', 'abort']);
  const page = await get(`/v1/escalations/${question.id}?view=page`);
  expect(page['options']).toMatchObject([
    { action: 'approve', primary: true, consequence: expect.stringContaining('sign is done') },
    { action: 'reject', consequence: expect.stringContaining('the run fails') },
    { action: 'abort', consequence: expect.stringContaining('the run fails') },
  ]);
  const list = await get(`/v1/escalations?status=open&runId=${id}`);
  expect(list['data']).toMatchObject([{ id: question.id, allowedActions: ['approve', 'reject', 'abort'] }]);
  const why = await get(`/v1/runs/${id}/why`);
  expect(why['next']).toMatchObject([
    { who: 'person', kind: 'answer', action: `decide ${question.id}: approve, reject, abort` },
  ]);
});

test('R129: of a run that is stuck, the step that people may not skip is not among those to choose from', async () => {
  const steps = [
    { id: 'first', generator: { kind: 'human', question: 'What?' }, guard: { use: 'not-empty' } },
    { ...definition({}).steps[0], requires: ['first'] },
    { ...definition({}).steps[1], requires: ['first'] },
  ];
  const before = await asked(engine, { ...definition({}), steps });
  expect((await decideOver(before.question.id, { action: 'skip' })).statusCode).toBe(200);
  const stuck = await nextQuestion(engine, before.id, before.question);
  expect(stuck.question).toMatchObject({ kind: 'deadlock', allowedActions: ['redo', 'skip', 'abort'] });
  const page = (await api.inject({ url: `/v1/escalations/${stuck.question.id}?view=page` })).json();
  const fieldOf = (action: string) =>
    Object(Object(page).options.find((option: { readonly action: string }) => option.action === action)).fields[0];
  expect([fieldOf('skip').values, fieldOf('redo').values]).toEqual([['pay'], ['first']]);
  for (const action of ['skip', 'redo'] as const) {
    const reply = await decideOver(stuck.question.id, { action, step: 'sign' });
    expect([reply.statusCode, reply.json().code]).toEqual([409, 'action_not_allowed']);
    const refused = { cause: { type: 'action_not_allowed' } };
    await expect(updateWith(engine, stuck, { action, step: 'sign' })).rejects.toMatchObject(refused);
  }
  expect(openEscalations(await engine.until(before.id, () => true))).toHaveLength(1);
});
