// A real PostgreSQL, the real API: a guard that asks a person, and what the person wrote was refused by the rest of it.
import type { FastifyInstance } from 'fastify';
import type { EscalationState } from '../../../src/model/run-state.ts';
import { consistent } from '../../support/consistent.ts';
import { nextQuestion } from '../../support/engine/asked.ts';
import { apiOver } from '../../support/engine/engine-api.ts';
import { startInProcess } from '../../support/engine/in-process.ts';
import type { AnyEngine } from '../../support/engine/parts.ts';
import { ended } from '../../support/engine/scripted.ts';

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

async function decide({ id }: EscalationState, payload: object) {
  const answer = await api.inject({ method: 'POST', url: `/v1/escalations/${id}/decision?wait=10s`, payload });
  return answer.statusCode;
}

const GUARD = {
  all: [
    { use: 'contains', with: { text: 'good' } },
    { use: 'human', with: { question: 'Is it?' } },
  ],
};

/** A run whose artifact waits for a person, who has written another one that the guard refused. */
async function refused(recovery: object = { rMax: 0 }) {
  const id = await engine.start({
    name: 'asking',
    model: { name: 'sim:script', extra: { sim: { outputs: { work: ['good'] } } } },
    steps: [{ id: 'work', generator: { kind: 'llm', prompt: 'Work.' }, guard: GUARD, recovery }],
  });
  const { question } = await nextQuestion(engine, id);
  expect(await decide(question, { action: 'amend', content: 'mine' })).toBe(200);
  const { state } = await nextQuestion(engine, id);
  expect(state.escalations[question.id]).toMatchObject({
    status: 'open',
    artifactId: expect.not.stringMatching(question.artifactId ?? ''),
  });
  return { id, question, artifactDigest: state.escalations[question.id]?.artifactDigest };
}

const statusesOf = async (id: string) => {
  const { rows } = await engine.store.attempts.list(id, {}, { limit: 10 });
  return rows.map(({ status, artifact }) => [artifact?.source, status]);
};

test('R12, R61: whoever approves it all the same has it accepted over the guard', async () => {
  const { id, question, artifactDigest } = await refused();
  expect(await decide(question, { action: 'approve', artifactDigest })).toBe(200);
  expect(await engine.until(id, ended)).toMatchObject({
    life: { status: 'completed' },
    steps: { work: { sigma: 'waived', n: 1 } },
    usage: { attempts: 1 },
  });
  expect(await statusesOf(id)).toEqual([
    ['generated', 'rejected'],
    ['human', 'waived'],
  ]);
  await consistent(engine, id);
});

test('R1, R26: whoever rejects it uses up the step, and no more is generated than is allowed', async () => {
  const { id, question } = await refused();
  expect(await decide(question, { action: 'reject', feedback: 'neither' })).toBe(200);
  const { state, question: next } = await nextQuestion(engine, id);
  expect(next).toMatchObject({ kind: 'attempts_exhausted', step: 'work' });
  expect(state.usage.attempts).toBe(1);
  await decide(next, { action: 'abort', reason: 'done' });
  await consistent(engine, id);
});

test('R1: with attempts left it is made again, and told what the person said', async () => {
  const { id, question } = await refused({ rMax: 1 });
  expect(await decide(question, { action: 'reject', feedback: 'neither of the two' })).toBe(200);
  const { state, question: next } = await nextQuestion(engine, id);
  expect(next).toMatchObject({ kind: 'approval', attempt: 2 });
  expect(state.usage.attempts).toBe(2);
  const { body } = await api.inject({ url: `/v1/runs/${id}/steps/work/attempts/2` });
  expect(body).toContain('neither of the two');
  expect(await decide(next, { action: 'approve' })).toBe(200);
  expect(await engine.until(id, ended)).toMatchObject({ life: { status: 'completed' } });
});

