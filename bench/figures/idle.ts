import { setTimeout as wait } from 'node:timers/promises';
import { atMost, type Figure, plain, type Row } from '../figure.ts';
import type { Bench } from '../harness/bench.ts';
import { chainedByModel } from '../harness/definitions.ts';
import type { Ground } from '../harness/ground.ts';
import { processorTimeIn, totalOf } from '../harness/process-time.ts';
import { slowModelName } from '../harness/slow-model.ts';
import { callsOf, mostOf, statementsIn } from '../harness/statements.ts';

const RUNS = 20;
/** Milliseconds, longer than the figure takes. */
const HELD = 900_000;

/** What readers cost that wait for what does not come. */
export const idle: Figure = {
  number: 17,
  name: 'idle',
  title: 'What idle readers add, statements a second',
  async *measure(bench) {
    // The runs that they wait for never end: not on servers that other figures measure on.
    await bench.standDown();
    const sides: (readonly [label: string, ground: Ground])[] = [['', await bench.ground()]];
    const before = await bench.before();
    if (before) sides.push([' (before)', before]);
    for (const [label, ground] of sides) yield* rowsOf(bench, ground, label);
    await bench.standDown();
  },
};

async function* rowsOf(bench: Bench, ground: Ground, label: string): AsyncGenerator<Row> {
  const document = chainedByModel('bench-held', 1, slowModelName(HELD));
  await ground.rest.publish(document);
  const runs: string[] = [];
  while (runs.length < RUNS) runs.push(await ground.rest.start(document.name));
  await wait(SETTLED);
  const seconds = bench.quick ? 10 : 30;
  const rest = await rateOf(ground, seconds);
  yield plain(`at rest${label}`, rest.statements, '', rest.raw);
  for (const { what, count, path, headers } of READERS) {
    const leave = new AbortController();
    const readers = Array.from({ length: count }, (_, at) =>
      fetch(`${ground.apiUrl}/v1/runs/${runs[at % RUNS]}${path}`, { headers, signal: leave.signal })
        .then((response) => response.text())
        .catch(() => undefined),
    );
    await wait(SETTLED);
    const busy = await rateOf(ground, seconds);
    leave.abort();
    await Promise.all(readers);
    const name = `${count} ${what}${label}`;
    yield atMost(name, Math.max(0, busy.statements - rest.statements), 1, '', busy.raw);
    const cores = `${(busy.cores * 100).toFixed(1)} % − ${(rest.cores * 100).toFixed(1)} % at rest, all processes together`;
    yield plain(`${name}: of a core`, Math.max(0, busy.cores - rest.cores) * 100, ' %', cores);
  }
}

/** Milliseconds until everybody has come in. */
const SETTLED = 5_000;

const READERS = [
  { what: 'idle streams', count: 500, path: '/events', headers: { accept: 'text/event-stream' } },
  { what: 'idle waits', count: 200, path: '/result?wait=60s', headers: { accept: 'application/json' } },
];

async function rateOf({ databaseUrl, pid }: Ground, seconds: number) {
  let time = 0;
  const sent = await statementsIn(databaseUrl, async () => {
    time = totalOf(await processorTimeIn(pid, () => wait(seconds * 1_000)));
  });
  const raw = `${seconds} s; ${mostOf(sent, seconds)}`;
  return { statements: callsOf(sent) / seconds, cores: time / 1_000 / seconds, raw };
}
