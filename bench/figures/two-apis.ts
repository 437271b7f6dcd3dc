import { atMost, type Figure, type Row, tailAtMost } from '../figure.ts';
import type { Rest } from '../harness/rest.ts';
import { type Split, withSplit } from '../harness/split.ts';
import { watchRun } from '../harness/watched-run.ts';

const PARKED = {
  name: 'bench-two-apis',
  steps: [{ id: 'work', generator: { kind: 'human', question: 'What is it?' }, guard: { use: 'not-empty' } }],
};

/** The last event of any run. */
const CLOSED = 'run.closed';

/** What goes through one API, as somebody sees it who reads at another one of the same database. */
export const twoApis: Figure = {
  number: 22,
  name: 'apis',
  title: 'Two APIs on one database, each in a process of its own',
  async *measure(bench) {
    await bench.standDown();
    yield* withSplit(await bench.folder(), {}, (split) => rowsFor(split, bench.quick ? 5 : 30));
  },
};

async function* rowsFor(split: Split, rounds: number): AsyncGenerator<Row> {
  const [one, other] = [(await split.startApi()).rest, (await split.startApi()).rest];
  await split.startWorker();
  await one.publish(PARKED);
  const streams: number[] = [];
  const waits: number[] = [];
  // The first one is to warm up.
  for (let round = 0; round <= rounds; round += 1) {
    const { stream, wait } = await answered(one, other);
    if (round === 0) continue;
    streams.push(stream);
    waits.push(wait);
  }
  yield tailAtMost('an event on the other API, after the same on this one', streams, 100);
  yield tailAtMost('a wait at the other API, after the event on this one', waits, 100);
  yield atMost(
    'definitions that the other API did not know at once',
    await unknownOf(one, other, rounds),
    0,
    '',
    `of ${rounds}`,
  );
}

/** How much later than a reader at the one API the readers at the other heard of a run's end; milliseconds, 0 where they were first. */
async function answered(one: Rest, other: Rest) {
  const id = await one.start(PARKED.name);
  const question = await one.questionOf(id);
  const [here, there] = await Promise.all([one, other].map(({ url }) => watchRun(url, id)));
  const waiting = other.read(`/v1/runs/${id}/result?wait=60s`).then(() => performance.now());
  await one.decide(question, { action: 'amend', content: 'It is this.' });
  const [first = 0, second = 0] = await Promise.all([here?.seen(CLOSED), there?.seen(CLOSED)]);
  const waited = await waiting;
  await Promise.all([here?.close(), there?.close()]);
  return { stream: Math.max(0, second - first), wait: Math.max(0, waited - first) };
}

/** Each new version is asked for at the other API right after it was published. */
async function unknownOf(one: Rest, other: Rest, rounds: number): Promise<number> {
  let unknown = 0;
  for (let round = 0; round < rounds; round += 1) {
    const name = `bench-published-${round}`;
    await one.publish({ ...PARKED, name });
    await other.start(name).catch(() => (unknown += 1));
  }
  return unknown;
}
