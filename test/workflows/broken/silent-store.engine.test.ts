// Real workers, a real Temporal server: what they do while the store is silent, goes away in the middle of a call, or is of other runs.

import { setTimeout as wait } from 'node:timers/promises';
import { createGate } from '../../../src/ports/gate.ts';
import { keepingAnswers } from '../../../src/store/keeping/keeping-store.ts';
import { createStore } from '../../../src/store/postgres-store.ts';
import { startEngine } from '../../support/engine/engine.ts';
import { ended, scripted } from '../../support/engine/scripted.ts';
import { createTestDatabase, openDoors } from '../../support/servers/database.ts';
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
    expect(await engine.until(id, ended)).toMatchObject({ life: { status: 'completed' }, usage: { attempts: 1 } });
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
    expect((await engine.store.runs.find(id))?.state.life.status).toBe('running');
    gate.set(true);
    expect(await engine.until(id, ended)).toMatchObject({
      life: { status: 'completed' },
      usage: { attempts: 1, llmCalls: 1 },
    });
    // Workers that poll nothing can be closed.
    gate.set(false);
  } finally {
    await engine.stop();
  }
});

test('a model that answers while the database is away is asked once (R100)', async () => {
  let asked = 0;
  const engine = await startEngine({
    provider: (app) => {
      app.addHook('onRequest', async () => {
        asked += 1;
      });
    },
    seen: (store) => keepingAnswers(store, { spool: { put: () => false, empty: async () => 0 }, tell: () => {} }),
  });
  try {
    const id = await engine.start(scripted([{ text: 'x', delay: '1s' }], [{ verdict: 'pass' }]));
    await until('the call', async () => (asked > 0 ? true : undefined));
    await openDoors(engine.databaseUrl, false);
    await wait(2_500);
    await openDoors(engine.databaseUrl, true);
    expect(await engine.until(id, ended)).toMatchObject({ life: { status: 'completed' }, usage: { attempts: 1 } });
    expect(asked).toBe(1);
  } finally {
    await engine.stop();
  }
});

test("an activity of another store's run does nothing and is tried again, and that counts nowhere (R99)", async () => {
  const database = await createTestDatabase();
  const other = await createStore({ databaseUrl: database.url });
  let isAstray = true;
  const engine = await startEngine({
    seen: (own) => ({
      ...own,
      calls: { ...own.calls, open: (...opened) => (isAstray ? other : own).calls.open(...opened) },
      events: { ...own.events, append: (...batch) => (isAstray ? other : own).events.append(...batch) },
    }),
  });
  try {
    const id = await engine.start(scripted(['x'], [{ verdict: 'pass' }]));
    const [waiting] = await until('an activity that is tried again', async () => {
      const { raw } = await engine.client.workflow.getHandle(id).describe();
      const failed = (raw.pendingActivities ?? []).filter(({ lastFailure }) => lastFailure);
      return failed.length > 0 ? failed : undefined;
    });
    expect(waiting?.lastFailure).toMatchObject({
      message: expect.stringMatching(/^There is no run run_\S+ in this database\. .*DSAP_TASK_QUEUE/),
      applicationFailureInfo: { type: 'ForeignRun', nonRetryable: false },
    });
    isAstray = false;
    expect(await engine.until(id, ended)).toMatchObject({ life: { status: 'completed' }, usage: { attempts: 1 } });
    expect((await engine.log(id)).filter(({ type }) => type.startsWith('escalation'))).toEqual([]);
  } finally {
    await engine.stop();
    await other.close();
    await database.drop();
  }
});
