import { setTimeout as wait } from 'node:timers/promises';
import { atMost, type Figure, plain, type Row } from '../figure.ts';
import { refining } from '../harness/definitions.ts';
import { type Split, withSplit } from '../harness/split.ts';
import { beside, callsOf, isTelling, mostOf, restingIn, type Statement, statementsIn } from '../harness/statements.ts';
import { timed } from '../harness/timed-runs.ts';
import { median } from '../statistics.ts';

const NAME = 'bench-statements';

/** Round trips to PostgreSQL, as the server counts them: true on a busy machine too. */
export const statements: Figure = {
  number: 14,
  name: 'statements',
  title: 'Statements, without those that are sent at rest',
  async *measure(bench) {
    await bench.standDown();
    yield* withSplit(await bench.folder(), {}, (split) => rowsFor(split, bench.quick ? 3 : 9));
  },
};

async function* rowsFor(split: Split, rounds: number): AsyncGenerator<Row> {
  const { rest, countedUrl } = split;
  for (const attempts of [10, 20]) await rest.publish(refining(`${NAME}-${attempts}`, attempts));
  const { row, started } = await ofStart(split, rounds);
  yield row;
  await split.startWorker();
  // What was started without a worker is done first, else it would count as rest.
  await Promise.all(started.map((id) => rest.completed(id)));
  const told = callsOf((await statementsIn(countedUrl, () => wait(TOLD))).filter(isTelling));
  yield plain('a run told ahead of its readers', told / started.length, '', `${told} for ${started.length} runs`);
  const resting = await restingIn(countedUrl, 10);
  yield plain('at rest, API and a worker, a second', callsOf(resting) / 10, '', `10 s; ${mostOf(resting, 10)}`);
  const alone = await ofAttempts(split, rounds, resting);
  yield atMost('an attempt, by the process that made the one before', alone.each, 3, '', alone.raw);
  yield plain('a run of 20 attempts, its start too, nobody waiting', alone.long, '', alone.rawOfRun);
  const waited = await inRuns(split, { attempts: 20, rounds, resting, isWaitedFor: true });
  const raw = `${waited.count.toFixed(1)} − ${alone.long.toFixed(1)}; ${mostOf(waited.sent, rounds)}`;
  yield atMost('a wait for a run of 20 attempts', waited.count - alone.long, 3, '', raw);
  await split.startWorker();
  const shared = await ofAttempts(split, rounds, await restingIn(countedUrl, 10));
  yield atMost('an attempt, two workers sharing the run', shared.each, 4, '', shared.raw);
}

/** Without a worker nothing but the start itself is there to be counted. */
async function ofStart({ rest, countedUrl }: Split, rounds: number) {
  const started = [await rest.start(`${NAME}-10`)];
  const resting = await restingIn(countedUrl, 5);
  const counts: number[] = [];
  let sent: readonly Statement[] = [];
  for (let round = 0; round < rounds; round += 1) {
    const all = await statementsIn(countedUrl, async () => started.push(await rest.start(`${NAME}-10`)));
    sent = beside(resting, all);
    counts.push(callsOf(sent));
  }
  const row = atMost('`POST /v1/runs`', median(counts), 2, '', mostOf(sent, 1));
  return { row: { ...row, rounds, spread: [Math.min(...counts), Math.max(...counts)] as const }, started };
}

/** Milliseconds in which runs that have come to rest are told ahead of their readers (`cli/start/keep-told.ts`): thirty seconds and a look. */
const TOLD = 40_000;

/** (20 attempts − 10 attempts) ÷ 10, as R78 takes events. */
async function ofAttempts(split: Split, rounds: number, resting: readonly Statement[]) {
  const short = await inRuns(split, { attempts: 10, rounds, resting });
  const long = await inRuns(split, { attempts: 20, rounds, resting });
  const raw = `10: ${short.count.toFixed(1)}, 20: ${long.count.toFixed(1)}`;
  return { each: (long.count - short.count) / 10, long: long.count, raw, rawOfRun: mostOf(long.sent, rounds) };
}

interface Runs {
  readonly attempts: number;
  readonly rounds: number;
  /** What is sent anyhow. */
  readonly resting: readonly Statement[];
  /** Somebody asks for the result while it runs. */
  readonly isWaitedFor?: boolean;
}

/** The median of some runs, and what was sent in all of them. Looks of our own go to Temporal, which PostgreSQL does not see. */
async function inRuns({ rest, service, countedUrl }: Split, { attempts, rounds, resting, isWaitedFor = false }: Runs) {
  const counts: number[] = [];
  const everything: Statement[] = [];
  for (let round = 0; round <= rounds; round += 1) {
    const all = await statementsIn(countedUrl, async () => {
      const waiting: Promise<unknown>[] = [];
      await timed(service.client, async () => {
        const id = await rest.start(`${NAME}-${attempts}`);
        if (isWaitedFor) waiting.push(rest.completed(id));
        return id;
      });
      await Promise.all(waiting);
      await wait(SETTLED);
    });
    // The first one is to warm up.
    if (round === 0) continue;
    // Of runs that ended half a minute ago.
    const sent = beside(resting, all).filter((statement) => !isTelling(statement));
    counts.push(callsOf(sent));
    everything.push(...sent);
  }
  return { count: median(counts), sent: summed(everything) };
}

/** Milliseconds after a run's end in which its last statements are sent. */
const SETTLED = 300;

function summed(all: readonly Statement[]): readonly Statement[] {
  const byQuery = Map.groupBy(all, ({ query }) => query);
  return [...byQuery]
    .map(([query, same]) => ({ query, calls: callsOf(same), time: same.reduce((sum, { time }) => sum + time, 0) }))
    .toSorted((one, other) => other.calls - one.calls);
}
