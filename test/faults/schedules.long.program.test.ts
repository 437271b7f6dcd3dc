// Servers of its own, `dsap api` and a `dsap worker` as processes: Temporal is away for longer than a schedule catches up with.
import { setTimeout as wait } from 'node:timers/promises';
import { type Cluster, startCluster } from '../support/servers/cluster.ts';
import { type FallibleServers, startFallibleServers } from '../support/servers/fallible-servers.ts';
import { until } from '../support/until.ts';

import.meta.jest.setTimeout(180_000);

let servers: FallibleServers;
let cluster: Cluster;
beforeAll(async () => {
  servers = await startFallibleServers();
  cluster = await startCluster(servers);
  await Promise.all([cluster.startApi(), cluster.startWorker().polling]);
});
afterAll(async () => {
  await cluster?.stop();
  await servers?.stop();
});

/** Of a run of the schedule: the moment that its fire was for. */
function momentOf(id: string): number {
  const [, year, month, day, hour, minute, second] = /-(\d{4})(\d\d)(\d\d)T(\d\d)(\d\d)(\d\d)Z$/.exec(id) ?? [];
  return Date.parse(`${year}-${month}-${day}T${hour}:${minute}:${second}Z`);
}

test('what an outage of Temporal holds up is started as far back as catchUp, and the rest is counted as missed', async () => {
  const { rest } = cluster;
  const tick = { id: 'tick', generator: { kind: 'fixed', content: 'x' }, guard: { use: 'not-empty' } };
  await rest.post('/v1/workflows', { name: 'ticking', steps: [tick] });
  const every = { every: 'PT2S', catchUp: 'PT10S', overlap: 'allow' };
  await rest.post('/v1/schedules', { id: 'ticks', workflow: { name: 'ticking' }, ...every });
  const moments = async () => {
    const { body } = await rest.get('/v1/schedules/ticks/runs?view=row&limit=200');
    return (body['data'] as { id: string }[]).map(({ id }) => momentOf(id)).toSorted((a, b) => a - b);
  };
  await until('it ticks', async () => ((await moments()).length >= 2 ? true : undefined));

  await servers.temporal.kill();
  const left = Date.now();
  await wait(30_000);
  // It is told from what is stored, and changed there, while Temporal is away.
  const away = await rest.get('/v1/schedules/ticks');
  expect([away.status, away.body['next']]).toEqual([200, undefined]);
  const back = Date.now();
  await servers.temporal.restart();

  const after = await until(
    'it ticks again',
    async () => {
      const found = await moments();
      return found.filter((moment) => moment > back + 6_000).length >= 2 ? found : undefined;
    },
    90_000,
  );
  const during = after.filter((moment) => moment > left + 2_000 && moment < back);
  expect(during.filter((moment) => moment < back - 12_000)).toEqual([]);
  const missed = await until('what was missed is counted', async () => {
    const { counts } = (await rest.get('/v1/schedules/ticks')).body as { counts?: { missed: number } };
    return counts && counts.missed > 0 ? counts.missed : undefined;
  });
  // Fifteen were due while it was away, of which at most six are made up for.
  expect([during.length <= 6, missed >= 5, during.length + missed >= 10]).toEqual([true, true, true]);
});
