// A real Temporal server, a real PostgreSQL that goes away in the middle of a call (R100).
import { setTimeout as wait } from 'node:timers/promises';
import { keepingAnswers } from '../../../src/store/keeping/keeping-store.ts';
import { ended, scripted, startEngine } from '../../support/engine/engine.ts';
import { openDoors } from '../../support/servers/database.ts';
import { until } from '../../support/until.ts';

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
    expect(await engine.until(id, ended)).toMatchObject({ status: 'completed', usage: { attempts: 1 } });
    expect(asked).toBe(1);
  } finally {
    await engine.stop();
  }
});
