// A real Temporal server, a real PostgreSQL: workers that have died, which Temporal goes on to list (running 2).
import { randomUUID } from 'node:crypto';
import { createWorkerHeartbeats } from '../../../src/ports/worker-heartbeats.ts';
import { createStore } from '../../../src/store/postgres-store.ts';
import { REMOTE_IDENTITY } from '../../../src/temporal/health.ts';
import { createTemporalRunClient, type TemporalRunClientOptions } from '../../../src/temporal/temporal-run-client.ts';
import { startEngine, type TestEngine } from '../../support/engine/engine.ts';
import { until } from '../../support/until.ts';

test('a worker whose process is gone is none, however long Temporal lists it; one that is back is one again', async () => {
  const identity = `${randomUUID()}@host`;
  const engine = await startEngine({ identity });
  const { client, taskQueue, store, databaseUrl } = engine;
  const settings = { heartbeatTimeout: 5_000 };
  const runs = createTemporalRunClient({ client, taskQueue, settings, presence: (names) => store.presence.of(names) });
  const healthy = (is: boolean) =>
    until(`workers: ${is}`, async () => ((await runs.health()).workers === is ? true : undefined));
  try {
    await until('polled', async () => ((await engine.runs.health()).workers ? true : undefined));
    expect(await runs.health()).toMatchObject({ server: true, workers: false, guardWorkers: [] });
    const process = await createStore({ databaseUrl, worker: identity });
    await healthy(true);
    expect(await runs.health()).toMatchObject({ guardWorkers: [identity] });
    await process.close();
    await healthy(false);
    expect((await runs.health()).detail).toMatch(/^no worker polls .*: start one with `dsap worker`$/);
    expect(await engine.runs.health()).toMatchObject({ workers: true, detail: `workers poll ${taskQueue}*` });
  } finally {
    await engine.stop();
  }
});

describe('a worker without a connection to the database', () => {
  const identity = `${randomUUID()}@host${REMOTE_IDENTITY}`;
  let engine: TestEngine;
  beforeAll(async () => {
    engine = await startEngine({ identity });
  });
  afterAll(() => engine?.stop());

  const runsWith = (more: Partial<TemporalRunClientOptions>) => {
    const { client, taskQueue } = engine;
    return createTemporalRunClient({ client, taskQueue, settings: { heartbeatTimeout: 5_000 }, ...more });
  };

  test('is taken for one while Temporal lists it', async () => {
    const runs = runsWith({ presence: async () => new Set<string>() });
    await until('polled', async () => ((await runs.health()).workers ? true : undefined));
  });

  test('that has told it is there is none once it is silent, and one again when it is heard', async () => {
    let now = 0;
    const heartbeats = createWorkerHeartbeats(() => now);
    const runs = runsWith({ heartbeats });
    const healthy = (is: boolean) =>
      until(`workers: ${is}`, async () => ((await runs.health()).workers === is ? true : undefined));
    await healthy(true);
    heartbeats.heard(identity);
    now = 4_001;
    await healthy(false);
    heartbeats.heard(identity);
    await healthy(true);
    // Whom the server lists after all that time tells another API.
    now += 75_001;
    await healthy(true);
  });
});
