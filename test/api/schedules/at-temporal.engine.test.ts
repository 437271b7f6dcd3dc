// A real Temporal server and the service's own API and workers: schedules that fire, and what an open run does to the next fire.
import { randomUUID } from 'node:crypto';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import { ScheduleNotFoundError } from '@temporalio/client';
import { NO_OWN_PARTS } from '../../../src/authoring/parts.ts';
import { createLogger } from '../../../src/cli/logger.ts';
import { startApi } from '../../../src/cli/start/start-api.ts';
import { startWorkers } from '../../../src/cli/start/start-workers.ts';
import { readConfig } from '../../../src/config/settings.ts';
import { freePort } from '../../../src/platform/ports.ts';
import { NO_SANDBOXES } from '../../../src/sandbox/sandboxes.ts';
import { databaseId } from '../../../src/store/database-id.ts';
import { createStore } from '../../../src/store/postgres-store.ts';
import { createClient } from '../../../src/temporal/connection.ts';
import { createRest, type Rest } from '../../support/engine/rest.ts';
import { createTestDatabase, type TestDatabase } from '../../support/servers/database.ts';
import { until } from '../../support/until.ts';

const ASKING = {
  name: 'asking',
  steps: [
    { id: 'work', generator: { kind: 'fixed', content: 'x' }, guard: { use: 'human', with: { question: 'Is it?' } } },
  ],
};
const workflow = { name: 'asking' };

let rest: Rest;
let url: string;
let database: TestDatabase;
let cwd: string;
let prefix: string;
const opened: (() => Promise<unknown>)[] = [];
const temporal = () => {
  const address = process.env['TEST_TEMPORAL_ADDRESS'] ?? '';
  return { address, connectionOptions: { address }, namespace: 'default' };
};

beforeAll(async () => {
  [database, cwd] = await Promise.all([createTestDatabase(), mkdtemp(path.join(tmpdir(), 'dsap-schedules-'))]);
  const taskQueue = `schedules-${randomUUID()}`;
  const env = {
    DATABASE_URL: database.url,
    TEMPORAL_ADDRESS: temporal().address,
    DSAP_TASK_QUEUE: taskQueue,
    DSAP_AUTH: 'none',
    DSAP_LOG_LEVEL: 'error',
    DSAP_PORT: String(await freePort()),
  };
  const surroundings = (command: 'api' | 'worker') => {
    const config = readConfig(command, env, cwd);
    return {
      config,
      databaseUrl: database.url,
      temporal: temporal(),
      logger: createLogger(config),
      parts: NO_OWN_PARTS,
    };
  };
  const store = await createStore({ databaseUrl: database.url });
  prefix = `${taskQueue}-${await databaseId(store.keys)}`;
  await store.close();
  const api = await startApi(surroundings('api'));
  opened.unshift(() => api.close());
  const bundle = { codePath: process.env['TEST_WORKFLOW_BUNDLE'] ?? '' };
  const here = { simUrl: undefined, bundle, sandboxes: NO_SANDBOXES, queues: 'all' } as const;
  const workers = await startWorkers({ ...surroundings('worker'), ...here });
  opened.unshift(() => workers.close());
  url = api.url;
  rest = createRest(url);
  await rest.post('/v1/workflows', ASKING);
});

afterAll(async () => {
  for (const close of opened) await close();
  await Promise.all([database?.drop(), cwd === undefined ? undefined : rm(cwd, { recursive: true })]);
});

/** One that fires by its trigger alone. */
async function schedule(id: string, change: Record<string, unknown>): Promise<void> {
  const { status, body } = await rest.post('/v1/schedules', { id, workflow, every: 'P1D', paused: true, ...change });
  if (status !== 201) throw new Error(JSON.stringify(body));
}
interface Seen {
  readonly id: string;
  readonly status: string;
}
/** Its runs, oldest first, once they stand so. */
function runsOf(id: string, isSo: (runs: readonly Seen[]) => boolean): Promise<readonly Seen[]> {
  return until(`the runs of ${id} as asked`, async () => {
    const { body } = await rest.get(`/v1/schedules/${id}/runs?view=row`);
    const runs = (body['data'] as readonly Seen[]).toReversed();
    return isSo(runs) ? runs : undefined;
  });
}
const statuses = (runs: readonly Seen[]) => runs.map(({ status }) => status);
/** Two fires of one second are one run. */
async function trigger(id: string): Promise<void> {
  await rest.post(`/v1/schedules/${id}/trigger`);
  await wait(1_100);
}
const parked = (count: number) => (runs: readonly Seen[]) =>
  runs.filter(({ status }) => status === 'escalated').length === count;

