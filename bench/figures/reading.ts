import { atMost, type Figure, type RatioGoal, type Row, ratio, type Takes } from '../figure.ts';
import { laned } from '../harness/definitions.ts';
import type { Ground } from '../harness/ground.ts';
import { numberIn } from '../harness/query.ts';
import { inTurn } from '../harness/rounds.ts';
import { spanOf, timed } from '../harness/timed-runs.ts';

const ATTEMPTS = 5;

/** Whether what is told of a run costs more the longer it was. */
export const reading: Figure = {
  number: 18,
  name: 'reading',
  title: `A run of 2,000 attempts (400 steps × ${ATTEMPTS}) ÷ one of 200 (40 × ${ATTEMPTS}); --quick: 200 ÷ 20`,
  async *measure(bench) {
    const ground = await bench.ground();
    const [small, large] = bench.quick ? [4, 40] : [40, 400];
    const lanes = bench.quick ? 4 : 20;
    const [short, long] = [await made(ground, small, lanes), await made(ground, large, lanes)];
    const each = (what: 'time' | 'wal', unit: string) =>
      `${short[what].toFixed(1)} and ${long[what].toFixed(1)} ${unit}`;
    yield atMost(`time an attempt, ${lanes} side by side`, long.time / short.time, 1.2, '×', each('time', 'ms'));
    yield atMost('bytes of WAL an attempt', long.wal / short.wal, 1.2, '×', each('wal', 'KiB'));
    for (const read of READS) yield await rowOf(ground, read, { short, long }, bench.quick ? 5 : 15);
  },
};

interface Made {
  readonly id: string;
  readonly name: string;
  /** Milliseconds an attempt. */
  readonly time: number;
  /** KiB an attempt. */
  readonly wal: number;
}

async function made({ client, rest, databaseUrl }: Ground, steps: number, lanes: number): Promise<Made> {
  const name = `bench-reading-${steps}`;
  await rest.publish(laned(name, { steps, lanes, attempts: ATTEMPTS }));
  const wal = () => numberIn(databaseUrl, "select pg_wal_lsn_diff(pg_current_wal_lsn(), '0/0')::text as value");
  const before = await wal();
  const run = await timed(client, () => rest.start(name));
  // Told of in both, as a reader or the API sees to sooner or later.
  await rest.read(`/v1/runs/${run.id}/trace`);
  const attempts = steps * ATTEMPTS;
  return { id: run.id, name, time: spanOf([run]) / attempts, wal: ((await wal()) - before) / 1024 / attempts };
}

interface ReadOf {
  readonly what: string;
  readonly path: (run: Made) => string;
  readonly limit: number;
  /** The last page of a list instead of its first one. */
  readonly isLast?: boolean;
  readonly isFirstByte?: boolean;
}

const READS: readonly ReadOf[] = [
  { what: '`/trace`, first page', path: ({ id }) => `/v1/runs/${id}/trace`, limit: 1.5 },
  { what: '`/trace`, last page', path: ({ id }) => `/v1/runs/${id}/trace?limit=100`, limit: 1.5, isLast: true },
  { what: '`/why`', path: ({ id }) => `/v1/runs/${id}/why`, limit: 1.5 },
  { what: '`/v1/stats`', path: ({ name }) => `/v1/stats?workflow=${name}`, limit: 1.5 },
  {
    what: '`/v1/export/attempts`, first byte',
    path: ({ name }) => `/v1/export/attempts?workflow=${name}`,
    limit: 1.5,
    isFirstByte: true,
  },
  { what: '`GET /v1/runs/{id}`', path: ({ id }) => `/v1/runs/${id}`, limit: 2.5 },
  { what: '`/events`, first page', path: ({ id }) => `/v1/runs/${id}/events`, limit: 1.5 },
  { what: '`/attempts`, first page', path: ({ id }) => `/v1/runs/${id}/attempts`, limit: 1.5 },
  { what: '`/artifacts`, first page', path: ({ id }) => `/v1/runs/${id}/artifacts`, limit: 1.5 },
  { what: '`/graph`', path: ({ id }) => `/v1/runs/${id}/graph`, limit: 3 },
  { what: '`/state`', path: ({ id }) => `/v1/runs/${id}/state`, limit: 3 },
];

async function rowOf(
  ground: Ground,
  { what, path, limit, isLast = false, isFirstByte = false }: ReadOf,
  { short, long }: { readonly short: Made; readonly long: Made },
  rounds: number,
): Promise<Row> {
  const paths = await Promise.all([short, long].map(async (run) => (isLast ? lastPage(ground, path(run)) : path(run))));
  const take = (at: number) => async () => {
    const read = await ground.rest.read(paths[at] ?? '');
    return isFirstByte ? read.firstByte : read.all;
  };
  const takes: Takes = await inTurn(rounds, { short: take(0), long: take(1) });
  const goal: RatioGoal = { limit, is: 'atMost' };
  return ratio(what, takes, ['long', 'short'], goal);
}

/** Follows the cursors of a list to its end. */
async function lastPage({ rest }: Ground, first: string): Promise<string> {
  for (let at = first; ; ) {
    const { page } = { page: undefined, ...JSON.parse((await rest.read(at)).text) };
    const { nextCursor } = { nextCursor: null, ...Object(page) };
    if (typeof nextCursor !== 'string') return at;
    at = `${first}&cursor=${encodeURIComponent(nextCursor)}`;
  }
}
