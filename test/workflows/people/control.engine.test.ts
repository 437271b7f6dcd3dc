// A real Temporal server, a real PostgreSQL, the simulated models: requests of people to a run, artifacts and limits among them.
import { randomUUID } from 'node:crypto';
import { RunNotOpen } from '../../../src/api/run-client.ts';
import { Refused } from '../../../src/model/input.ts';
import { openEscalations, type RunState } from '../../../src/model/run-state.ts';
import { escalationsQuery, SIGNALS, traceQuery, UPDATES } from '../../../src/workflows/messages.ts';
import { consistent } from '../../support/consistent.ts';
import { startEngine, type TestEngine } from '../../support/engine/engine.ts';
import { ended, scripted } from '../../support/engine/scripted.ts';

let engine: TestEngine;
beforeAll(async () => {
  engine = await startEngine();
});
afterAll(() => engine?.stop());

const PASS = { verdict: 'pass' };
const FATAL = { verdict: 'fatal', feedback: 'never' };
const SLOW = { text: 'late', delay: '20s' };
const generating = ({ steps }: RunState) => steps['work']?.call?.phase === 'generate';
const escalated = ({ life }: RunState) => life.status === 'escalated';

test('S1-3.3-b, R27: stop now ends the run as stopped, the interrupted generation is no attempt', async () => {
  const id = await engine.start(scripted([SLOW], [PASS]));
  await engine.until(id, generating);
  await engine.runs.send(id, { kind: 'stop', reason: 'wrong input', by: 'ada' }, 'stop-1');
  const state = await engine.until(id, ended);
  expect(state).toMatchObject({
    life: { status: 'stopped' },
    control: { stop: { reason: 'wrong input', by: 'ada', mode: 'now' } },
    usage: { attempts: 0 },
    steps: { work: { sigma: 'unsatisfied', n: 0 } },
  });
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
  expect(await engine.until(id, ended)).toMatchObject({
    life: { status: 'stopped' },
    control: { stop: { reason: 'by hand' } },
  });
});

