// A real PostgreSQL: the generator that runs restricted code (R35), in a graph of steps.
import { consistent } from '../support/consistent.ts';
import { startInProcess } from '../support/engine/in-process.ts';
import type { AnyEngine } from '../support/engine/parts.ts';
import { ended } from '../support/engine/scripted.ts';

let engine: AnyEngine;

beforeAll(async () => {
  engine = await startInProcess();
});
afterAll(() => engine.stop());

const code = (id: string, text: string, facts: object = {}) => ({
  id,
  generator: { kind: 'code', code: text },
  guard: { use: 'json' },
  ...facts,
});

async function artifactOf(id: string, step: string): Promise<string | undefined> {
  const { rows } = await engine.store.attempts.list(id, { step }, { limit: 1 });
  const digest = rows[0]?.artifact?.digest ?? '';
  return (await engine.store.contents.get([digest])).get(digest);
}

test('R35: what code sets is the artifact, and later steps read it', async () => {
  const steps = [
    code('rate', 'context["rate"] = input.passed / max(input.all, 1)'),
    code('good', 'context["good"] = artifact.rate.rate >= 0.5', { requires: ['rate'] }),
  ];
  const id = await engine.start({ name: 'counting', steps }, { input: { passed: 3, all: 4 } });
  await engine.until(id, ended);
  expect((await consistent(engine, id)).state).toMatchObject({ life: { status: 'completed' }, usage: { llmCalls: 0 } });
  expect(await artifactOf(id, 'rate')).toBe('{"rate":0.75}');
  expect(await artifactOf(id, 'good')).toBe('{"good":true}');
});

test('R29: code that breaks is not tried again', async () => {
  const id = await engine.start({ name: 'broken', steps: [code('bad', 'x = 1\ny = x / 0')] });
  const { escalations, usage } = await engine.until(id, ({ life }) => life.status === 'escalated');
  expect(usage.attempts).toBe(1);
  expect(Object.values(escalations)).toMatchObject([{ kind: 'attempts_exhausted', step: 'bad' }]);
  const { rows } = await engine.store.attempts.list(id, { step: 'bad' }, { limit: 1 });
  expect(rows[0]?.verdict).toMatchObject({
    guard: 'generator-validation',
    feedback: 'Line 2 of the code: x / 0: a number is divided by zero; x is 1.',
  });
});
