// A real Temporal server, two real databases: a worker that takes the tasks of another one's runs (R99).
import { createStore } from '../../../src/store/postgres-store.ts';
import { ended, scripted, startEngine } from '../../support/engine/engine.ts';
import { createTestDatabase } from '../../support/servers/database.ts';
import { until } from '../../support/until.ts';

test("an activity of another store's run does nothing and is tried again, and that counts nowhere (R99)", async () => {
  const database = await createTestDatabase();
  const other = await createStore({ databaseUrl: database.url });
  let isAstray = true;
  const engine = await startEngine({
    seen: (own) => ({
      ...own,
      calls: { load: (call) => (isAstray ? other : own).calls.load(call) },
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
    expect(await engine.until(id, ended)).toMatchObject({ status: 'completed', usage: { attempts: 1 } });
    expect((await engine.log(id)).filter(({ type }) => type.startsWith('escalation'))).toEqual([]);
  } finally {
    await engine.stop();
    await other.close();
    await database.drop();
  }
});
