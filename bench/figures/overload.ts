import { setTimeout as wait } from 'node:timers/promises';
import { atLeast, atMost, type Figure, plain, type Row } from '../figure.ts';
import { chained } from '../harness/definitions.ts';
import { eventKinds } from '../harness/event-kinds.ts';
import { heldToATenth } from '../harness/held-process.ts';
import { type Split, withSplit } from '../harness/split.ts';

const DOCUMENT = chained('bench-overload', 1);

/** A worker that has far too little: it should be slow, and go on. */
export const overload: Figure = {
  number: 16,
  name: 'overload',
  title: '50 runs at once (--quick: 15) on a worker held to a tenth of a core, beside the same in turn',
  async *measure(bench) {
    await bench.standDown();
    yield* withSplit(await bench.folder(), {}, (split) =>
      rowsFor(split, bench.quick ? 15 : 50, bench.quick ? 120 : 600),
    );
  },
};

/** Everybody gives up after so many seconds, those in turn and those at once alike. */
async function* rowsFor(split: Split, runs: number, limit: number): AsyncGenerator<Row> {
  const { rest } = split;
  await rest.publish(DOCUMENT);
  const { pid } = await split.startWorker();
  await rest.completed(await rest.start(DOCUMENT.name));
  const inTurn = await heldToATenth(pid, () => finishedIn(limit, (count) => oneByOne(split, runs, count)));
  yield plain(`${inTurn.done} of ${runs} in turn`, inTurn.seconds, ' s', `given up after ${limit} s`);
  const ids: string[] = [];
  const atOnce = await heldToATenth(pid, () => finishedIn(limit, (count) => together(split, runs, ids, count)));
  yield atLeast('at once: completed', atOnce.done, runs, '', `of ${runs}, given up after ${limit} s`);
  yield atMost('at once: workflow tasks that timed out', await timeouts(split, ids), 0, '', 'in their histories');
  const ratio = atOnce.seconds / atOnce.done / (inTurn.seconds / inTurn.done);
  yield atMost('seconds a completed run, at once ÷ in turn', ratio, 1.3, '×', `${atOnce.seconds.toFixed(1)} s at once`);
}

/** What was done until all were, or until the limit in seconds; what is left goes on. */
async function finishedIn(limit: number, work: (count: () => void) => Promise<void>) {
  let done = 0;
  const began = performance.now();
  const over = new AbortController();
  const working = work(() => (done += 1));
  working.catch(() => undefined);
  await Promise.race([working, wait(limit * 1_000, undefined, { signal: over.signal }).catch(() => undefined)]);
  over.abort();
  return { done, seconds: (performance.now() - began) / 1_000 };
}

async function oneByOne({ rest }: Split, runs: number, count: () => void): Promise<void> {
  for (let begun = 0; begun < runs; begun += 1) {
    await rest.completed(await rest.start(DOCUMENT.name));
    count();
  }
}

async function together({ rest }: Split, runs: number, ids: string[], count: () => void): Promise<void> {
  await Promise.all(
    Array.from({ length: runs }, async () => {
      const id = await rest.start(DOCUMENT.name);
      ids.push(id);
      await rest.completed(id);
      count();
    }),
  );
}

async function timeouts({ service: { client } }: Split, ids: readonly string[]): Promise<number> {
  const kinds = await Promise.all(ids.map((id) => eventKinds(client, id)));
  return kinds.flat().filter((kind) => kind === 'workflow_task_timed_out').length;
}
