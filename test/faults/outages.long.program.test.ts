// Servers of its own, `dsap api` and a `dsap worker` as processes, under load: one part is away for a while and comes back.
import { setTimeout as wait } from 'node:timers/promises';
import { z } from 'zod';
import { judge } from '../support/engine/evidence.ts';
import type { Answer } from '../support/engine/rest.ts';
import { seeded } from '../support/played/seeded.ts';
import { improper, type Load, putUnderLoad, told } from '../support/processes/load.ts';
import type { Program } from '../support/processes/program.ts';
import { AWAY, type Cluster, kill, startCluster, type WorkerProcess } from '../support/servers/cluster.ts';
import { type FallibleServers, startFallibleServers } from '../support/servers/fallible-servers.ts';
import { report, seed, size } from '../support/servers/fault-suite.ts';
import { until } from '../support/until.ts';

jest.setTimeout(size(300_000, 60_000));

type Part = 'postgres' | 'temporal' | 'worker';

interface Outage {
  readonly part: Part;
  readonly how: 'killed' | 'frozen';
  readonly seconds: number;
  begin(): Promise<void>;
  end(): Promise<void>;
  /** Requests that cannot be done without the part, and those that can. */
  readonly refused: readonly (readonly [path: string, body?: object])[];
  readonly served: readonly string[];
}

let servers: FallibleServers;
let cluster: Cluster;
let worker: WorkerProcess;
let api: Program;
beforeAll(async () => {
  servers = await startFallibleServers();
  cluster = await startCluster(servers);
  worker = cluster.startWorker();
  [api] = await Promise.all([cluster.startApi(), worker.polling]);
});
afterAll(async () => {
  await cluster?.stop();
  await servers?.stop();
});

const START = ['/v1/runs', { workflow: { name: 'happy' } }] as const;
/** A run that waits for a person. */
const OPEN = ':open';
const STOP = [`/v1/runs/${OPEN}/stop`, {}] as const;
const LIST = ['/v1/runs'] as const;

/** What is away, and how. Frozen is the worse way: connections stand, and nothing answers. */
const OUTAGES: readonly Outage[] = [
  {
    part: 'postgres',
    how: 'killed',
    seconds: size(60, 2),
    begin: () => servers.postgres.kill(),
    end: () => servers.postgres.restart(),
    refused: [LIST, START, STOP],
    served: ['/healthz'],
  },
  {
    part: 'temporal',
    how: 'killed',
    seconds: size(60, 2),
    begin: () => servers.temporal.kill(),
    end: () => servers.temporal.restart(),
    // A request to a run is refused after seconds only, when its deadline has passed.
    refused: [START, ...size([STOP], [])],
    served: ['/healthz', '/v1/runs', `/v1/runs/${OPEN}`],
  },
  {
    part: 'worker',
    how: 'killed',
    seconds: size(20, 0),
    begin: () => kill(worker.program),
    async end() {
      worker = cluster.startWorker();
      await worker.polling;
    },
    refused: [STOP],
    served: ['/healthz', '/v1/runs', `/v1/runs/${OPEN}`],
  },
  {
    part: 'postgres',
    how: 'frozen',
    seconds: size(30, 0),
    begin: () => servers.postgres.freeze(),
    end: () => servers.postgres.thaw(),
    refused: [LIST, START, STOP],
    served: ['/healthz'],
  },
  {
    part: 'temporal',
    how: 'frozen',
    seconds: size(30, 0),
    begin: () => servers.temporal.freeze(),
    end: () => servers.temporal.thaw(),
    refused: [START, STOP],
    served: ['/healthz', '/v1/runs', `/v1/runs/${OPEN}`],
  },
];

interface Probed {
  readonly refused: number;
  /** Runs whose start was answered before anybody had noticed. */
  readonly accepted: readonly string[];
  readonly slowest: number;
  readonly complaints: readonly string[];
}

/** Asks again and again, from a second after the outage began until it is over. */
async function probe({ part, how, refused, served, seconds }: Outage, open: string): Promise<Probed> {
  const ask = (path: string, body?: object): Promise<Answer> => {
    const place = path.replace(OPEN, open);
    return body ? cluster.rest.post(place, body) : cluster.rest.get(place);
  };
  const complaints: string[] = [];
  const accepted: string[] = [];
  // A server that hangs is noticed by the first call that it does not answer; until then a start is stored, and the sweep begins it (R74).
  const isUnnoticed = () => part === 'temporal' && how === 'frozen' && count === 0;
  let count = 0;
  let slowest = 0;
  const deadline = Date.now() + seconds * 1_000;
  await wait(1_000);
  do {
    for (const [path, body] of refused) {
      const began = performance.now();
      const answer = await ask(path, body);
      slowest = Math.max(slowest, performance.now() - began);
      if (path === START[0] && answer.status === 201 && isUnnoticed()) {
        accepted.push(String(answer.body['id']));
        continue;
      }
      const complaint =
        improper(answer) ?? (answer.body['part'] === part ? undefined : `named ${String(answer.body['part'])}`);
      if (complaint === undefined) count += 1;
      else complaints.push(`${path} while ${part} was away: ${complaint}`);
    }
    for (const path of served) {
      const { status } = await ask(path);
      if (status !== 200) complaints.push(`${path} while ${part} was away: ${status}`);
    }
    await wait(500);
  } while (Date.now() < deadline);
  return { refused: count, accepted, slowest: Math.round(slowest), complaints };
}

