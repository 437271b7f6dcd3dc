// A real PostgreSQL, the simulated models: what a run begins, and what it may use up.
import type { RunState } from '../../../src/model/run-state.ts';
import { startInProcess } from '../../support/engine/in-process.ts';
import type { AnyEngine } from '../../support/engine/parts.ts';
import { ended, scripted } from '../../support/engine/scripted.ts';

let engine: AnyEngine;
beforeAll(async () => {
  engine = await startInProcess();
});
afterAll(() => engine?.stop());

const PASS = { verdict: 'pass' };
const FATAL = { verdict: 'fatal', feedback: 'never' };
const generating = ({ steps }: RunState) => steps['work']?.call?.phase === 'generate';
const escalated = ({ life }: RunState) => life.status === 'escalated';

test('S1-3.3-a: stop after_attempt lets the attempt finish and starts none', async () => {
  const id = await engine.start(scripted([{ text: 'slow', delay: '600ms' }], [{ verdict: 'retry', feedback: 'no' }]));
  await engine.until(id, generating);
  await engine.runs.send(id, { kind: 'stop', mode: 'after_attempt' }, 'stop-1');
  expect(await engine.until(id, ended)).toMatchObject({ life: { status: 'stopped' }, usage: { attempts: 1 } });
});

test('S0-T35d, S1-7.1-b, R30: independent steps run at once, at most maxParallelAgents, and a parked run starts none', async () => {
  const steps = ['a', 'b', 'c', 'd'].map((id) => ({
    id,
    generator: { kind: 'llm', prompt: 'Do it.' },
    guard: { use: 'scripted', with: { verdicts: [id === 'a' ? FATAL : PASS] } },
  }));
  const outputs = { a: ['x'], b: [{ text: 'x', delay: '400ms' }], c: ['x'], d: ['x'] };
  const id = await engine.start({
    name: 'parallel',
    model: { name: 'sim:script', extra: { sim: { outputs } } },
    budgets: { maxParallelAgents: 2 },
    steps,
  });
  const state = await engine.until(id, (now) => escalated(now) && now.steps['b']?.sigma === 'satisfied');
  expect(
    Object.fromEntries(Object.entries(state.steps).map(([step, { sigma, n }]) => [step, `${sigma} ${n}`])),
  ).toEqual({
    a: 'fatal 1',
    b: 'satisfied 1',
    c: 'unsatisfied 0',
    d: 'unsatisfied 0',
  });
});

test('R49: a used up budget parks the run with a question', async () => {
  const retry = { verdict: 'retry', feedback: 'no' };
  const id = await engine.start({ ...scripted(['x'], [retry]), budgets: { maxAttempts: 2 } });
  const state = await engine.until(id, ({ life }) => life.status === 'budget_exceeded');
  expect(state).toMatchObject({ exceeded: 'maxAttempts', usage: { attempts: 2 } });
  expect(Object.values(state.escalations)).toMatchObject([{ kind: 'budget', status: 'open' }]);
});

test('R49: maxDuration parks a run while a call is under way, whose answer is kept', async () => {
  const retry = { verdict: 'retry', feedback: 'no' };
  const slow = { text: 'x', delay: '1500ms' };
  const id = await engine.start({ ...scripted([slow], [retry]), budgets: { maxDuration: 'PT1S' } });
  const state = await engine.until(
    id,
    (now) => now.life.status === 'budget_exceeded' && now.steps['work']?.call === undefined,
  );
  expect(state).toMatchObject({ exceeded: 'maxDuration', usage: { attempts: 1 }, steps: { work: { n: 1 } } });
});
