/** `npm run bench`: what the service costs beside plain Temporal, in numbers. `--only 1,3` takes some figures, `--quick` fewer rounds. */
import { availableParallelism, loadavg } from 'node:os';
import type { Figure, Row } from './figure.ts';
import { growth } from './figures/growth.ts';
import { history } from './figures/history.ts';
import { memory } from './figures/memory.ts';
import { parkedRuns } from './figures/parked-runs.ts';
import { planning } from './figures/planning.ts';
import { pythonGuard } from './figures/python-guard.ts';
import { shareOfTime } from './figures/share-of-time.ts';
import { storedBytes } from './figures/stored-bytes.ts';
import { timePerAttempt } from './figures/time-per-attempt.ts';
import { timeToHangUp } from './figures/time-to-hang-up.ts';
import { timeToReady } from './figures/time-to-ready.ts';
import { type Bench, createBench } from './harness/bench.ts';
import { readOptions } from './options.ts';
import { tableOf } from './table.ts';

/** Those that need an idle process of ours to be gone come last. */
const FIGURES: readonly Figure[] = [
  timePerAttempt,
  history,
  growth,
  planning,
  storedBytes,
  shareOfTime,
  memory,
  timeToReady,
  timeToHangUp,
  parkedRuns,
  pythonGuard,
];

async function main(argv: readonly string[]): Promise<void> {
  const { only, quick } = readOptions(
    argv,
    FIGURES.map(({ number }) => number),
  );
  const bench = createBench(quick);
  const loadBefore = load();
  try {
    const chosen = FIGURES.filter(({ number }) => only.has(number));
    const groups = await Promise.race([measureAll(bench, chosen), stopped()]);
    console.log(tableOf(groups));
    const machine = `${availableParallelism()} processors, Node ${process.version}`;
    console.log(`\n${machine}; load average ${loadBefore} before, ${load()} after${quick ? '; quick' : ''}`);
  } finally {
    await bench.close();
  }
}

async function measureAll(bench: Bench, figures: readonly Figure[]) {
  const groups: { readonly title: string; readonly rows: readonly Row[] }[] = [];
  for (const figure of figures) {
    const began = performance.now();
    groups.push({ title: figure.title, rows: await figure.measure(bench) });
    console.error(`${figure.title}: ${((performance.now() - began) / 1_000).toFixed(0)} s`);
  }
  return groups;
}

/** Rejects when we are told to end, so that what runs is closed first. */
function stopped(): Promise<never> {
  return new Promise((_, reject) => {
    for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const)
      process.once(signal, () => reject(new Error(`stopped by ${signal}`)));
  });
}

function load(): string {
  return loadavg()[0]?.toFixed(1) ?? '';
}

try {
  await main(process.argv.slice(2));
} catch (error) {
  console.error(error);
  // What was being measured may still be under way.
  process.exit(1);
}
