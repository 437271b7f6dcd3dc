import { type Figure, ratio } from '../figure.ts';
import { refining } from '../harness/definitions.ts';
import { inTurn } from '../harness/rounds.ts';

const AT_ONCE = 10;

/** Whether statistics cost more the more runs there are. */
export const statsOfRuns: Figure = {
  number: 25,
  name: 'stats',
  title: '`/v1/stats` over 1,000 runs of 50 attempts ÷ over 10 (--quick: 50 runs of 5 ÷ over 5)',
  onlyByName: true,
  async *measure(bench) {
    const { rest } = await bench.ground();
    const [few, many, attempts] = bench.quick ? [5, 50, 5] : [10, 1_000, 50];
    for (const runs of [few, many]) {
      const name = `bench-stats-${runs}`;
      await rest.publish(refining(name, attempts));
      for (let done = 0; done < runs; done += AT_ONCE) {
        const batch = Math.min(AT_ONCE, runs - done);
        await Promise.all(Array.from({ length: batch }, async () => rest.completed(await rest.start(name))));
      }
    }
    const take = (runs: number) => async () => (await rest.read(`/v1/stats?workflow=bench-stats-${runs}`)).all;
    const takes = await inTurn(bench.quick ? 5 : 15, { many: take(many), few: take(few) });
    yield ratio('many ÷ few', takes, ['many', 'few'], { limit: 3, is: 'atMost' });
  },
};
