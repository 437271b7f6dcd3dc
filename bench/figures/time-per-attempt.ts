import { atMost, type Figure, inMilliseconds, type Row } from '../figure.ts';
import type { Bench } from '../harness/bench.ts';
import { chained, type Document, refining } from '../harness/definitions.ts';
import { spanOf, timed } from '../harness/timed-runs.ts';
import { median } from '../statistics.ts';

/** Two activities an attempt, either way: what the store, the log and control add. */
export const timePerAttempt: Figure = {
  number: 1,
  title: '1 Time per attempt, ours ÷ a bare Temporal workflow with the same two activities',
  async measure(bench) {
    const rounds = bench.quick ? 3 : 8;
    const refined = { document: refining('bench-refining', 20), attempts: 20 };
    const steps = { document: chained('bench-chained', 20), attempts: 20 };
    const many = { document: refining('bench-many', 5), attempts: 5, runs: 20 };
    return [
      await compare(bench, 'one run alone, one step of 20 attempts', { ...refined, rounds }),
      await compare(bench, 'one run alone, 20 steps in a row', { ...steps, rounds }),
      await compare(bench, '20 runs at once, one step of 5 attempts each', { ...many, rounds: bench.quick ? 1 : 3 }),
    ];
  },
};

interface Load {
  readonly document: Document;
  /** In one run. */
  readonly attempts: number;
  readonly rounds: number;
  readonly runs?: number;
}

const LIMIT = 1.25;

/** Ours, bare, ours, bare …: what else the machine does meets both. The first round of each is to warm up. */
async function compare(bench: Bench, what: string, load: Load): Promise<Row> {
  const { client, rest } = await bench.service();
  const bare = await bench.bare();
  const { name } = load.document;
  await rest.publish(load.document);
  bare.define(load.document);
  const perAttempt = async (start: () => Promise<string>) => {
    const { runs = 1, attempts } = load;
    return spanOf(await Promise.all(Array.from({ length: runs }, () => timed(client, start)))) / (runs * attempts);
  };
  const ours: number[] = [];
  const theirs: number[] = [];
  for (let round = 0; round <= load.rounds; round += 1) {
    ours.push(await perAttempt(() => rest.start(name)));
    theirs.push(await perAttempt(() => bare.start(name)));
  }
  return row(what, ours.slice(1), theirs.slice(1));
}

function row(what: string, ours: readonly number[], theirs: readonly number[]): Row {
  const raw = `ours ${inMilliseconds(ours)}, bare ${inMilliseconds(theirs)}${noiseOf(theirs)}`;
  return atMost(what, median(ours) / median(theirs), LIMIT, '×', raw);
}

/** The bare runs against themselves: how far from 1 a ratio may be by chance. */
function noiseOf(theirs: readonly number[]): string {
  if (theirs.length < 4) return '';
  const [even, odd] = [0, 1].map((rest) => median(theirs.filter((_, at) => at % 2 === rest)));
  return `, bare ÷ bare ${((even ?? 0) / (odd ?? 1)).toFixed(2)}`;
}
