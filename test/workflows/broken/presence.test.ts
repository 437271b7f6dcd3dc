// A real Temporal server, a real PostgreSQL: workers that have died, which Temporal goes on to list (running 2).
import { randomUUID } from 'node:crypto';
import { createBeats } from '../../../src/ports/worker-beats.ts';
import { createStore } from '../../../src/store/postgres-store.ts';
import { REMOTE_IDENTITY } from '../../../src/temporal/health.ts';
import { createTemporalRunClient } from '../../../src/temporal/temporal-run-client.ts';
import { startEngine } from '../../support/engine/engine.ts';
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

test('who is present is told of one database alone, also for identities longer than its names', async () => {
  const engine = await startEngine();
  const other = await startEngine();
  const long = `1@${'host.'.repeat(20)}`;
  const process = await createStore({ databaseUrl: engine.databaseUrl, worker: long });
  try {
    expect(await engine.store.presence.of([long, '2@host'])).toEqual(new Set([long]));
    expect(await other.store.presence.of([long])).toEqual(new Set());
  } finally {
    await process.close();
    await Promise.all([engine.stop(), other.stop()]);
  }
});

test('a worker without a connection to the database that has told it is there is none once it is silent, and one again when it is heard', async () => {
  const identity = `${randomUUID()}@host${REMOTE_IDENTITY}`;
  const engine = await startEngine({ identity });
  const { client, taskQueue } = engine;
  let now = 0;
  const beats = createBeats(() => now);
  const runs = createTemporalRunClient({ client, taskQueue, settings: { heartbeatTimeout: 5_000 }, beats });
  const healthy = (is: boolean) =>
    until(`workers: ${is}`, async () => ((await runs.health()).workers === is ? true : undefined));
  try {
    await healthy(true);
    beats.heard(identity);
    now = 4_001;
    await healthy(false);
    beats.heard(identity);
    await healthy(true);
    // Whom the server lists after all that time tells another API.
    now += 75_001;
    await healthy(true);
  } finally {
    await engine.stop();
  }
});

test('a worker that has no connection to the database is taken for one while Temporal lists it', async () => {
  const engine = await startEngine({ identity: `1@host${REMOTE_IDENTITY}` });
  const presence = async () => new Set<string>();
  const { client, taskQueue } = engine;
  const runs = createTemporalRunClient({ client, taskQueue, settings: { heartbeatTimeout: 5_000 }, presence });
  try {
    await until('polled', async () => ((await runs.health()).workers ? true : undefined));
  } finally {
    await engine.stop();
  }
});
