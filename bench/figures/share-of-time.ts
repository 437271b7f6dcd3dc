import { atMost, type Figure, inMilliseconds } from '../figure.ts';
import { chained } from '../harness/definitions.ts';
import { spanOf, timed } from '../harness/timed-runs.ts';
import { median } from '../statistics.ts';

const STEPS = 5;
const MODEL = 1_000;

/** How much of a run is not the model when the model takes a second. */
export const shareOfTime: Figure = {
  number: 5,
  name: 'share',
  title: 'Share of a run that is not its model, when the model takes a second',
  async *measure(bench) {
    const { client, rest } = await bench.ground();
    const bare = await bench.bare();
    const document = chained('bench-slow-model', STEPS, MODEL);
    await rest.publish(document);
    await bare.define(document);
    const ours: number[] = [];
    const theirs: number[] = [];
    for (let round = 0; round < (bench.quick ? 1 : 3); round += 1) {
      ours.push(spanOf([await timed(client, () => rest.start(document.name))]) / STEPS);
      theirs.push(spanOf([await timed(client, () => bare.start(document.name, 'two'))]) / STEPS);
    }
    const [all, temporal] = [median(ours), median(theirs)];
    const raw = `ours ${inMilliseconds(ours)}, bare ${inMilliseconds(theirs)} per attempt`;
    yield atMost('all but the model, Temporal included', percent(all - MODEL, all), 3, ' %', raw);
    yield atMost('what we add to a bare Temporal workflow', percent(all - temporal, all), 3, ' %', raw);
  },
};

function percent(part: number, whole: number): number {
  return (Math.max(0, part) / whole) * 100;
}
