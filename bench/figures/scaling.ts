import { atLeast, atMost, type Figure, type Row } from '../figure.ts';
import { chainedByModel } from '../harness/definitions.ts';
import { type ProcessorTime, processorTimeIn, totalOf } from '../harness/process-time.ts';
import { slowModelName } from '../harness/slow-model.ts';
import { type Split, withSplit } from '../harness/split.ts';

const SLOTS = 4;
const STEPS = 5;
const DOCUMENT = chainedByModel('bench-scaling', STEPS, slowModelName(1_000));

/** Several workers on one database, where slots are short. */
export const scaling: Figure = {
  number: 20,
  name: 'scaling',
  title: `Workers 1 → 2 → 4 with ${SLOTS} model slots each and a model of a second`,
  async *measure(bench) {
    await bench.standDown();
    const rounds = bench.quick ? 2 : 4;
    yield* withSplit(await bench.folder(), { llmSlots: SLOTS }, (split) => ofWorkers(split, rounds));
  },
};

interface Load {
  readonly perSecond: number;
  /** Milliseconds an attempt, of the workers alone. */
  readonly processor: number;
}

async function* ofWorkers(split: Split, rounds: number): AsyncGenerator<Row> {
  await split.rest.publish(DOCUMENT);
  const pids: number[] = [];
  const loads = new Map<number, Load>();
  for (const workers of [1, 2, 4]) {
    while (pids.length < workers) pids.push((await split.startWorker()).pid);
    await underLoad(split, pids, workers);
    loads.set(workers, await underLoad(split, pids, rounds * SLOTS * workers));
  }
  const [one, two, four] = [1, 2, 4].map((workers) => loads.get(workers) ?? { perSecond: 0, processor: 0 });
  if (!one || !two || !four) return;
  const raw = [one, two, four].map(({ perSecond }) => perSecond.toFixed(1)).join(' → ');
  yield atLeast('attempts a second, 2 workers ÷ 1', two.perSecond / one.perSecond, 1.9, '×', raw);
  yield atLeast('attempts a second, 4 workers ÷ 1', four.perSecond / one.perSecond, 3.5, '×', raw);
  const times = [one, two, four].map(({ processor }) => processor.toFixed(1)).join(' → ');
  yield atMost("workers' processor time an attempt, 4 ÷ 1", four.processor / one.processor, 1.15, '×', `${times} ms`);
}

async function underLoad({ rest }: Split, pids: readonly number[], runs: number): Promise<Load> {
  let seconds = 0;
  const work = async () => {
    const began = performance.now();
    await Promise.all(Array.from({ length: runs }, async () => rest.completed(await rest.start(DOCUMENT.name))));
    seconds = (performance.now() - began) / 1_000;
  };
  const time = await inAll(pids, work);
  return { perSecond: (runs * STEPS) / seconds, processor: time / (runs * STEPS) };
}

/** Of several trees together, in milliseconds. */
async function inAll([pid, ...others]: readonly number[], work: () => Promise<unknown>): Promise<number> {
  if (pid === undefined) {
    await work();
    return 0;
  }
  let rest = 0;
  const time: ProcessorTime = await processorTimeIn(pid, async () => {
    rest = await inAll(others, work);
  });
  return rest + totalOf(time);
}
