import { type Figure, medianOf } from '../figure.ts';
import { SHAPES } from '../harness/bare-queues.ts';
import { chained, type Document, refining } from '../harness/definitions.ts';
import { ratiosOf } from '../harness/ratios.ts';
import { inTurn } from '../harness/rounds.ts';
import { type Side, sidesOf, takesOf } from '../harness/sides.ts';
import { spanOf, timed } from '../harness/timed-runs.ts';

/** What the store, the log and control add to each attempt, by the clock of Temporal's server. */
export const attempts: Figure = {
  number: 1,
  name: 'attempts',
  title: "Time per attempt by the workflow's clock, beside bare Temporal workflows with the same calls",
  async *measure(bench) {
    for (const load of LOADS) {
      const sides = await sidesOf(bench, load.document, SHAPES);
      const [quick, full] = load.rounds;
      const takes = await inTurn(
        bench.quick ? quick : full,
        takesOf(sides, (side) => perAttempt(side, load)),
      );
      yield medianOf(`${load.what}: ours`, takes['ours'] ?? [], ' ms');
      yield* ratiosOf(load.what, takes, GOALS);
    }
  },
};

const GOALS = { two: { limit: 0.75, is: 'atMost' }, one: { limit: 1.25, is: 'atMost' } } as const;

interface Load {
  readonly what: string;
  readonly document: Document;
  /** In one run. */
  readonly attempts: number;
  /** At once. */
  readonly runs: number;
  readonly rounds: readonly [quick: number, full: number];
}

const LOADS: readonly Load[] = [
  {
    what: 'one run, one step of 20 attempts',
    document: refining('bench-refining', 20),
    attempts: 20,
    runs: 1,
    rounds: [3, 8],
  },
  { what: 'one run, 20 steps in a row', document: chained('bench-chained', 20), attempts: 20, runs: 1, rounds: [3, 8] },
  {
    what: '20 runs at once, one step of 5 attempts each',
    document: refining('bench-many', 5),
    attempts: 5,
    runs: 20,
    rounds: [1, 3],
  },
];

async function perAttempt({ client, start }: Side, { runs, attempts: each }: Load): Promise<number> {
  return spanOf(await Promise.all(Array.from({ length: runs }, () => timed(client, start)))) / (runs * each);
}
