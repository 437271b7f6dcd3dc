// A real Temporal server, a real PostgreSQL, the simulated models over HTTP: requests of people to a run.
import { randomUUID } from 'node:crypto';
import { RunNotOpen } from '../../../src/api/run-client.ts';
import { evolve } from '../../../src/engine.ts';
import { Refused } from '../../../src/model/input.ts';
import { INITIAL, type RunState } from '../../../src/model/run-state.ts';
import { escalationsQuery, SIGNALS, traceQuery } from '../../../src/workflows/messages.ts';
import { asJson, ended, scripted, startEngine, type TestEngine } from '../../support/engine/engine.ts';

let engine: TestEngine;
beforeAll(async () => {
  engine = await startEngine();
});
afterAll(() => engine?.stop());

const PASS = { verdict: 'pass' };
const FATAL = { verdict: 'fatal', feedback: 'never' };
const SLOW = { text: 'late', delay: '20s' };
const generating = ({ steps }: RunState) => steps['work']?.call?.phase === 'generate';
const escalated = ({ status }: RunState) => status === 'escalated';

test('S1-3.3-b, R27: stop now ends the run as stopped, the interrupted generation is no attempt', async () => {
  const id = await engine.start(scripted([SLOW], [PASS]));
  await engine.until(id, generating);
  await engine.runs.send(id, { kind: 'stop', reason: 'wrong input', by: 'ada' }, 'stop-1');
  const state = await engine.until(id, ended);
  expect(state).toMatchObject({
    status: 'stopped',
    control: { stop: { reason: 'wrong input', by: 'ada', mode: 'now' } },
    usage: { attempts: 0 },
    steps: { work: { sigma: 'unsatisfied', n: 0 } },
  });
});

test('S1-3.3-a: stop after_attempt lets the attempt finish and starts none', async () => {
  const id = await engine.start(scripted([{ text: 'slow', delay: '600ms' }], [{ verdict: 'retry', feedback: 'no' }]));
  await engine.until(id, generating);
  await engine.runs.send(id, { kind: 'stop', mode: 'after_attempt' }, 'stop-1');
  expect(await engine.until(id, ended)).toMatchObject({ status: 'stopped', usage: { attempts: 1 } });
});

test('R74: the same Update again is applied once, and a run that has ended is not open', async () => {
  const id = await engine.start(scripted([{ text: 'slow', delay: '1s' }], [PASS]));
  await engine.until(id, generating);
  const ask = () => engine.runs.send(id, { kind: 'stop', mode: 'after_attempt' }, 'stop-1');
  const [first, second] = [await ask(), await ask()];
  expect(second).toEqual(first);
  await engine.until(id, ended);
  await expect(engine.runs.send(id, { kind: 'stop' }, 'stop-2')).rejects.toThrow(RunNotOpen);
  expect((await engine.log(id)).filter(({ type }) => type === 'run.stopping')).toHaveLength(1);
});

test('a stop by signal, as from the Web UI, does the same', async () => {
  const id = await engine.start(scripted([SLOW], [PASS]));
  await engine.until(id, generating);
  await engine.client.workflow.getHandle(id).signal(SIGNALS.stop, { reason: 'by hand' });
  expect(await engine.until(id, ended)).toMatchObject({ status: 'stopped', control: { stop: { reason: 'by hand' } } });
});

test.each(['update', 'signal'] as const)('abort by %s fails the run with the reason', async (way) => {
  const id = await engine.start(scripted(['bad'], [FATAL]));
  const escalationId = Object.keys((await engine.until(id, escalated)).escalations)[0] ?? '';
  const decision = { escalationId, action: 'abort' as const, comment: 'not worth it', by: 'ada' };
  if (way === 'update') await engine.runs.send(id, { kind: 'decide', ...decision }, 'decide-1');
  else await engine.client.workflow.getHandle(id).signal(SIGNALS.decide, decision);
  expect(await engine.until(id, ended)).toMatchObject({
    status: 'failed',
    failure: { code: 'aborted', step: 'work', detail: 'not worth it' },
    escalations: { [escalationId]: { status: 'decided', decision: { action: 'abort', by: 'ada' } } },
  });
});