/** Something that the outage can hit: runs under way, and one that waits. */
async function load(row: Outage): Promise<Load> {
  const made = putUnderLoad({
    cluster,
    random: seeded(seed + OUTAGES.indexOf(row)),
    lanes: size(6, 4),
    limit: row.seconds * 1_000 + 60_000,
  });
  await wait(size(3_000, 1_000));
  return made;
}

async function openRun(id: string): Promise<string> {
  const asking = {
    name: 'asking',
    steps: [{ id: 'a', generator: { kind: 'human', question: 'What?' }, guard: { use: 'not-empty' } }],
  };
  await cluster.rest.post('/v1/runs', { id, workflow: { definition: asking } });
  await cluster.rest.until(id, ({ status }) => status === 'escalated');
  return id;
}

test.each(OUTAGES.filter(({ seconds }) => seconds > 0))(
  'S, C6, C9, I1 to I12: $part $how for $seconds s: 503 names it, and every run goes on afterwards',
  async (row) => {
    const open = await openRun(`open-${row.part}-${row.how}`);
    const under = await load(row);
    await row.begin();
    const { refused, accepted, slowest, complaints } = await probe(row, open);
    await row.end();
    const healed = performance.now();
    await wait(size(2_000, 0));
    await under.stop();
    for (const id of accepted) await cluster.rest.until(id, ({ status }) => status === 'completed');
    const rested = performance.now();
    expect(worker.program.child.exitCode).toBeNull();
    // R99: longer than the silence after which nothing is polled.
    if (row.part === 'postgres' && row.seconds > 10) await worker.program.line(/the database answers again: polling/);
    const { runs, events, violations } = await judge(cluster.witnesses, [...under.ids, ...accepted, open]);
    const all = [...complaints, ...under.complaints, ...violations];
    report(`${row.part} ${row.how} for ${row.seconds} s`, {
      runs,
      events,
      'proper refusals': refused,
      'accepted unnoticed': accepted.length,
      'slowest in ms': slowest,
      'others met': told(under.refusals),
      'seconds to rest': Math.round((rested - healed) / 1_000),
      violations: all.length,
    });
    expect(all).toEqual([]);
    expect(refused).toBeGreaterThan(0);
  },
);

/** Three steps, each with one answer. */
const ids = ['a', 'b', 'c'];
const THREE = {
  name: 'three',
  model: {
    name: 'sim:script',
    extra: { sim: { outputs: Object.fromEntries(ids.map((id) => [id, [`Text of ${id}.`]])) } },
  },
  steps: ids.map((id, index) => ({
    id,
    requires: ids.slice(Math.max(0, index - 1), index),
    generator: { kind: 'llm', prompt: `Do ${id}.` },
    guard: { use: 'not-empty' },
    timeouts: { generate: 'PT5S' },
  })),
};

const Endpoint = z.object({ name: z.string(), state: z.string(), waiting: z.number() });

async function provider(): Promise<z.output<typeof Endpoint> | undefined> {
  const { body } = await cluster.rest.get('/v1/endpoints');
  return z
    .array(Endpoint)
    .parse(body['data'])
    .find(({ name }) => name === 'sim');
}

test.each(AWAY.slice(0, size(3, 1)))(
  'llm 3, I1 to I12: the provider is away ("%s") while workers are killed, Temporal is, and the API begins anew: every call waits, and goes on by itself',
  async (how) => {
    cluster.provider.leave(how);
    const left = performance.now();
    const runs = await Promise.all(Array.from({ length: 12 }, () => cluster.rest.start(THREE)));
    const allWait = () =>
      until(
        'the runs to wait',
        async () => ((await provider())?.waiting === runs.length ? true : undefined),
        120_000,
        250,
      );
    await allWait();
    for (let kills = 0; kills < size(3, 1); kills += 1) {
      await kill(worker.program);
      worker = cluster.startWorker();
      await worker.polling;
    }
    await servers.temporal.kill();
    await servers.temporal.restart();
    await kill(api);
    api = await cluster.startApi();
    // Nobody but the newest worker is there to say so, and it has to find out first.
    await until(
      'the new worker to know',
      async () => ((await provider())?.state === 'closed' ? undefined : true),
      120_000,
      250,
    );
    await allWait();
    const back = performance.now();
    cluster.provider.comeBack();
    for (const id of runs) {
      const run = await until(
        `${id} to end`,
        async () => {
          const { body } = await cluster.rest.get(`/v1/runs/${id}`);
          return body['status'] === 'running' ? undefined : body;
        },
        120_000,
        250,
      );
      expect(run).toMatchObject({ status: 'completed', usage: { llmCalls: ids.length }, openEscalations: [] });
    }
    const rested = performance.now();
    expect(await provider()).toMatchObject({ waiting: 0 });
    const found = await judge(cluster.witnesses, runs);
    report(`provider away (${how}), worker, Temporal and API killed`, {
      runs: found.runs,
      events: found.events,
      'seconds away': Math.round((back - left) / 1_000),
      'seconds to rest': Math.round((rested - back) / 1_000),
      violations: found.violations.length,
    });
    expect(found.violations).toEqual([]);
  },
);
