// A real PostgreSQL: the generator that runs a program (R35). How programs are contained is the sandboxes' to show.
import { sandboxesOf } from '../../src/sandbox/sandboxes.ts';
import { createUnsafeLocal } from '../../src/sandbox/unsafe-local.ts';
import { neverLate } from '../guards/hurried.ts';
import { consistent } from '../support/consistent.ts';
import { startInProcess } from '../support/engine/in-process.ts';
import type { AnyEngine } from '../support/engine/parts.ts';
import { ended } from '../support/engine/scripted.ts';

let engine: AnyEngine;

beforeAll(async () => {
  engine = await startInProcess({ sandboxes: sandboxesOf([neverLate(await createUnsafeLocal())]) });
});
afterAll(() => engine.stop());

const shell = (id: string, script: string, facts: object = {}, more: object = {}) => ({
  id,
  generator: { kind: 'command', run: ['sh', '-c', script], ...more },
  guard: { use: 'not-empty' },
  ...facts,
});

async function rowsOf(id: string, step: string) {
  const { rows } = await engine.store.attempts.list(id, { step }, { limit: 50 });
  return Promise.all(
    rows.map(async (row) => {
      const digest = row.artifact?.digest;
      return { ...row, text: digest && (await engine.store.contents.get([digest])).get(digest) };
    }),
  );
}

const settled = (id: string) => engine.until(id, (state) => ended(state) || state.life.status === 'escalated');

test('R35: what a program prints is the artifact; its files are templates of what the step may see', async () => {
  const files = { 'a/notes.txt': '{artifact.count} of {input.all} by {step}, {{as written}}' };
  const steps = [
    shell('count', 'echo "{\\"summary\\": \\"three\\"}"'),
    shell('told', 'cat a/notes.txt', { requires: ['count'] }, { files }),
  ];
  const id = await engine.start({ name: 'programs', steps }, { input: { all: 4 } });
  await settled(id);
  expect((await consistent(engine, id)).state).toMatchObject({ life: { status: 'completed' }, usage: { llmCalls: 0 } });
  expect(await rowsOf(id, 'count')).toMatchObject([
    { text: '{"summary": "three"}\n', artifact: { mediaType: 'application/json' } },
  ]);
  expect(await rowsOf(id, 'told')).toMatchObject([
    { text: '{"summary": "three"}\n of 4 by told, {as written}', artifact: { mediaType: 'text/plain; charset=utf-8' } },
  ]);
});

test.each([
  ['that fails', 'echo no colour >&2; exit 3', 'no colour\nsh exited with 3.'],
  ['without end', 'while :; do :; done', 'TimeoutError: it did not end within 2 s'],
])('R33: a program %s is a rejected attempt, which the next one may read of', async (_, wrong, feedback) => {
  const script = `if [ -s told ]; then cat told; else ${wrong}; fi`;
  const again = shell('work', script, { recovery: { rMax: 1 } }, { files: { told: '{feedback}' }, timeout: 'PT2S' });
  const id = await engine.start({ name: 'failing', steps: [again] });
  expect(await settled(id)).toMatchObject({ life: { status: 'completed' }, usage: { attempts: 2 } });
  const [first, second] = await rowsOf(id, 'work');
  expect(first).toMatchObject({ status: 'rejected', verdict: { guard: 'generator-validation' } });
  expect(first?.verdict?.feedback).toContain(feedback);
  expect(second).toMatchObject({ status: 'accepted', text: first?.verdict?.feedback });
});

test('R32: a program that is not there is a fault, and no attempt; a person is asked', async () => {
  const missing = shell('work', '', { timeouts: { infra: 'PT0.1S' } }, { run: ['no-such-program'] });
  const id = await engine.start({ name: 'missing', steps: [missing] });
  const { escalations, usage } = await settled(id);
  expect(usage.attempts).toBe(0);
  expect(Object.values(escalations)).toMatchObject([{ kind: 'infrastructure', step: 'work' }]);
  expect((await rowsOf(id, 'work'))[0]?.faults).toContainEqual(
    expect.objectContaining({
      phase: 'generate',
      detail: expect.stringMatching(/no-such-program could not be run: /),
    }),
  );
});

test('R37: a condition that is false keeps the program from running', async () => {
  const steps = [shell('work', 'exit 1', { when: 'input.wanted' })];
  const id = await engine.start({ name: 'unwanted', steps }, { input: { wanted: false } });
  expect(await settled(id)).toMatchObject({ life: { status: 'completed' }, steps: { work: { sigma: 'waived' } } });
});
