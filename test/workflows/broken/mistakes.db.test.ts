// A real PostgreSQL: what shows only as the definition runs asks a person, and nothing is built on it (R109).
import type { FastifyInstance } from 'fastify';
import { isClosed } from '../../../src/model/run-state.ts';
import { nextQuestion } from '../../support/engine/asked.ts';
import { apiOver } from '../../support/engine/engine-api.ts';
import { startInProcess } from '../../support/engine/in-process.ts';
import type { AnyEngine } from '../../support/engine/parts.ts';
import { ASKED } from '../../support/mistakes/later.ts';

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

test.each(ASKED.map((mistake) => [mistake.title, mistake] as const))(
  '%s: a person is asked, and told what is there instead',
  async (_, { document, input, place, code, says }) => {
    const id = await engine.start(document, { input: input ?? {} });
    const { question, state } = await nextQuestion(engine, id);
    expect(question).toMatchObject({ step: place, kind: code });
    const shown = (await api.inject({ url: `/v1/escalations/${question.id}` })).json();
    expect(`${shown.question} ${shown.feedback}`).toContain(says);
    expect(isClosed(state)).toBe(false);
    const after = Object.keys(state.steps).filter((step) => state.steps[step]?.sigma === 'satisfied');
    expect(after).not.toContain('pay');
  },
);
