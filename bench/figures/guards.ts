import { setTimeout as wait } from 'node:timers/promises';
import { atMost, type Figure, type Row, tail, tailAtMost } from '../figure.ts';
import { type ProcessorClock, processorClock } from '../harness/control-group.ts';
import { type GuardSample, PYTHON_SAMPLE, TYPESCRIPT_SAMPLE } from '../harness/guard-samples.ts';
import { type Opening, openSandbox, sampleJudge } from '../harness/sample-judge.ts';
import { median, tailOf } from '../statistics.ts';

/** Guards that run code: those that found something ready, and those that did not. */
export const guards: Figure = {
  number: 19,
  name: 'guards',
  title: 'Guards that run code, warm and cold, from the artifact to the verdict',
  async *measure(bench) {
    await bench.standDown();
    const clock = processorClock();
    try {
      for (const place of PLACES)
        for (const sample of place.samples) yield* rowsFor(place, sample, { clock, quick: bench.quick });
    } finally {
      clock.close();
    }
  },
};

interface Place extends Opening {
  readonly samples: readonly GuardSample[];
  /** Milliseconds. */
  readonly limit: number;
}

const PLACES: readonly Place[] = [
  { name: 'bwrap', fork: true, samples: [PYTHON_SAMPLE], limit: 120 },
  { name: 'bwrap', fork: false, samples: [PYTHON_SAMPLE, TYPESCRIPT_SAMPLE], limit: 120 },
  { name: 'deno', fork: false, samples: [PYTHON_SAMPLE, TYPESCRIPT_SAMPLE], limit: 250 },
];
/** Milliseconds in which the next processes are made ready, as while a model writes. */
const PAUSE = 1_500;

interface Taken {
  /** Milliseconds on the clock, and of the processors. */
  readonly clock: readonly number[];
  readonly processor: readonly number[];
}

interface Measuring {
  readonly clock: ProcessorClock;
  readonly quick: boolean;
}

async function* rowsFor(place: Place, sample: GuardSample, { clock, quick }: Measuring): AsyncGenerator<Row> {
  const { name, fork, limit } = place;
  const what = `${sample.guard} in ${name}${fork ? ' that forks' : ''}`;
  const sandboxes = await openSandbox(place);
  try {
    if (sandboxes.capabilities.length === 0) {
      yield { what, value: 'not on this machine', raw: '' };
      return;
    }
    const judge = sampleJudge(sandboxes, sample);
    // What is made once, whoever comes first.
    await judge();
    const warm = await taken(quick ? 5 : 20, judge, { clock, pause: PAUSE });
    yield tailAtMost(`${what}, warm`, warm.clock, limit);
    yield tailAtMost(
      `${what}, 20 in a row`,
      (await taken(20, judge, { clock, pause: 0 })).clock,
      2 * tailOf(warm.clock).p95,
    );
    const cold = await coldly(place, sample, { clock, rounds: quick ? 2 : 6 });
    yield tail(`${what}, cold`, cold.clock);
    const [above, below] = [median(warm.processor), median(cold.processor)];
    const row = atMost(`${what}, processor time warm ÷ cold`, above / below, 0.25, '×', `${above} ÷ ${below} ms`);
    // The goal is of bwrap alone: in deno an instance is used once.
    yield name === 'bwrap' ? row : { what: row.what, value: row.value, raw: row.raw };
  } finally {
    await sandboxes.close();
  }
}

/** The first job of a sandbox that was just opened; what opening and testing it takes is not counted. */
async function coldly(
  place: Opening,
  sample: GuardSample,
  { clock: processors, rounds }: Pick<Measuring, 'clock'> & { readonly rounds: number },
): Promise<Taken> {
  const clock: number[] = [];
  const processor: number[] = [];
  for (let round = 0; round < rounds; round += 1) {
    const sandboxes = await openSandbox(place);
    try {
      const once = await taken(1, sampleJudge(sandboxes, sample), { clock: processors, pause: 0 });
      clock.push(...once.clock);
      processor.push(...once.processor);
    } finally {
      await sandboxes.close();
    }
  }
  return { clock, processor };
}

/** Of us and of what we start. What is made ready for the next one is in its pause, and counts too. */
async function taken(
  rounds: number,
  judge: () => Promise<void>,
  { clock: processors, pause }: Pick<Measuring, 'clock'> & { readonly pause: number },
): Promise<Taken> {
  const clock: number[] = [];
  const processor: number[] = [];
  for (let round = 0; round < rounds; round += 1) {
    const time = await processors.during(async () => {
      await wait(pause);
      const began = performance.now();
      await judge();
      clock.push(performance.now() - began);
    });
    processor.push(Math.round(time));
  }
  return { clock, processor };
}
