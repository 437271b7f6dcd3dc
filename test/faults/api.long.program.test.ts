// `dsap api` and a `dsap worker` as processes of their own: the API is killed at the moments that matter to a client.
import { setTimeout as wait } from 'node:timers/promises';
import { judge } from '../support/engine/evidence.ts';
import type { EventSeen } from '../support/engine/rest.ts';
import { seeded } from '../support/played/seeded.ts';
import type { Program } from '../support/processes/program.ts';
import { type Cluster, kill, startCluster } from '../support/servers/cluster.ts';
import { createTestDatabase, type TestDatabase } from '../support/servers/database.ts';
import { report, seed, size } from '../support/servers/fault-suite.ts';
import { type HoldingProxy, startHoldingProxy } from '../support/servers/holding-proxy.ts';
import { until } from '../support/until.ts';

jest.setTimeout(size(600_000, 60_000));

let database: TestDatabase;
let cluster: Cluster;
let temporal: HoldingProxy;
let api: Program;
beforeAll(async () => {
  database = await createTestDatabase();
  temporal = await startHoldingProxy(process.env['TEST_TEMPORAL_ADDRESS'] ?? '');
  cluster = await startCluster({ databaseUrl: database.url, temporalAddress: temporal.address });
  [api] = await Promise.all([cluster.startApi(), cluster.startWorker().polling]);
});
afterAll(async () => {
  await cluster?.stop();
  temporal?.close();
  await database?.drop();
});

/** Ten steps, one after the other: a log that takes a while. */
function long(delay: number) {
  const ids = Array.from({ length: 10 }, (_, index) => `s${index}`);
  const outputs = Object.fromEntries(ids.map((id) => [id, [{ text: id, delay: `${delay}ms` }]]));
  return {
    name: 'long',
    model: { name: 'sim:script', extra: { sim: { outputs } } },
    steps: ids.map((id, index) => ({
      id,
      requires: ids.slice(Math.max(0, index - 1), index),
      generator: { kind: 'llm', prompt: `Do ${id}.` },
      guard: { use: 'not-empty' },
    })),
  };
}

test('C5, R56, R74: the API is killed between storing a run and starting it: the same id again is that run, and it ends', async () => {
  const ids = Array.from({ length: size(10, 1) }, (_, index) => `stored-${index}`);
  // Published before, so that the start itself notes one thing only.
  await cluster.rest.start(long(5));
  for (const id of ids) {
    const body = { id, workflow: { name: 'long' } };
    temporal.hold();
    const unanswered = cluster.rest.post('/v1/runs', body).then(
      () => 'answered',
      () => 'cut off',
    );
    const row = await until('the run is stored', () => cluster.witnesses.store.runs.find(id));
    await kill(api);
    expect(await unanswered).toBe('cut off');
    expect(row.state.seq).toBe(1);
    temporal.letGo();
    api = await cluster.startApi();
    expect(await cluster.rest.post('/v1/runs', body)).toMatchObject({ status: 200, body: { id } });
    await cluster.rest.until(id, ({ status }) => status === 'completed');
  }
  const { runs, violations } = await judge(cluster.witnesses, ids);
  report('API killed between storing and starting', { runs, violations: violations.length });
  expect(violations).toEqual([]);
});

// Among all tests `e2e/dev-tree.test.ts` does this once, with a whole tree.
size(test, test.skip)(
  'C5, I12: the API is killed while it streams: from the Last-Event-ID on there is no gap and no repeat',
  async () => {
    const random = seeded(seed);
    const id = 'streamed';
    await cluster.rest.post('/v1/runs', { id, workflow: { definition: long(1_500) } });
    const seen: EventSeen[] = [];
    let kills = 0;
    for (let isOver = false; !isOver; ) {
      const following = follow(id, seen);
      if (kills < 10) {
        await wait(random.between(100, 1_500));
        await kill(api);
        kills += 1;
        isOver = await following;
        api = await cluster.startApi();
      } else {
        isOver = await following;
      }
    }
    expect(seen.map(({ seq }) => seq)).toEqual(seen.map((_, index) => index + 1));
    expect(seen.at(-1)).toMatchObject({ type: 'run.closed', data: { status: 'completed' } });
    const { violations } = await judge(cluster.witnesses, [id]);
    report('API killed while it streams', { kills, events: seen.length, violations: violations.length });
    expect(violations).toEqual([]);
  },
);

/** Reads on from what was seen last; answers whether the server, and not its death, ended the stream. */
async function follow(id: string, seen: EventSeen[]): Promise<boolean> {
  try {
    for await (const event of cluster.rest.stream(id, seen.at(-1)?.seq)) seen.push(event);
    return true;
  } catch {
    return false;
  }
}
