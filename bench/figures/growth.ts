import { atMost, type Figure, inMilliseconds } from '../figure.ts';
import { chained } from '../harness/definitions.ts';
import { spanOf, timed } from '../harness/timed-runs.ts';
import { median } from '../statistics.ts';

/** Whether an attempt costs more the longer the run is. */
export const growth: Figure = {
  number: 3,
  name: 'growth',
  title: 'Time per attempt in a long run',
  async *measure(bench) {
    const { client, rest } = await bench.ground();
    const take = async (steps: number) => {
      const name = `bench-chain-of-${steps}`;
      await rest.publish(chained(name, steps));
      return spanOf([await timed(client, () => rest.start(name))]) / steps;
    };
    const short: number[] = [];
    const long: number[] = [];
    await take(30);
    for (let round = 0; round < (bench.quick ? 1 : 2); round += 1) {
      short.push(await take(30), await take(30));
      long.push(await take(300));
    }
    short.push(await take(30));
    const raw = `300 steps ${inMilliseconds(long)}, 30 steps ${inMilliseconds(short)}`;
    yield atMost('300 steps in a row ÷ 30 steps', median(long) / median(short), 1.3, '×', raw);
  },
};
