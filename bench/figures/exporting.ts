import { setTimeout as wait } from 'node:timers/promises';
import { atMost, type Figure, type Row } from '../figure.ts';
import { repeating } from '../harness/definitions.ts';
import { memoryOfTree } from '../harness/process-memory.ts';
import { type Split, withSplit } from '../harness/split.ts';
import { beside, callsOf, isTelling, mostOf, restingIn, statementsIn } from '../harness/statements.ts';

const NAME = 'bench-export';

/** What an export takes of the API when its reader is slow. */
export const exporting: Figure = {
  number: 23,
  name: 'export',
  title: '`/v1/export/attempts` of 1,000 attempts (--quick: 50) of 64 KiB each, a slow reader',
  async *measure(bench) {
    await bench.standDown();
    yield* withSplit(await bench.folder(), {}, (split) => rowsFor(split, bench.quick ? [2, 25] : [10, 100]));
  },
};

async function* rowsFor(split: Split, [runs, each]: readonly [runs: number, attempts: number]): AsyncGenerator<Row> {
  const { rest, countedUrl } = split;
  await rest.publish(repeating(NAME, each, 'an answer. '.repeat(6_000).slice(0, 64 * 1024)));
  const worker = await split.startWorker();
  for (let run = 0; run < runs; run += 1) await rest.completed(await rest.start(NAME));
  await worker.stop();
  const api = await split.startApi();
  const path = `${api.rest.url}/v1/export/attempts?workflow=${NAME}`;
  const resting = await restingIn(countedUrl, 5);
  let read = { bytes: 0, most: 0 };
  const all = await statementsIn(countedUrl, async () => {
    read = await readSlowly(path, api.pid);
  });
  const sent = beside(resting, all).filter((statement) => !isTelling(statement));
  const attempts = runs * each;
  const count = callsOf(sent);
  const raw = `${count.toFixed(0)} for ${attempts} attempts; ${mostOf(sent, 1)}`;
  yield atMost('statements for every 100 attempts', (count / attempts) * 100, 1, '', raw);
  const size = `${(read.bytes / 1024 / 1024).toFixed(0)} MiB read`;
  yield atMost('memory that the API takes for it', read.most, 32, ' MiB', size);
}

/** Reads and rests in turn; answers the most that the process took beyond what it had, in MiB. */
async function readSlowly(url: string, pid: number) {
  const before = await memoryOf(pid);
  let [bytes, most, chunks] = [0, 0, 0];
  const response = await fetch(url);
  for await (const chunk of response.body ?? []) {
    bytes += chunk.length;
    chunks += 1;
    if (chunks % EVERY !== 0) continue;
    await wait(PAUSE);
    most = Math.max(most, (await memoryOf(pid)) - before);
  }
  if (!response.ok) throw new Error(`${url} answered ${response.status}.`);
  return { bytes, most };
}

/** Chunks between two rests, and milliseconds of a rest. */
const EVERY = 16;
const PAUSE = 50;

async function memoryOf(pid: number): Promise<number> {
  return (await memoryOfTree(pid)).reduce((sum, { pss }) => sum + pss, 0);
}
