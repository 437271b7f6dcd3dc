// `dsap api` and two `dsap worker` as processes of their own, under load: workers are killed and frozen at random points, and the provider of
// the models goes away and comes back at others.
import { setTimeout as wait } from 'node:timers/promises';
import { judge } from '../support/engine/evidence.ts';
import { type Seeded, seeded } from '../support/played/seeded.ts';
import { putUnderLoad, told } from '../support/processes/load.ts';
import { AWAY, type Cluster, freeze, kill, startCluster, type WorkerProcess } from '../support/servers/cluster.ts';
import { createTestDatabase, type TestDatabase } from '../support/servers/database.ts';
import { report, seed, size } from '../support/servers/fault-suite.ts';

jest.setTimeout(size(1_200_000, 120_000));

const WORKERS = 2;
const KILLS = size(100, 2);
/** Too long for the quick part. */
const FREEZES = size(20, 0);
/** Of the provider; more than a minute each apart from its neighbors would be too long for the quick part. */
const OUTAGES = size(12, 1);

let database: TestDatabase;
let cluster: Cluster;
beforeAll(async () => {
  database = await createTestDatabase();
  const temporalAddress = process.env['TEST_TEMPORAL_ADDRESS'] ?? '';
  cluster = await startCluster({ databaseUrl: database.url, temporalAddress });
});
afterAll(async () => {
  await cluster?.stop();
  await database?.drop();
});

interface Fault {
  readonly what: 'kill' | 'freeze';
  /** Milliseconds after the fault before; some come while the worker before is still starting. */
  readonly after: number;
  readonly worker: number;
  /** Longer than a heartbeat may stay away, so that others have taken over when it wakes. */
  readonly frozen: number;
}

interface Outage {
  readonly how: (typeof AWAY)[number];
  /** Milliseconds for which the provider is there before, and away: short ones are over before a breaker opens. */
  readonly there: number;
  readonly away: number;
}

function outagesOf(random: Seeded): readonly Outage[] {
  return Array.from({ length: OUTAGES }, () => ({
    how: random.pick(AWAY),
    there: random.between(size(2_000, 500), size(12_000, 1_000)),
    away: random.between(1_000, random.between(2_000, size(20_000, 2_500))),
  }));
}

/** One after the other, whatever happens to workers meanwhile. Answers for how many seconds the provider was away. */
async function playOutages(outages: readonly Outage[]): Promise<number> {
  let sum = 0;
  for (const { how, there, away } of outages) {
    await wait(there);
    cluster.provider.leave(how);
    await wait(away);
    cluster.provider.comeBack();
    sum += away;
  }
  return Math.round(sum / 1_000);
}

function planOf(random: Seeded): readonly Fault[] {
  const kinds = [...Array<'kill'>(KILLS).fill('kill'), ...Array<'freeze'>(FREEZES).fill('freeze')];
  const faults = kinds.map((what) => ({
    what,
    order: random.between(0, 1_000_000),
    after: random.between(100, size(2_900, 1_500)),
    worker: random.between(0, WORKERS - 1),
    frozen: random.between(2_500, 4_500),
  }));
  return faults.toSorted((one, other) => one.order - other.order);
}

test(`U-10, C1, C2, C4, I1 to I12: ${KILLS} kills and ${FREEZES} freezes of workers and ${OUTAGES} outages of the provider under load break nothing`, async () => {
  const random = seeded(seed);
  const plan = planOf(random);
  const starts: number[] = [];
  const enlist = (): WorkerProcess => {
    const worker = cluster.startWorker();
    worker.polling.then((took) => starts.push(took)).catch(() => {});
    return worker;
  };
  const workers = Array.from({ length: WORKERS }, enlist);
  await Promise.all([cluster.startApi(), ...workers.map(({ polling }) => polling)]);
  const load = putUnderLoad({ cluster, random, lanes: size(8, 3), limit: size(300_000, 80_000) });
  const began = performance.now();
  const outages = playOutages(outagesOf(random));
  for (const { what, after, worker, frozen } of plan) {
    await wait(after);
    const victim = workers[worker];
    if (!victim) throw new Error('there is no such worker');
    if (what === 'freeze') {
      await freeze(victim.program, frozen);
    } else {
      await kill(victim.program);
      workers[worker] = enlist();
    }
  }
  const away = await outages;
  const healed = performance.now();
  await load.stop();
  const rested = performance.now();
  const { runs, events, violations } = await judge(cluster.witnesses, load.ids);
  report(`${KILLS} kills, ${FREEZES} freezes, ${OUTAGES} outages of the provider`, {
    runs,
    events,
    'seconds without provider': away,
    'seconds of faults': Math.round((healed - began) / 1_000),
    'seconds to rest': Math.round((rested - healed) / 1_000),
    'median start of a worker in ms': starts.toSorted((one, other) => one - other)[Math.floor(starts.length / 2)],
    'killed while starting': KILLS + WORKERS - starts.length,
    refusals: told(load.refusals),
    violations: violations.length + load.complaints.length,
  });
  expect([...load.complaints, ...violations]).toEqual([]);
});
