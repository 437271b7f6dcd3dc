// Real workers, a real Temporal server: what they do while the store is silent.

import { createGate } from '../../../src/ports/gate.ts';
import { ended, scripted, startEngine } from '../../support/engine/engine.ts';
import { until } from '../../support/until.ts';

const PASS = [{ verdict: 'pass' }];

test('while the store is silent nothing is polled; then everything is (R99)', async () => {
  const gate = createGate();
  gate.set(false);
  const engine = await startEngine({ gate });
  const polls = (is: boolean) =>
    until(`polled: ${is}`, async () => ((await engine.runs.health()).workers === is ? true : undefined));
  try {
    const id = await engine.start(scripted(['x'], PASS));
    await polls(false);
    const { raw } = await engine.client.workflow.getHandle(id).describe();
    expect(raw.pendingWorkflowTask).toMatchObject({ attempt: 1, startedTime: null });
    gate.set(true);
    await polls(true);
    expect(await engine.until(id, ended)).toMatchObject({ status: 'completed', usage: { attempts: 1 } });
  } finally {
    await engine.stop();
  }
});

test('what is in hand when the store falls silent ends; what a poll of before still brings waits for the store (R99)', async () => {
  const gate = createGate();
  const engine = await startEngine({
    gate,
    provider: (app) => void app.addHook('onRequest', async () => gate.set(false)),
  });
  const pending = async (id: string) =>
    (await engine.client.workflow.getHandle(id).describe()).raw.pendingActivities?.map(
      ({ activityType, attempt }) => `${activityType?.name} ${attempt}`,
    ) ?? [];
  try {
    const id = await engine.start(scripted(['x'], PASS));
    await until('the answer is in and its guard waits', async () =>
      (await pending(id)).includes('evaluateGuard 1') ? true : undefined,
    );
    expect((await engine.store.runs.find(id))?.state.status).toBe('running');
    gate.set(true);
    expect(await engine.until(id, ended)).toMatchObject({ status: 'completed', usage: { attempts: 1, llmCalls: 1 } });
    // Workers that poll nothing can be closed.
    gate.set(false);
  } finally {
    await engine.stop();
  }
});
