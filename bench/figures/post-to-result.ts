import type { Figure, RatioGoal } from '../figure.ts';
import { medianOf } from '../figure.ts';
import { refining } from '../harness/definitions.ts';
import { ratiosOf } from '../harness/ratios.ts';
import { inTurn } from '../harness/rounds.ts';
import { type Side, sidesOf, takesOf } from '../harness/sides.ts';

/** What somebody waits who asks for a run and for its result; for the bare workflows the start and the result of Temporal's client. */
export const postToResult: Figure = {
  number: 12,
  name: 'post',
  title: 'From the request that starts a run to its result',
  async *measure(bench) {
    for (const { what, attempts, runs, rounds, limit } of LOADS) {
      const sides = await sidesOf(bench, refining(`bench-post-${attempts}`, attempts), ['two', 'two-eager']);
      const takes = await inTurn(
        rounds[bench.quick ? 0 : 1],
        takesOf(sides, (side) => waitedFor(side, runs)),
      );
      yield medianOf(`${what}: ours`, takes['ours'] ?? [], ' ms');
      const goal: RatioGoal = { limit, is: 'atMost' };
      yield* ratiosOf(what, takes, { two: goal });
    }
  },
};

const LOADS = [
  { what: 'one run of one attempt', attempts: 1, runs: 1, rounds: [10, 40], limit: 1 },
  { what: '20 runs at once, 5 attempts each', attempts: 5, runs: 20, rounds: [1, 3], limit: 0.75 },
] as const;

/** Milliseconds until the last of them is there. */
async function waitedFor({ start, result }: Side, runs: number): Promise<number> {
  const began = performance.now();
  await Promise.all(Array.from({ length: runs }, async () => result(await start())));
  return performance.now() - began;
}
