// A real Temporal server and a real PostgreSQL: what shows only as the definition runs asks a person, and nothing is built on it (R109).
import type { FastifyInstance } from 'fastify';
import { nextQuestion } from '../../support/engine/asked.ts';
import { startEngine, type TestEngine } from '../../support/engine/engine.ts';
import { apiOver } from '../../support/engine/engine-api.ts';
import { ASKED } from '../../support/mistakes/later.ts';

let engine: TestEngine;
let api: FastifyInstance;

beforeAll(async () => {
  engine = await startEngine();
  api = await apiOver(engine);
});
afterAll(async () => {
  await api?.close();
  await engine?.stop();
});

test.each(ASKED.map((mistake) => [mistake.title, mistake] as const))(
  '%s: a person is asked, and told what is there instead',
  async (_, { document, input, place, code, says }) => {
    const id = await engine.start(document, { input: input ?? {} });
    const { question, state } = await nextQuestion(engine, id);
    expect(question).toMatchObject({ step: place, kind: code });
    const shown = (await api.inject({ url: `/v1/escalations/${question.id}` })).json();
    expect(`${shown.question} ${shown.feedback}`).toContain(says);
    expect(state.endedAt).toBeUndefined();
    const after = Object.keys(state.steps).filter((step) => state.steps[step]?.sigma === 'satisfied');
    expect(after).not.toContain('pay');
  },
);
