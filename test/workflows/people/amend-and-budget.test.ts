// A real Temporal server, a real PostgreSQL, the simulated models over HTTP: artifacts and limits that people send to a run.
import { randomUUID } from 'node:crypto';
import { openEscalations, type RunState } from '../../../src/model/run-state.ts';
import { SIGNALS, UPDATES } from '../../../src/workflows/messages.ts';
import { ended, scripted, startEngine, type TestEngine } from '../../support/engine/engine.ts';

let engine: TestEngine;
beforeAll(async () => {
  engine = await startEngine();
});
afterAll(() => engine?.stop());

const ONE_GOOD = { guard: { use: 'contains', with: { text: 'good' } }, recovery: { rMax: 0 } };
const escalated = ({ status }: RunState) => status === 'escalated';
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
      status: 'completed',
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
  expect(moved).toMatchObject({ status: 'escalated' });
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
  const escalationId = question(await engine.until(id, ({ status }) => status === 'budget_exceeded'));
  if (way === 'signal') await handleOf(id).signal(SIGNALS.budget, { budgets: { maxAttempts: 3 }, by: 'ada' });
  else await engine.runs.send(id, { kind: 'budget', budgets: { maxAttempts: 3 }, by: 'ada' }, randomUUID());
  expect(await engine.until(id, ended)).toMatchObject({
    status: 'completed',
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