test('a decision that is not allowed is refused and changes nothing; by signal it is noted', async () => {
  const id = await engine.start(scripted(['bad'], [FATAL]));
  const before = await engine.until(id, escalated);
  const escalationId = Object.keys(before.escalations)[0] ?? '';
  const refused = engine.runs.send(id, { kind: 'decide', escalationId, action: 'raise' }, randomUUID());
  await expect(refused).rejects.toMatchObject({
    code: 'action_not_allowed',
    facts: { allowedActions: ['approve', 'amend', 'retry', 'redo', 'skip', 'abort'] },
  });
  await expect(refused).rejects.toThrow(Refused);
  const moved = { kind: 'decide', escalationId, action: 'abort', artifactDigest: 'sha256:other' } as const;
  await expect(engine.runs.send(id, moved, randomUUID())).rejects.toMatchObject({ code: 'digest_mismatch' });
  expect((await engine.store.runs.find(id))?.state.seq).toBe(before.seq);
  const handle = engine.client.workflow.getHandle(id);
  await handle.signal(SIGNALS.decide, { escalationId, action: 'raise', by: 'eve' });
  await handle.signal('decide', 'nonsense');
  const state = await engine.until(id, ({ seq }) => seq >= before.seq + 2);
  expect(state.status).toBe('escalated');
  expect((await engine.log(id)).slice(-2)).toMatchObject([
    { type: 'decision.rejected', by: 'eve', action: 'raise', reason: 'action_not_allowed' },
    { type: 'decision.rejected', reason: 'invalid_request' },
  ]);
  expect(await handle.query(escalationsQuery)).toMatchObject([{ id: escalationId, status: 'open' }]);
  expect((await handle.query(traceQuery)).map(({ action }) => action)).toContain('ESCALATE-TO-USER');
});

test('R47: a cancel from Temporal ends the run as cancelled, its events stored', async () => {
  const id = await engine.start(scripted([SLOW], [PASS]));
  await engine.until(id, generating);
  const handle = engine.client.workflow.getHandle(id);
  await handle.cancel();
  const state = await engine.until(id, ended);
  expect(state.status).toBe('cancelled');
  await expect(handle.result()).rejects.toThrow();
  expect((await handle.describe()).status.name).toBe('CANCELLED');
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
  const state = await engine.until(id, ({ status }) => status === 'budget_exceeded');
  expect(state).toMatchObject({ exceeded: 'maxAttempts', usage: { attempts: 2 } });
  expect(Object.values(state.escalations)).toMatchObject([{ kind: 'budget', status: 'open' }]);
});

test('R49: maxDuration parks a run while a call is under way, whose answer is kept', async () => {
  const retry = { verdict: 'retry', feedback: 'no' };
  const slow = { text: 'x', delay: '1500ms' };
  const id = await engine.start({ ...scripted([slow], [retry]), budgets: { maxDuration: 'PT1S' } });
  const state = await engine.until(
    id,
    (now) => now.status === 'budget_exceeded' && now.steps['work']?.call === undefined,
  );
  expect(state).toMatchObject({ exceeded: 'maxDuration', usage: { attempts: 1 }, steps: { work: { n: 1 } } });
});

test('a run with a lowered threshold continues as new and nobody notices', async () => {
  const small = await startEngine({ settings: { maxHistoryEvents: 40 } });
  try {
    const retry = { verdict: 'retry', feedback: 'no' };
    const verdicts = [...Array.from({ length: 11 }, () => retry), PASS];
    const id = await small.start(scripted(['x'], verdicts, { recovery: { rMax: 20 } }));
    const state = await small.until(id, ended);
    const log = await small.log(id);
    expect(state).toMatchObject({ status: 'completed', usage: { attempts: 12 } });
    expect(asJson(log.reduce(evolve, INITIAL))).toEqual(asJson(state));
    const newest = await small.client.workflow.getHandle(id).describe();
    expect(newest.raw.workflowExecutionInfo?.firstRunId).not.toBe(newest.runId);
  } finally {
    await small.stop();
  }
});
