// Real workers and programs: who waits for whom (R119).

import { existsSync } from 'node:fs';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import type { RunState } from '../../src/model/run-state.ts';
import { sandboxesOf } from '../../src/sandbox/sandboxes.ts';
import { createUnsafeLocal } from '../../src/sandbox/unsafe-local.ts';
import { startEngine, type TestEngine } from '../support/engine/engine.ts';
import { objective } from '../support/played/and-or.ts';
import { until } from '../support/until.ts';

let engine: TestEngine;
let folder: string;

beforeAll(async () => {
  const sandboxes = sandboxesOf([await createUnsafeLocal()]);
  [engine, folder] = await Promise.all([
    startEngine({ sandboxes, slots: { generate: 20, guard: 1 } }),
    mkdtemp(path.join(tmpdir(), 'dsap-slots-')),
  ]);
});
afterAll(async () => {
  await engine.stop();
  await rm(folder, { recursive: true });
});

function judgedBy(guard: unknown, more: object = {}) {
  const steps = [{ id: 'work', generator: { kind: 'fixed', content: 'a text' }, guard }];
  return { name: 'slots', steps, ...more };
}

const TEXT = { use: 'regex', with: { pattern: 'text' } };

test('a guard without a program is not held up by programs, however many wait (R119)', async () => {
  const [begun, free] = [path.join(folder, 'begun'), path.join(folder, 'free')];
  const script = `echo begun >> ${begun}; while [ ! -e ${free} ]; do sleep 0.1; done`;
  const program = { use: 'command', with: { run: ['sh', '-c', script], timeout: 'PT50S' } };
  const busy = await Promise.all([1, 2, 3].map(() => engine.start(judgedBy(program))));
  await until('a program has begun', () => existsSync(begun) || undefined);

  const baseCase = { objective: objective('work', { baseCase: { guard: TEXT, on: 'work' } }), topology: 'and-or' };
  const quick = await Promise.all([engine.start(judgedBy(TEXT)), engine.start(judgedBy(TEXT, baseCase))]);
  for (const id of quick) expect(await engine.until(id, isOver)).toMatchObject({ life: { status: 'completed' } });
  for (const id of busy) expect((await engine.store.runs.find(id))?.state.life.status).toBe('running');

  await writeFile(free, '');
  for (const id of busy) expect(await engine.until(id, isOver)).toMatchObject({ life: { status: 'completed' } });
});

function isOver({ life: { status } }: RunState): boolean {
  return status !== 'running';
}
