import { setTimeout as wait } from 'node:timers/promises';
import { type Figure, medianOf } from '../figure.ts';
import type { Bench } from '../harness/bench.ts';
import { refining } from '../harness/definitions.ts';
import { type ProcessorTime, processorTimeIn, totalOf } from '../harness/process-time.ts';
import { ratiosOf } from '../harness/ratios.ts';
import { inTurn } from '../harness/rounds.ts';
import { type Side, sidesOf } from '../harness/sides.ts';

const ATTEMPTS = 20;

/** What an attempt takes of the processors, by process: true on a busy machine too, where time on the clock is not. */
export const processor: Figure = {
  number: 13,
  name: 'processor',
  title: 'Processor time an attempt, of all processes together, without what they take at rest',
  async *measure(bench) {
    const sides = await sidesOf(bench, refining('bench-processor', ATTEMPTS), ['two', 'one', 'two-eager', 'one-eager']);
    const parts: ProcessorTime[] = [];
    const takes = await inTurn(
      bench.quick ? 2 : 8,
      Object.fromEntries(
        Object.entries(sides).map(([name, side]) => [
          name,
          async () => {
            const time = await perAttempt(bench, side, bench.quick ? 2 : 5);
            if (name === 'ours') parts.push(time);
            return totalOf(time);
          },
        ]),
      ),
    );
    // The first round is to warm up, here too.
    const ours = parts.slice(1);
    for (const program of Object.keys(ours[0] ?? {}))
      yield medianOf(
        `ours, ${program}`,
        ours.map((part) => part[program] ?? 0),
        ' ms',
      );
    yield medianOf('ours, all', takes['ours'] ?? [], ' ms');
    yield* ratiosOf('all', takes, { 'two-eager': { limit: 1, is: 'atMost' } });
  },
};

/** Of the processes of the side's ground, and of the bare workflows' where it is ours. In milliseconds, by program. */
async function perAttempt(bench: Bench, side: Side, runs: number): Promise<ProcessorTime> {
  const roots = [side.ground.pid, ...(side.ground === (await bench.ground()) ? [(await bench.bare()).pid] : [])];
  const work = async () => {
    for (let done = 0; done < runs; done += 1) await side.result(await side.start());
  };
  const worked = await taken(roots, work);
  const rested = await taken(roots, () => wait(REST));
  return Object.fromEntries(
    Object.entries(worked.time).map(([program, time]) => {
      const anyhow = ((rested.time[program] ?? 0) / rested.lasted) * worked.lasted;
      return [program, (time - anyhow) / (runs * ATTEMPTS)];
    }),
  );
}

/** Milliseconds. */
const REST = 2_000;

/** What two trees take while something runs; the second is that of the bare workflows. */
async function taken(
  [ground = 0, bare]: readonly number[],
  use: () => Promise<unknown>,
): Promise<{ readonly time: ProcessorTime; readonly lasted: number }> {
  const began = performance.now();
  let inBare: ProcessorTime = {};
  const both = async () => {
    inBare = bare === undefined ? {} : await processorTimeIn(bare, use);
    if (bare === undefined) await use();
  };
  const time = await processorTimeIn(ground, both);
  const theirs = bare === undefined ? {} : { 'bare workflows': totalOf(inBare) };
  return { time: { ...time, ...theirs }, lasted: performance.now() - began };
}
