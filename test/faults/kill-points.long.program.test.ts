// A worker is killed just when PostgreSQL has taken an artifact, or a verdict: a pure guard's comes before its workflow task is committed.
import { Client as Database } from 'pg';
import { judge } from '../support/engine/evidence.ts';
import { seeded } from '../support/played/seeded.ts';
import { end } from '../support/processes/dsap.ts';
import { putUnderLoad, told } from '../support/processes/load.ts';
import { type Cluster, kill, startCluster } from '../support/servers/cluster.ts';
import { createTestDatabase, type TestDatabase } from '../support/servers/database.ts';
import { report, seed, size } from '../support/servers/fault-suite.ts';

jest.setTimeout(size(1_200_000, 120_000));

const KILLS = size(100, 2);

let database: TestDatabase;
let cluster: Cluster;
let watching: Database;
beforeAll(async () => {
  database = await createTestDatabase();
  const temporalAddress = process.env['TEST_TEMPORAL_ADDRESS'] ?? '';
  cluster = await startCluster({ databaseUrl: database.url, temporalAddress });
  await cluster.startApi();
  watching = new Database({ connectionString: database.url });
  await watching.connect();
  await watching.query(`
    create function public.tell_test() returns trigger language plpgsql as
      $$ begin perform pg_notify('test_' || tg_table_name, ''); return null; end $$;
    create trigger tell_test after insert on artifacts for each row execute function public.tell_test();
    create trigger tell_test after insert on verdicts for each row execute function public.tell_test();
    listen test_artifacts; listen test_verdicts`);
});
afterAll(async () => {
  await watching?.end();
  await cluster?.stop();
  await database?.drop();
});

/** Resolves in the moment in which the next such row is committed. */
function stored(table: 'artifacts' | 'verdicts'): Promise<void> {
  return new Promise((resolve) => {
    const hear = ({ channel }: { readonly channel: string }) => {
      if (channel !== `test_${table}`) return;
      watching.off('notification', hear);
      resolve();
    };
    watching.on('notification', hear);
  });
}

test.each([
  ['an artifact', 'artifacts', kill],
  ['a verdict', 'verdicts', kill],
  ['a verdict, by an orderly end', 'verdicts', (program: Parameters<typeof kill>[0]) => end(program, 'SIGTERM')],
] as const)(
  'U-10, C1, C2, I1 to I12: workers ended after %s is stored lose, pay and count nothing twice',
  async (what, table, stop) => {
    // A generation whose answer a worker has taken along is made again after a heartbeat's limit, and a run that goes back has nine of them.
    const load = putUnderLoad({ cluster, random: seeded(seed), lanes: size(4, 2), limit: 300_000 });
    for (let kills = 0; kills < KILLS; kills += 1) {
      const worker = cluster.startWorker();
      await worker.polling;
      await stored(table);
      await stop(worker.program);
    }
    const last = cluster.startWorker();
    await last.polling;
    await load.stop();
    const { runs, events, violations } = await judge(cluster.witnesses, load.ids);
    report(`${KILLS} ends after ${what}`, {
      runs,
      events,
      refusals: told(load.refusals),
      violations: violations.length,
    });
    expect([...load.complaints, ...violations]).toEqual([]);
    await end(last.program, 'SIGTERM');
  },
);