test('R43, R81: a step that may begin after all has nothing accepted that its guard refused', async () => {
  const id = await engine.start({
    name: 'permitted',
    model: { name: 'sim:script', extra: { sim: { outputs: { work: ['good'] } } } },
    steps: [
      {
        id: 'work',
        approval: true,
        generator: { kind: 'llm', prompt: 'Work.' },
        guard: { use: 'contains', with: { text: 'good' } },
      },
    ],
  });
  const { question } = await nextQuestion(engine, id);
  await decide(question, { action: 'amend', content: 'mine' });
  await nextQuestion(engine, id);
  expect(await decide(question, { action: 'approve' })).toBe(200);
  expect(await engine.until(id, ended)).toMatchObject({
    life: { status: 'completed' },
    steps: { work: { sigma: 'satisfied' } },
  });
  expect(await statusesOf(id)).toEqual([
    ['human', 'rejected'],
    ['generated', 'accepted'],
  ]);
});

test('R44: there is nothing to skip in a step that was skipped', async () => {
  const id = await engine.start({
    name: 'stuck',
    model: { name: 'sim:script', extra: { sim: { outputs: { a: [''], b: ['b'] } } } },
    steps: [
      { id: 'a', generator: { kind: 'llm', prompt: 'x' }, guard: { use: 'not-empty' }, recovery: { rMax: 0 } },
      { id: 'b', requires: ['a'], generator: { kind: 'llm', prompt: 'x' }, guard: { use: 'not-empty' } },
    ],
  });
  const { question } = await nextQuestion(engine, id);
  await decide(question, { action: 'skip' });
  const { question: deadlock } = await nextQuestion(engine, id);
  expect(deadlock.kind).toBe('deadlock');
  expect(await decide(deadlock, { action: 'skip', step: 'a' })).toBe(422);
  expect(await decide(deadlock, { action: 'skip', step: 'b' })).toBe(200);
  await engine.until(id, ended);
});

test('api 1: the trace has no query where nobody was asked', async () => {
  const fixed = { id: 'fixed', generator: { kind: 'fixed', content: 'x' }, guard: { use: 'not-empty' } };
  const made = {
    id: 'made',
    requires: ['fixed'],
    generator: { kind: 'llm', prompt: 'x' },
    guard: { use: 'not-empty' },
  };
  const started = await api.inject({
    method: 'POST',
    url: '/v1/runs',
    payload: {
      workflow: { definition: { name: 'unasked', model: 'sim:default', steps: [fixed, made] } },
      artifacts: { made: { content: 'brought along' } },
    },
  });
  const { id } = started.json();
  await engine.until(id, ended);
  const trace = (await api.inject({ url: `/v1/runs/${id}/trace` })).json().data;
  expect(trace.map(({ action, step }: Record<string, string>) => `${action} ${step ?? ''}`.trim())).toEqual([
    'EXECUTE-GUARD fixed',
    'ADVANCE-STATE fixed',
    'EXECUTE-GUARD made',
    'ADVANCE-STATE made',
    'REPLY-TO-USER',
  ]);
});

test('R113: a question with placeholders is read as on its own page in lists of runs and of questions, and where a run tells how it stands', async () => {
  const id = await engine.start(
    {
      name: 'letters',
      model: { name: 'sim:script', extra: { sim: { outputs: { letter: ['Dear Ada'] } } } },
      input: { type: 'object', properties: { who: { type: 'string' } } },
      steps: [
        {
          id: 'letter',
          generator: { kind: 'llm', prompt: 'Write.' },
          guard: { use: 'human', id: 'signature', with: { question: 'Is this fit\nto be sent to {input.who}?' } },
        },
      ],
    },
    { input: { who: 'Ada' } },
  );
  const { question } = await nextQuestion(engine, id);
  expect(question.question).toBe('Does the artifact of letter pass signature?');
  const read = async (url: string) => (await api.inject({ url })).json();
  const inWords = 'Is this fit to be sent to Ada?';
  expect(await read(`/v1/runs/${id}/why`)).toMatchObject({ summary: expect.stringContaining(inWords) });
  expect(await read(`/v1/runs?view=row`)).toMatchObject({
    data: expect.arrayContaining([expect.objectContaining({ id, sentence: `The run waits for a person: ${inWords}` })]),
  });
  expect(await read(`/v1/runs/${id}/overview`)).toMatchObject({
    why: { summary: expect.stringContaining(inWords) },
    questions: [{ question: 'Is this fit\nto be sent to Ada?' }],
  });
});
