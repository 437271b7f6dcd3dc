// A real Temporal server, real databases, the service's own API and workers: runs that were begun under former names of task queues.
import { randomUUID } from 'node:crypto';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import fastify from 'fastify';
import { NO_OWN_PARTS } from '../../src/authoring/parts.ts';
import { createLogger } from '../../src/cli/logger.ts';
import { startApi } from '../../src/cli/start/start-api.ts';
import { startWorkers } from '../../src/cli/start/start-workers.ts';
import { readConfig } from '../../src/config/settings.ts';
import { freePort } from '../../src/platform/ports.ts';
import { askForQueues } from '../../src/remote-guards/queues.ts';
import { NO_SANDBOXES } from '../../src/sandbox/sandboxes.ts';
import { databaseId } from '../../src/store/database-id.ts';
import { createStore } from '../../src/store/postgres-store.ts';
import { createClient } from '../../src/temporal/connection.ts';
import { beginRunsHere, createWantedQueues } from '../../src/temporal/wanted-queues.ts';
import { startEngine } from '../support/engine/engine.ts';
import { createRest } from '../support/engine/rest.ts';
import { ended } from '../support/engine/scripted.ts';
import { createTestDatabase } from '../support/servers/database.ts';
import { until } from '../support/until.ts';

const ASKING = {
  name: 'asking',
  steps: [
    { id: 'work', generator: { kind: 'fixed', content: 'x' }, guard: { use: 'human', with: { question: 'Is it?' } } },
  ],
};

test('a run takes the queues of its setting; a worker with another one polls them while it is open; resumed after a stop it takes the new ones (R99)', async () => {
  const [database, cwd] = await Promise.all([createTestDatabase(), mkdtemp(path.join(tmpdir(), 'dsap-former-'))]);
  const [old, now] = [`old-${randomUUID()}`, `new-${randomUUID()}`];
  await writeFile(path.join(cwd, 'dsap.config.yaml'), JSON.stringify({ formerTaskQueues: [old] }));
  const address = process.env['TEST_TEMPORAL_ADDRESS'] ?? '';
  const temporal = { address, connectionOptions: { address }, namespace: 'default' };
  const surroundings = async (command: 'api' | 'worker', taskQueue: string) => {
    const env = {
      DATABASE_URL: database.url,
      TEMPORAL_ADDRESS: address,
      DSAP_TASK_QUEUE: taskQueue,
      DSAP_AUTH: 'none',
      DSAP_LOG_LEVEL: 'error',
      DSAP_PORT: String(await freePort()),
    };
    const config = readConfig(command, env, cwd);
    return { config, databaseUrl: database.url, temporal, logger: createLogger(config), parts: NO_OWN_PARTS };
  };
  const store = await createStore({ databaseUrl: database.url });
  const client = createClient(temporal);
  const id = await databaseId(store.keys);
  const before = await startApi(await surroundings('api', old));
  const bundle = { codePath: process.env['TEST_WORKFLOW_BUNDLE'] ?? '' };
  const here = { simUrl: undefined, bundle, sandboxes: NO_SANDBOXES, queues: 'all' } as const;
  const opened = [before];
  try {
    const rest = createRest(before.url);
    const run = await rest.start(ASKING);
    const workers = await startWorkers({ ...(await surroundings('worker', now)), ...here });
    opened.unshift({ ...workers, url: '' });
    // Temporal's list of what is open follows a start some time after it.
    await until('the former names are polled', () => (workers.queues().length === 2 ? true : undefined));
    expect(workers.queues()).toEqual([`${now}-${id}`, `${old}-${id}`]);
    const queue = async () => (await client.workflow.getHandle(run).describe()).taskQueue;
    await rest.until(run, ({ status }) => status === 'escalated');
    expect(await queue()).toBe(`${old}-${id}`);

    const after = await startApi(await surroundings('api', now));
    opened.unshift(after);
    expect(await askForQueues(after.url)).toEqual([`${now}-${id}`, `${old}-${id}`]);
    await rest.post(`/v1/runs/${run}/stop?wait=10s`, { reason: 'enough' });
    await rest.until(run, ({ status }) => status === 'stopped');
    await createRest(after.url).post(`/v1/runs/${run}/resume`, {});
    await rest.until(run, ({ status }) => status === 'escalated');
    expect(await queue()).toBe(`${now}-${id}`);
    await until('the former names are left', () => (workers.queues().length === 1 ? true : undefined));
    expect(await askForQueues(after.url)).toEqual([`${now}-${id}`]);
  } finally {
    for (const part of opened) await part.close();
    await client.connection.close();
    await store.close();
    await Promise.all([database.drop(), rm(cwd, { recursive: true })]);
  }
});

test("former names are wanted until an API begins runs under the new one, and while a run of this database is open there, not another's (R99)", async () => {
  const engine = await startEngine();
  const database = await createTestDatabase();
  const other = await createStore({ databaseUrl: database.url });
  const queues = { prefix: 'now', former: [engine.taskQueue, "before'them"], external: [] };
  const { client } = engine;
  const wantedBy = (store: typeof other) => createWantedQueues({ client, store, queues, tell: () => {} })();
  try {
    const id = await engine.start(ASKING);
    expect(await wantedBy(other)).toEqual(['now', ...queues.former]);
    await Promise.all([beginRunsHere(engine.store.keys), beginRunsHere(other.keys)]);
    // Temporal's list of what is open follows a start some time after it.
    await until('open for Temporal, too', async () => ((await wantedBy(engine.store)).length === 2 ? true : undefined));
    expect(await wantedBy(engine.store)).toEqual(['now', engine.taskQueue]);
    expect(await wantedBy(other)).toEqual(['now']);
    await engine.runs.send(id, { kind: 'stop', mode: 'now', by: 'test', reason: 'enough' }, 'enough');
    await until('closed for Temporal too', async () =>
      (await wantedBy(engine.store)).length === 1 ? true : undefined,
    );
    expect(await engine.until(id, (state) => state.life.status === 'stopped' || ended(state))).toBeDefined();
  } finally {
    await engine.stop();
    await other.close();
    await database.drop();
  }
});

test('what cannot be found out is as it was, at first that all are wanted; it is told once (R99)', async () => {
  const client = createClient({
    connectionOptions: { address: process.env['TEST_TEMPORAL_ADDRESS'] ?? '' },
    namespace: 'default',
  });
  const told: string[] = [];
  let isAway = true;
  const has = async () => {
    if (isAway) throw new Error('The database does not answer.');
    return true;
  };
  const queues = { prefix: 'now', former: [`before-${randomUUID()}`], external: [] };
  const store = { keys: { has }, runs: { hasAny: async () => false } };
  const wanted = createWantedQueues({ client, store, queues, tell: (line) => told.push(line) });
  expect([await wanted(), await wanted()]).toEqual([
    ['now', ...queues.former],
    ['now', ...queues.former],
  ]);
  expect(told).toEqual([expect.stringContaining('The database does not answer.')]);
  isAway = false;
  expect(await wanted()).toEqual(['now']);
  isAway = true;
  expect(await wanted()).toEqual(['now']);
  await client.connection.close();
});

test('a worker without the database asks the API for its queues: one from before answers none, one that is down is named (R99)', async () => {
  const app = fastify();
  const url = await app.listen({ host: '127.0.0.1', port: 0 });
  expect(await askForQueues(url)).toBeUndefined();
  await app.close();
  await expect(askForQueues(url)).rejects.toThrow(`the API does not answer at ${url}`);
});