test.each(['update', 'signal'] as const)('abort by %s fails the run with the reason', async (way) => {
  const id = await engine.start(scripted(['bad'], [FATAL]));
  const escalationId = Object.keys((await engine.until(id, escalated)).escalations)[0] ?? '';
  const decision = { escalationId, action: 'abort' as const, comment: 'not worth it', by: 'ada' };
  if (way === 'update') await engine.runs.send(id, { kind: 'decide', ...decision }, 'decide-1');
  else await engine.client.workflow.getHandle(id).signal(SIGNALS.decide, decision);
  expect(await engine.until(id, ended)).toMatchObject({
    life: { status: 'failed', failure: { code: 'aborted', step: 'work', detail: 'not worth it' } },
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
  expect(state.life.status).toBe('escalated');
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
  expect(state.life.status).toBe('cancelled');
  await expect(handle.result()).rejects.toThrow();
  expect((await handle.describe()).status.name).toBe('CANCELLED');
});

test.each(['update', 'signal'] as const)(
  'a redirect by %s, as from the Web UI, is checked and applied',
  async (way) => {
    const id = await engine.start(scripted([{ text: 'late', delay: '1s' }], [PASS]));
    await engine.until(id, generating);
    const handle = engine.handleOf(id);
    const written = {
      type: 'dag_adjustment',
      description: 'one more',
      add: [{ ...scripted([], []).steps[0], id: 'b', guard: { use: 'not-empty' } }],
      by: 'ada',
    };
    if (way === 'update') await handle.executeUpdate(UPDATES.redirect, { args: [written] });
    else await handle.signal(SIGNALS.redirect.name, written);
    await engine.until(id, ended);
    const { state } = await consistent(engine, id);
    expect(state).toMatchObject({
      life: { status: 'completed' },
      corrections: [{ by: 'ada', type: 'dag_adjustment' }],
    });
    expect(state.steps['b']).toMatchObject({ sigma: 'satisfied' });
  },
);

const ONE_GOOD = { guard: { use: 'contains', with: { text: 'good' } }, recovery: { rMax: 0 } };
const question = (state: RunState) => openEscalations(state)[0]?.id ?? '';
const handleOf = (id: string) => engine.client.workflow.getHandle(id);

async function asked(): Promise<{ readonly id: string; readonly escalationId: string }> {
  const id = await engine.start(scripted(['worse'], [], ONE_GOOD));
  return { id, escalationId: question(await engine.until(id, escalated)) };
}

test.each(['signal', 'update'] as const)(
  'R43: an amendment by %s brings its content along and is judged',
  async (way) => {
    const { id, escalationId } = await asked();
    const decision = { escalationId, action: 'amend', content: 'a good one', by: 'ada' } as const;
    if (way === 'signal') await handleOf(id).signal(SIGNALS.decide, decision);
    else await handleOf(id).executeUpdate(UPDATES.decide, { args: [decision] });
    const state = await engine.until(id, ended);
    expect(state).toMatchObject({
      life: { status: 'completed' },
      usage: { attempts: 1 },
      steps: { work: { sigma: 'satisfied' } },
    });
    expect(state.escalations[escalationId]?.decision).toMatchObject({ action: 'amend', by: 'ada' });
    const artifactId = state.steps['work']?.artifact?.id ?? '';
    expect(await engine.store.artifacts.find(artifactId)).toMatchObject({
      source: 'human',
      status: 'accepted',
      step: 'work',
      parents: [{ relation: 'previous_attempt' }],
    });
  },
);

test('R43, R45: one that fails leaves the question open; one that is not allowed is noted and not stored', async () => {
  const { id, escalationId } = await asked();
  const first = await engine.until(id, escalated);
  await handleOf(id).signal(SIGNALS.decide, { escalationId, action: 'amend', content: 'no better' });
  const moved = await engine.until(id, ({ seq, steps }) => seq > first.seq + 2 && steps['work']?.call === undefined);
  expect(moved).toMatchObject({ life: { status: 'escalated' } });
  expect(moved.escalations[escalationId]?.artifactId).not.toBe(first.escalations[escalationId]?.artifactId);
  const stale = { artifactDigest: first.escalations[escalationId]?.artifactDigest ?? '' };
  await handleOf(id).signal(SIGNALS.decide, { escalationId, action: 'amend', content: 'a good one', ...stale });
  await engine.until(id, ({ seq }) => seq > moved.seq);
  expect((await engine.log(id)).at(-1)).toMatchObject({ type: 'decision.rejected', reason: 'digest_mismatch' });
  expect((await engine.store.artifacts.listByRun(id, { limit: 10 })).rows).toHaveLength(2);
});

test('R43: of two at once the second is refused', async () => {
  const { id, escalationId } = await asked();
  const decision = { escalationId, action: 'amend', content: 'a good one' } as const;
  await handleOf(id).signal(SIGNALS.decide, decision);
  await handleOf(id).signal(SIGNALS.decide, { ...decision, content: 'another good one' });
  await engine.until(id, ended);
  const reasons = (await engine.log(id)).flatMap((event) => (event.type === 'decision.rejected' ? [event.reason] : []));
  expect(reasons).toEqual(['amend_in_progress']);
});

test.each(['signal', 'update'] as const)('R62: limits by %s let a run go on that waits for them', async (way) => {
  const definition = {
    ...scripted(['worse', 'a good one'], [], { guard: ONE_GOOD.guard }),
    budgets: { maxAttempts: 1 },
  };
  const id = await engine.start(definition);
  const escalationId = question(await engine.until(id, ({ life }) => life.status === 'budget_exceeded'));
  if (way === 'signal') await handleOf(id).signal(SIGNALS.budget, { budgets: { maxAttempts: 3 }, by: 'ada' });
  else await engine.runs.send(id, { kind: 'budget', budgets: { maxAttempts: 3 }, by: 'ada' }, randomUUID());
  expect(await engine.until(id, ended)).toMatchObject({
    life: { status: 'completed' },
    budgets: { maxAttempts: 3 },
    escalations: { [escalationId]: { status: 'decided', decision: { action: 'raise', by: 'ada' } } },
  });
});

test('R45: limits by signal that cannot be read are noted', async () => {
  const { id } = await asked();
  const { seq } = await engine.until(id, escalated);
  await handleOf(id).signal('budget', { budgets: { maxWords: 1 } });
  await engine.until(id, (state) => state.seq > seq);
  expect((await engine.log(id)).at(-1)).toMatchObject({
    type: 'note.added',
    text: expect.stringContaining('maxWords'),
  });
});
