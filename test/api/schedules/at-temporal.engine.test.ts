// A real Temporal server and the service's own API and workers: schedules that fire, and what an open run does to the next fire.
import { randomUUID } from 'node:crypto';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import { type Client, ScheduleNotFoundError } from '@temporalio/client';
import { neverFires, readCron } from '../../../src/api/schedules/cron.ts';
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

test.each([
  // Half past two is not there on 28 March, and twice there on 31 October: it fires once, at the later one.
  ['spring', '30 2 27-29 3 *', ['2027-03-27T01:30:00.000Z', '2027-03-29T00:30:00.000Z', '2028-03-27T00:30:00.000Z']],
  ['autumn', '30 2 30-31 10 *', ['2027-10-30T00:30:00.000Z', '2027-10-31T01:30:00.000Z', '2028-10-30T01:30:00.000Z']],
  // Every hour of that night in October there is a moment missing: the hour that is twice there fires at its first time alone.
  ['hours', '0 1-3 31 10 *', ['2027-10-30T23:00:00.000Z', '2027-10-31T00:00:00.000Z', '2027-10-31T02:00:00.000Z']],
])(
  'clocks that change in %s: the moments are those of the time zone, by Temporal’s own preview',
  async (id, cron, times) => {
    const { body } = await rest.post('/v1/schedules', { id, workflow, cron, timezone: 'Europe/Berlin' });
    expect((body['next'] as string[]).slice(0, 3)).toEqual(times);
  },
);

test('clocks that go back in America: an hour that is twice there fires twice', async () => {
  const america = { id: 'america', workflow, cron: '30 1 7 11 *', timezone: 'America/New_York' };
  const { body } = await rest.post('/v1/schedules', america);
  expect((body['next'] as string[]).slice(0, 2)).toEqual(['2027-11-07T05:30:00.000Z', '2027-11-07T06:30:00.000Z']);
});

describe('report 15: dsap reads a cron as Temporal does', () => {
  const fields = ['minute', 'hour', 'dayOfMonth', 'month', 'dayOfWeek'] as const;
  type Calendars = Awaited<ReturnType<ReturnType<Client['schedule']['getHandle']>['describe']>>['spec']['calendars'];
  const WEEKDAYS = ['SUNDAY', 'MONDAY', 'TUESDAY', 'WEDNESDAY', 'THURSDAY', 'FRIDAY', 'SATURDAY'];
  const MONTHS = 'JANUARY FEBRUARY MARCH APRIL MAY JUNE JULY AUGUST SEPTEMBER OCTOBER NOVEMBER DECEMBER'.split(' ');
  const numberOf = (value: number | string) => {
    if (typeof value === 'number') return value;
    return value.endsWith('DAY') ? WEEKDAYS.indexOf(value) : MONTHS.indexOf(value) + 1;
  };

  /** What Temporal makes of a line: the values of each field, and when it fires next. */
  async function asTemporal(cron: string, timezone = 'UTC') {
    const client = createClient(temporal());
    try {
      const spec = { cronExpressions: [cron], timezone };
      const action = { type: 'startWorkflow', workflowType: 'None', taskQueue: prefix, args: [] } as const;
      const scheduleId = `${prefix}.${randomUUID()}`;
      const handle = await client.schedule.create({ scheduleId, spec, action, state: { paused: true } });
      const { spec: read, info } = await handle.describe();
      await handle.delete();
      return { values: read.calendars?.map(valuesOf), next: info.nextActionTimes };
    } finally {
      await client.connection.close();
    }
  }
  function valuesOf(calendar: NonNullable<Calendars>[number]) {
    return fields.map((field) => {
      const values = new Set<number>();
      for (const { start, end, step } of calendar[field])
        for (let value = numberOf(start); value <= numberOf(end); value += step) values.add(value);
      return [...values].toSorted((a, b) => a - b);
    });
  }

  test.each([
    '* * * * *',
    '*/7 * * * *',
    '0 9 1 * 1',
    '5/25 1,3-5,9-20/4 */10 JAN-mar,december MON-FRI',
    '0 0 29 2 *',
    '0 9 * * 7',
    '0 9 * * 0-7',
    '0 9 * * 5-7',
    '0 9 * * 1-7/2',
    '0 9 * * */2',
    '0 9 * * th/2',
    '0 9 * * sun-tue',
    '0 9 * * 1/9',
    '*/99 00 07 1 *',
    '0 0 1 * 1,*',
    '  0\t9 * *   * ',
    '@yearly',
    '@annually',
    '@monthly',
    '@weekly',
    '@daily',
    '@midnight',
    '@hourly',
  ])('%s', async (cron) => {
    const read = readCron(cron);
    if (!read.ok) throw new Error(read.detail);
    const { minutes, hours, days, months, weekdays } = read.cron;
    const values = [minutes, hours, days, months, weekdays].map((set) => [...set].toSorted((a, b) => a - b));
    expect((await asTemporal(cron)).values).toEqual([values]);
  });

  test.each([
    ['0 0 30 2 *', 'UTC'],
    ['0 0 31 2,4 *', 'UTC'],
    ['0 0 29 2 *', 'UTC'],
    ['0 0 29 2 1', 'UTC'],
    ['30 2 25-31 3 0', 'Europe/Berlin'],
    ['30 2 25-31 3 0', 'UTC'],
    ['30 2,3 25-31 3 0', 'Europe/Berlin'],
    ['15 2 1-7 10 0', 'Australia/Lord_Howe'],
  ])('whether it ever fires: %s in %s', async (cron, timezone) => {
    const read = readCron(cron);
    if (!read.ok) throw new Error(read.detail);
    const { next } = await asTemporal(cron, timezone);
    expect(neverFires(read.cron, timezone, Date.now()) === undefined).toBe(next.length > 0);
  });

  test('day of the month and day of the week must both match', async () => {
    const { body } = await rest.post('/v1/schedules', { id: 'both', workflow, cron: '0 9 13 * 5' });
    const next = (body['next'] as string[]).map((time) => new Date(time));
    expect(next.length).toBeGreaterThan(3);
    expect(next.every((time) => time.getUTCDate() === 13 && time.getUTCDay() === 5)).toBe(true);
  });

  test.each(['europe/berlin', 'PST', 'Etc/Unknown'])('Temporal has no time zone %s either', async (zone) => {
    await expect(asTemporal('0 9 * * *', zone)).rejects.toThrow('unknown time zone');
  });
});

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
