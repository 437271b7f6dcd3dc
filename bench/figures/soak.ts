import { setTimeout as wait } from 'node:timers/promises';
import { atMost, type Figure, type Row } from '../figure.ts';
import { refining } from '../harness/definitions.ts';
import { memoryOfTree } from '../harness/process-memory.ts';
import type { Rest } from '../harness/rest.ts';
import { type Split, withSplit } from '../harness/split.ts';
import { watchRun } from '../harness/watched-run.ts';
import { median } from '../statistics.ts';

const DOCUMENT = refining('bench-soak', 20);
const AT_ONCE = 10;
const STREAMS = 100;

/** Whether memory grows for as long as there is work. */
export const soak: Figure = {
  number: 21,
  name: 'memory',
  title: `PSS under full load for 30 minutes (--quick: 2): runs of 20 attempts, ${STREAMS} streams coming and going`,
  onlyByName: true,
  async *measure(bench) {
    await bench.standDown();
    yield* withSplit(await bench.folder(), {}, (split) => rowsFor(split, bench.quick ? 2 : 30));
  },
};

async function* rowsFor(split: Split, minutes: number): AsyncGenerator<Row> {
  const [api, worker] = [await split.startApi(), await split.startWorker()];
  await api.rest.publish(DOCUMENT);
  const over = new AbortController();
  const newest: string[] = [];
  const load = Promise.all([
    ...Array.from({ length: AT_ONCE }, () => runs(api.rest, newest, over.signal)),
    ...Array.from({ length: STREAMS }, () => streams(api.rest, newest, over.signal)),
  ]);
  try {
    const seen = await Promise.race([looks([api.pid, worker.pid], minutes), load.then(() => [])]);
    for (const [at, name] of ['API', 'worker'].entries())
      yield rowOf(
        name,
        seen.map((look) => look[at] ?? 0),
      );
  } finally {
    over.abort();
    await load.catch(() => undefined);
  }
}

/** MiB of each process, again and again. */
async function looks(pids: readonly number[], minutes: number): Promise<readonly (readonly number[])[]> {
  const seen: (readonly number[])[] = [];
  for (const end = performance.now() + minutes * 60_000; performance.now() < end; await wait(2_000))
    seen.push(await Promise.all(pids.map(memoryOf)));
  return seen;
}

async function memoryOf(pid: number): Promise<number> {
  return (await memoryOfTree(pid)).reduce((sum, { pss }) => sum + pss, 0);
}

function rowOf(name: string, memories: readonly number[]): Row {
  const third = Math.floor(memories.length / 3);
  const thirds = [0, 1, 2].map((part) => median(memories.slice(part * third, (part + 1) * third)));
  const raw = `${thirds.map((memory) => memory.toFixed(0)).join(' → ')} MiB, ${memories.length} looks`;
  return atMost(`${name}, last third ÷ second`, (thirds[2] ?? 0) / (thirds[1] ?? 0), 1.05, '×', raw);
}

async function runs(rest: Rest, newest: string[], over: AbortSignal): Promise<void> {
  while (!over.aborted) {
    const id = await rest.start(DOCUMENT.name);
    newest.push(id);
    if (newest.length > AT_ONCE) newest.shift();
    await rest.completed(id);
  }
}

/** Opens a stream of a run, stays for a while and goes; one that is refused, as a busy API may, comes again later. */
async function streams(rest: Rest, newest: readonly string[], over: AbortSignal): Promise<void> {
  while (!over.aborted) {
    await wait(100 + Math.random() * 2_000);
    const id = newest.at(-1);
    if (id === undefined) continue;
    const stream = await watchRun(rest.url, id).catch(() => undefined);
    await wait(Math.random() * 5_000);
    await stream?.close();
  }
}
