// `dsap api` and two `dsap worker` as processes of their own, under load: workers are killed and frozen at random points.
import { setTimeout as wait } from 'node:timers/promises';
import { judge } from '../support/engine/evidence.ts';
import { type Seeded, seeded } from '../support/played/seeded.ts';
import { putUnderLoad, told } from '../support/processes/load.ts';
import { type Cluster, freeze, kill, startCluster, type WorkerProcess } from '../support/servers/cluster.ts';
import { createTestDatabase, type TestDatabase } from '../support/servers/database.ts';
import { report, seed, size } from '../support/servers/fault-suite.ts';

jest.setTimeout(size(1_200_000, 90_000));

const WORKERS = 2;
const KILLS = size(100, 2);
/** Too long for the quick part. */
const FREEZES = size(20, 0);

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

test(`U-10, C1, C2, C4, I1 to I12: ${KILLS} kills and ${FREEZES} freezes of workers under load break nothing`, async () => {
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
  const load = putUnderLoad({ cluster, random, lanes: size(8, 3), limit: size(120_000, 60_000) });
  const began = performance.now();
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
  const healed = performance.now();
  await load.stop();
  const rested = performance.now();
  const { runs, events, violations } = await judge(cluster.witnesses, load.ids);
  report(`${KILLS} kills, ${FREEZES} freezes`, {
    runs,
    events,
    'seconds of faults': Math.round((healed - began) / 1_000),
    'seconds to rest': Math.round((rested - healed) / 1_000),
    'median start of a worker in ms': starts.toSorted((one, other) => one - other)[Math.floor(starts.length / 2)],
    'killed while starting': KILLS + WORKERS - starts.length,
    refusals: told(load.refusals),
    violations: violations.length + load.complaints.length,
  });
  expect([...load.complaints, ...violations]).toEqual([]);
});
