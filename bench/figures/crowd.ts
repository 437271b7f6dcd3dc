import { atLeast, atMost, type Figure, plain, type Row, ratio, type Takes } from '../figure.ts';
import { chainedByModel } from '../harness/definitions.ts';
import { inTurn } from '../harness/rounds.ts';
import { type Side, sidesOf, takesOf } from '../harness/sides.ts';
import { slowModelName } from '../harness/slow-model.ts';
import { median, tailOf } from '../statistics.ts';

const STEPS = 3;
const MODEL = 200;
const SLOTS = 50;

/** Many runs at once whose model takes a while: how far the slots for models are used. */
export const crowd: Figure = {
  number: 15,
  name: 'crowd',
  title: `200 runs at once (--quick: 60) of ${STEPS} steps, a model of ${MODEL} ms, ${SLOTS} slots`,
  async *measure(bench) {
    const document = chainedByModel('bench-crowd', STEPS, slowModelName(MODEL));
    const sides = await sidesOf(bench, document, ['two']);
    const seen: Seen[] = [];
    const bare: Seen[] = [];
    const takes = await inTurn(
      bench.quick ? 1 : 3,
      takesOf(sides, async (side) => {
        const crowded = await crowdOf(side, bench.quick ? 60 : 200);
        if (side === sides['ours']) seen.push(crowded);
        if (side === sides['two']) bare.push(crowded);
        return crowded.perSecond;
      }),
    );
    yield* rowsOf(seen.slice(1), bare.slice(1), takes);
  },
};

interface Seen {
  readonly perSecond: number;
  /** The most model calls at once. */
  readonly slots: number;
  readonly p50: number;
  readonly p95: number;
}

function* rowsOf(ours: readonly Seen[], bare: readonly Seen[], takes: Takes): Generator<Row> {
  const middle = (what: keyof Seen) => median(ours.map((each) => each[what]));
  const times = `p50 ${middle('p50').toFixed(0)} ms, p95 ${middle('p95').toFixed(0)} ms`;
  yield plain('ours, runs a second', middle('perSecond'), '', times);
  yield atMost(
    'ours, p95 ÷ p50 of a run, from its request to its result',
    middle('p95') / middle('p50'),
    1.5,
    '×',
    times,
  );
  const most = (side: readonly Seen[]) => Math.max(...side.map((each) => each.slots));
  yield atLeast('ours, model calls at once, at most', most(ours), SLOTS, '', `of ${SLOTS} slots`);
  yield plain('two, model calls at once, at most', most(bare), '', `of ${SLOTS} slots`);
  yield ratio('runs a second ÷ two', takes, ['ours', 'two'], { limit: 1.25, is: 'atLeast' });
  if (takes['before']) yield ratio('runs a second ÷ before', takes, ['ours', 'before'], { limit: 2.5, is: 'atLeast' });
}

async function crowdOf({ ground: { model }, start, result }: Side, runs: number): Promise<Seen> {
  model.mostAtOnce();
  const began = performance.now();
  const taken = await Promise.all(
    Array.from({ length: runs }, async () => {
      const asked = performance.now();
      await result(await start());
      return performance.now() - asked;
    }),
  );
  const perSecond = runs / ((performance.now() - began) / 1_000);
  return { perSecond, slots: model.mostAtOnce(), ...tailOf(taken) };
}
