/** A real PostgreSQL, the simulated models: two attempts of a step side by side (console 2.3 and 3). */
import type { FastifyInstance } from 'fastify';
import { apiOver } from '../../support/engine/engine-api.ts';
import { startInProcess } from '../../support/engine/in-process.ts';
import type { AnyEngine } from '../../support/engine/parts.ts';
import { ended } from '../../support/engine/scripted.ts';

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

const NO = { verdict: 'retry', feedback: 'The day is missing.' };

/** One attempt more than there are rejections; each is answered in turn, and the last is accepted. */
async function played(outputs: readonly string[], facts: object = {}): Promise<string> {
  const verdicts = outputs.map((_, at) => (at === outputs.length - 1 ? { verdict: 'pass' } : NO));
  const id = await engine.start({
    name: 'payments',
    model: { name: 'sim:script', extra: { sim: { outputs: { entry: outputs } } } },
    steps: [
      {
        id: 'entry',
        generator: { kind: 'llm', prompt: 'Write the payment.' },
        guard: { all: [{ use: 'not-empty' }, { use: 'scripted', id: 'day', with: { verdicts } }] },
        ...facts,
      },
    ],
  });
  await engine.until(id, ended);
  return id;
}

const get = async (url: string) => app.inject({ url });
const compared = async (id: string, n: number, m: number, query = '') => {
  const answer = await get(`/v1/runs/${id}/steps/entry/attempts/${n}/compare/${m}${query}`);
  expect([answer.statusCode, answer.json().detail]).toEqual([200, undefined]);
  return answer.json();
};

test('console 2.3: leaves, words, sections and figures of two attempts of a step', async () => {
  const id = await played(['PAY 12 to Ada', 'PAY 12 to Ada on Friday']);
  const { leaves, text, prompt, figures } = await compared(id, 1, 2);
  expect(leaves).toEqual([
    {
      path: '/1',
      guard: 'day',
      nature: 'deterministic',
      a: NO,
      b: { verdict: 'pass', feedback: '' },
      differs: true,
    },
    expect.objectContaining({ path: '/0', guard: 'not-empty', differs: false }),
  ]);
  const { rows } = await engine.store.attempts.list(id, {}, { limit: 2 });
  expect(text).toEqual({
    equal: false,
    unit: 'word',
    parts: [
      { mark: 'same', text: 'PAY 12 to Ada' },
      { mark: 'added', text: ' on Friday' },
    ],
    a: { artifactId: rows[0]?.artifact?.id, bytes: 13, cut: false },
    b: { artifactId: rows[1]?.artifact?.id, bytes: 23, cut: false },
  });
  expect(prompt).toMatchObject({ equal: false, leftOut: 0 });
  const sections: readonly { in: string; equal: boolean; heading: string }[] = prompt.sections;
  expect(sections.filter((section) => section.in === 'b').map(({ heading }) => heading)).toEqual([
    'Rejected attempts',
    'Attempt 1',
  ]);
  expect(sections.find(({ heading }) => heading === 'Task')).toMatchObject({ in: 'both', equal: true });
  const side = (n: number) => ({
    runId: id,
    step: 'entry',
    epoch: 1,
    attempt: n,
    n,
    source: 'generated',
    model: 'sim:script',
    finishReason: 'stop',
    usage: { costUsd: expect.any(Number), inputTokens: expect.any(Number) },
    judging: null,
    durationMs: expect.any(Number),
  });
  expect(figures).toMatchObject({
    a: { ...side(1), status: 'rejected' },
    b: { ...side(2), status: 'accepted' },
  });
  expect(figures.b.usage.inputTokens).toBeGreaterThan(figures.a.usage.inputTokens);
});

test('console 2.3: equal texts say so; the second attempt may be of another run', async () => {
  const [one, other] = [await played(['same\ntext']), await played(['first', 'same\ntext'])];
  const { text, figures } = await compared(one, 1, 2, `?run=${other}`);
  expect(text).toMatchObject({ equal: true, parts: [{ mark: 'same', text: 'same\ntext' }] });
  expect([figures.a.runId, figures.b.runId]).toEqual([one, other]);
  expect((await compared(one, 1, 1)).prompt).toMatchObject({ equal: true });
});

test('console 2.3: of long texts the first 64 KiB are compared, which is told, and whether the whole is equal', async () => {
  const long = 'a line of it\n'.repeat(6_000);
  const id = await played([`${long}one`, `${long}two`]);
  const { text } = await compared(id, 1, 2);
  expect(text).toMatchObject({ equal: false, a: { bytes: 78_003, cut: true }, b: { cut: true } });
  expect(text.parts).toEqual([{ mark: 'same', text: long.slice(0, 65_536) }]);
});

test('console 3: what is not there is told apart, of either run', async () => {
  const id = await played(['done']);
  const of = async (path: string) => {
    const { statusCode, ...answer } = await get(`/v1/runs/${path}`);
    return [statusCode, answer.json().code, answer.json().detail];
  };
  expect(await of('run_none/steps/entry/attempts/1/compare/1')).toEqual([404, 'run_not_found', expect.any(String)]);
  expect(await of(`${id}/steps/entry/attempts/1/compare/1?run=run_none`)).toEqual([
    404,
    'run_not_found',
    'There is no run "run_none".',
  ]);
  expect(await of(`${id}/steps/none/attempts/1/compare/1`)).toEqual([
    404,
    'step_not_found',
    'There is no step "none".',
  ]);
  for (const [n, m] of [
    [1, 2],
    [2, 1],
    [1, 0],
    ['x', 1],
  ]) {
    const named = n === 1 ? m : n;
    expect(await of(`${id}/steps/entry/attempts/${n}/compare/${m}`)).toEqual([
      404,
      'attempt_not_found',
      `There is no attempt "${named}" of "entry" in ${id}.`,
    ]);
  }
});
