// A real PostgreSQL, the simulated models: files that came as text (R131).
import type { FastifyInstance } from 'fastify';
import { nextQuestion } from '../support/engine/asked.ts';
import { apiOver } from '../support/engine/engine-api.ts';
import { startInProcess } from '../support/engine/in-process.ts';
import type { AnyEngine } from '../support/engine/parts.ts';
import { ended } from '../support/engine/scripted.ts';

let engine: AnyEngine;
let api: FastifyInstance;
let requests = 0;

beforeAll(async () => {
  engine = await startInProcess({
    provider: (app) =>
      app.addHook('preHandler', async () => {
        requests += 1;
      }),
  });
  api = await apiOver(engine);
});
afterAll(async () => {
  await api?.close();
  await engine?.stop();
});

const SCAN = `data:image/png;base64,${'iVBORw0KGgo'.repeat(200)}`;

const read = (prompt: unknown) => ({
  name: 'scan',
  model: { name: 'sim:script', extra: { sim: { outputs: { read: ['19.99'] } } } },
  steps: [{ id: 'read', generator: { kind: 'llm', prompt }, guard: { use: 'not-empty' } }],
});

test.each([
  ['the field', 'Read the total. {input.scan}', { scan: SCAN }, '/input/scan', 'a data URL of image/png'],
  ['a PDF', 'Read the total. {input.scan}', { scan: '%PDF-1.7 1 0 obj' }, '/input/scan', 'a PDF'],
  [
    'within an object',
    { task: 'Read {input.page}' },
    { page: { at: 1, scan: SCAN } },
    '/input/page/scan',
    'a data URL',
  ],
  [
    'the whole input',
    { role: 'You have {input}.', task: 'Read.' },
    { scans: ['no', SCAN] },
    '/input/scans/1',
    'a data URL',
  ],
])(
  'report 20, R131: a start with a file that a prompt places is refused: %s',
  async (_, prompt, input, pointer, kind) => {
    const response = await api.inject({
      method: 'POST',
      url: '/v1/runs',
      payload: { workflow: { definition: read(prompt) }, input },
    });
    expect(response.statusCode).toBe(422);
    const { errors } = response.json<{ errors: readonly { pointer: string; code: string; detail: string }[] }>();
    expect(errors).toEqual([{ pointer, code: 'not_text', detail: expect.stringContaining(`It is ${kind}`) }]);
    expect(errors[0]?.detail).toContain('dsap sends text only');
  },
);

test('report 20, R131: what asks no model may take a file', async () => {
  const document = {
    name: 'kept',
    steps: [{ id: 'keep', generator: { kind: 'fixed', content: '{input.scan}' }, guard: { use: 'not-empty' } }],
  };
  const runId = await engine.start(document, { input: { scan: SCAN } });
  const { life } = await engine.until(runId, ended);
  expect(life.status).toBe('completed');
});

test.each([
  ['shown', 'Read.'],
  ['placed', 'Read {artifact.scan}.'],
])('report 20, R131: a file that a step made is asked about before anything is sent: %s', async (_, prompt) => {
  requests = 0;
  const [step] = read(prompt).steps;
  const runId = await engine.start({
    ...read(prompt),
    steps: [
      { id: 'scan', generator: { kind: 'fixed', content: SCAN }, guard: { use: 'not-empty' } },
      { ...step, requires: ['scan'] },
    ],
  });
  const { question } = await nextQuestion(engine, runId);
  const told = (await api.inject({ url: `/v1/escalations/${question.id}` })).json<{ step: string }>();
  expect(told.step).toBe('read');
  expect(JSON.stringify(told)).toContain('{artifact.scan} would put a data URL of image/png into the prompt of read');
  expect(requests).toBe(0);
});