test('a schedule fires by its interval, and not while it is paused (api 1)', async () => {
  await rest.post('/v1/schedules', {
    id: 'often',
    workflow,
    every: 'PT1S',
    overlap: 'allow',
    input: { at: '{schedule.time}' },
  });
  const [first] = await runsOf('often', (runs) => runs.length >= 2);
  const { body } = await rest.get(`/v1/runs/${first?.id}`);
  const { at } = body['input'] as { at: string };
  expect(first?.id).toBe(`often-${at.replace(/[-:]/g, '')}`);
  const paused = await rest.post('/v1/schedules/often/pause', { reason: 'Enough.' });
  expect(paused.body).toMatchObject({ paused: true, note: 'Enough.', next: [] });
  // Those that were on their way come still; without the pause there would be one each second.
  await until('it fires no more', async () => {
    const before = await runsOf('often', () => true);
    await wait(2_500);
    return (await runsOf('often', () => true)).length === before.length || undefined;
  });
});

test('skip: while a parked run is open a fire is dropped, and counted', async () => {
  await schedule('skipping', {});
  await trigger('skipping');
  const [first] = await runsOf('skipping', parked(1));
  await trigger('skipping');
  await until('it is counted', async () =>
    ((await rest.get('/v1/schedules/skipping')).body['counts'] as { skipped: number }).skipped === 1 ? true : undefined,
  );
  await rest.post(`/v1/runs/${first?.id}/terminate`);
  await runsOf('skipping', (runs) => runs[0]?.status === 'terminated');
  await until('nothing is open', async () =>
    ((await rest.get('/v1/schedules/skipping')).body['openRuns'] as string[]).length === 0 ? true : undefined,
  );
  await trigger('skipping');
  expect(statuses(await runsOf('skipping', (runs) => runs.length === 2))).toEqual(['terminated', expect.any(String)]);
});

test('queue: a fire waits for the end of the run before it', async () => {
  await schedule('queueing', { overlap: 'queue' });
  for (const _ of [1, 2]) await trigger('queueing');
  const [first] = await runsOf('queueing', (runs) => runs.length === 1 && parked(1)(runs));
  await rest.post(`/v1/runs/${first?.id}/terminate`);
  expect(statuses(await runsOf('queueing', parked(1)))).toEqual(['terminated', 'escalated']);
});

test('cancel: a fire cancels the run before it, and begins once that has ended', async () => {
  await schedule('cancelling', { overlap: 'cancel' });
  await trigger('cancelling');
  await runsOf('cancelling', parked(1));
  await trigger('cancelling');
  const runs = await runsOf('cancelling', (some) => some.length === 2 && parked(1)(some));
  expect(statuses(runs)).toEqual(['cancelled', 'escalated']);
});

test('allow: each fire begins at once', async () => {
  await schedule('allowing', { overlap: 'allow' });
  for (const _ of [1, 2]) await trigger('allowing');
  expect(statuses(await runsOf('allowing', parked(2)))).toEqual(['escalated', 'escalated']);
});

test('what Temporal cannot read is refused in its words, and nothing is kept', async () => {
  const { status, body } = await rest.post('/v1/schedules', { id: 'unreadable', workflow, cron: '61 * * * *' });
  expect([status, body['errors']]).toEqual([
    422,
    [{ pointer: '/cron', code: 'invalid_time', detail: expect.stringContaining('Minute is not in range') }],
  ]);
  expect((await rest.get('/v1/schedules/unreadable')).status).toBe(404);
});

test.each([
  // Half past two is not there on 28 March, and twice there on 31 October: it fires once, at the later one.
  ['spring', '30 2 27-29 3 *', ['2027-03-27T01:30:00.000Z', '2027-03-29T00:30:00.000Z', '2028-03-27T00:30:00.000Z']],
  ['autumn', '30 2 30-31 10 *', ['2027-10-30T00:30:00.000Z', '2027-10-31T01:30:00.000Z', '2028-10-30T01:30:00.000Z']],
])(
  'clocks that change in %s: the moments are those of the time zone, by Temporal’s own preview',
  async (id, cron, times) => {
    const { body } = await rest.post('/v1/schedules', { id, workflow, cron, timezone: 'Europe/Berlin' });
    expect((body['next'] as string[]).slice(0, 3)).toEqual(times);
  },
);

test('what is changed and deleted here is changed and deleted in Temporal', async () => {
  await schedule('followed', {});
  const client = createClient(temporal());
  try {
    const handle = client.schedule.getHandle(`${prefix}.schedule.default.followed`);
    expect((await handle.describe()).state.paused).toBe(true);
    await rest.post('/v1/schedules/followed/resume');
    expect((await handle.describe()).state.paused).toBe(false);
    await fetch(`${url}/v1/schedules/followed`, { method: 'DELETE' });
    await expect(handle.describe()).rejects.toThrow(ScheduleNotFoundError);
  } finally {
    await client.connection.close();
  }
});
