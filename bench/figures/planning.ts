import { compilePlan } from '../../src/definitions/compile/compile.ts';
import { definitionSchema } from '../../src/definitions/schema/definition.ts';
import { atMost, type Figure, inMilliseconds, type Row, tail, tailAtMost } from '../figure.ts';
import type { Bench } from '../harness/bench.ts';
import { planned } from '../harness/planned.ts';
import { PART, searching } from '../harness/searching.ts';
import { spanOf, timed } from '../harness/timed-runs.ts';
import { median } from '../statistics.ts';

/** Whether the engine decides quickly what comes next in a large graph with alternatives, and whether such a run ends. */
export const planning: Figure = {
  number: 11,
  name: 'planning',
  title: 'Planning an and-or graph',
  async *measure(bench) {
    const rounds = bench.quick ? 2 : 6;
    const taken = new Map<number, (readonly number[])[]>(SIZES.map((atoms) => [atoms, []]));
    // The first of each is to warm up.
    for (let round = 0; round <= rounds; round += 1)
      for (const [atoms, runs] of taken) runs.push(planned(searching('bench-searching', atoms)));
    const of = (atoms: number) => (taken.get(atoms) ?? []).slice(1);
    const rest = (atoms: number) => of(atoms).flatMap((run) => run.slice(1));
    const first = (atoms: number) => of(atoms).flatMap((run) => run.slice(0, 1));
    const raw = SIZES.map((atoms) => `${atoms} atoms ${inMilliseconds(rest(atoms))}`).join(', ');
    yield tailAtMost('an answer absorbed and the next tick, 1,000 atoms', rest(1_000), 50);
    yield tail('the first tick of a plan, 1,000 atoms', first(1_000));
    yield atMost('a tick of 500 atoms ÷ 250', median(rest(500)) / median(rest(250)), 2 * ROOM, '×', raw);
    yield atMost('a tick of 1,000 atoms ÷ 250', median(rest(1_000)) / median(rest(250)), 4 * ROOM, '×', raw);
    yield* compiling(rounds);
    yield await wholeRun(bench);
  },
};

const SIZES = [250, 500, 1_000];
/** Linear, and some more for what a larger record costs the processor's caches. */
const ROOM = 1.25;

/** What publishing waits for beside the checks, and an editor at each pause of the typing. */
function* compiling(rounds: number): Iterable<Row> {
  const documents = SIZES.map((atoms) => definitionSchema.parse(searching('bench-searching', atoms)));
  const taken = documents.map((document) =>
    Array.from({ length: rounds }, () => {
      const began = performance.now();
      compilePlan(document);
      return performance.now() - began;
    }),
  );
  const [small = [], , large = []] = taken;
  const raw = SIZES.map((atoms, at) => `${atoms} atoms ${inMilliseconds(taken[at] ?? [])}`).join(', ');
  // Each of its groups may be swapped, and each swap looked at from every step.
  yield atMost('compiling 1,000 atoms ÷ 250', median(large) / median(small), 16 * ROOM, '×', raw);
}

async function wholeRun(bench: Bench): Promise<Row> {
  const { client, rest } = await bench.ground();
  const atoms = bench.quick ? 100 : 1_000;
  const name = `bench-searching-${atoms}`;
  await rest.publish(searching(name, atoms));
  const seconds = spanOf([await timed(client, () => rest.start(name))]) / 1_000;
  const raw = `${((seconds * 1_000) / ((atoms * (PART - 1)) / PART)).toFixed(0)} ms an attempt`;
  return { what: `a whole run of ${atoms} atoms, ten at once`, value: `${seconds.toFixed(1)} s`, raw };
}
