/** `npm run bench`: what the service costs beside plain Temporal, in numbers (docs/performance.md). `--help` says how. */
import { writeFile } from 'node:fs/promises';
import { loadavg } from 'node:os';
import { closeAll } from '../src/cli/close-all.ts';
import type { Figure } from './figure.ts';
import { attempts } from './figures/attempts.ts';
import { command } from './figures/command.ts';
import { crowd } from './figures/crowd.ts';
import { drawing } from './figures/drawing.ts';
import { exporting } from './figures/exporting.ts';
import { footprint } from './figures/footprint.ts';
import { growth } from './figures/growth.ts';
import { guards } from './figures/guards.ts';
import { history } from './figures/history.ts';
import { idle } from './figures/idle.ts';
import { overload } from './figures/overload.ts';
import { parkedRuns } from './figures/parked-runs.ts';
import { planning } from './figures/planning.ts';
import { plays } from './figures/play.ts';
import { postToResult } from './figures/post-to-result.ts';
import { processor } from './figures/processor.ts';
import { pythonGuard } from './figures/python-guard.ts';
import { reading } from './figures/reading.ts';
import { scaling } from './figures/scaling.ts';
import { shareOfTime } from './figures/share-of-time.ts';
import { soak } from './figures/soak.ts';
import { statements } from './figures/statements.ts';
import { statsOfRuns } from './figures/stats-of-runs.ts';
import { storedBytes } from './figures/stored-bytes.ts';
import { timeToHangUp } from './figures/time-to-hang-up.ts';
import { timeToReady } from './figures/time-to-ready.ts';
import { twoApis } from './figures/two-apis.ts';
import { openBefore } from './harness/before.ts';
import { createBench } from './harness/bench.ts';
import { machineFacts } from './machine.ts';
import { type BenchOptions, helpOf, readOptions } from './options.ts';
import { closingWords, type Report, takeAll } from './report.ts';

/** Those that need an idle process of ours to be gone come last. */
const FIGURES: readonly Figure[] = [
  attempts,
  postToResult,
  processor,
  history,
  growth,
  planning,
  crowd,
  shareOfTime,
  reading,
  drawing,
  command,
  plays,
  statsOfRuns,
  idle,
  statements,
  overload,
  scaling,
  twoApis,
  exporting,
  storedBytes,
  footprint,
  timeToReady,
  timeToHangUp,
  parkedRuns,
  pythonGuard,
  guards,
  soak,
];

/** Answers whether every goal was met and every figure taken. */
async function main(options: BenchOptions): Promise<boolean> {
  const stop = stopping();
  const { only, quick, json } = options;
  const machine = await machineFacts();
  const { processors, node, commit } = machine;
  console.log(`${processors} processors, Node ${node}, commit ${commit}${quick ? '; quick' : ''}`);
  const before = options.before === undefined ? undefined : await openBefore(options.before, stop);
  const bench = createBench({ quick, ...(before && { beforeRoot: before.root }) });
  const facts = { machine, quick, ...(before && { before: before.commit }), began: new Date().toISOString() };
  const keep = async ({ rows, failures }: Report) => {
    const ended = new Date().toISOString();
    if (json !== undefined) await writeFile(json, `${JSON.stringify({ ...facts, ended, rows, failures }, null, 2)}\n`);
  };
  surviveLateErrors();
  try {
    const chosen = FIGURES.filter(({ name }) => only.has(name));
    const taking = takeAll(bench, chosen, { print: console.log, load, now: () => new Date(), keep });
    const report = await Promise.race([taking, aborted(stop)]);
    console.log(`\n${closingWords(report)}`);
    return report.isGood;
  } finally {
    await closeAll([() => bench.close(), async () => before?.close()]);
  }
}

/** When a figure has failed or we were told to end, what it had begun meets closed connections, which nobody waits for any more. */
function surviveLateErrors(): void {
  process.on('uncaughtException', (error) => console.error(`late: ${error.message}`));
}

/** Aborts when we are told to end, so that what runs is closed first. */
function stopping(): AbortSignal {
  const stop = new AbortController();
  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const)
    process.once(signal, () => stop.abort(new Error(`stopped by ${signal}`)));
  return stop.signal;
}

function aborted(signal: AbortSignal): Promise<never> {
  return new Promise((_, reject) => {
    const leave = () => reject(signal.reason);
    if (signal.aborted) leave();
    else signal.addEventListener('abort', leave);
  });
}

function load(): number {
  return loadavg()[0] ?? 0;
}

let options: BenchOptions | undefined;
try {
  options = readOptions(process.argv.slice(2), FIGURES);
  if (options.help) console.log(helpOf(FIGURES));
  // What was being measured may still be under way.
  process.exit(options.help || (await main(options)) ? 0 : 1);
} catch (error) {
  // What is wrong with the command line needs no place in the code.
  console.error(options === undefined && error instanceof Error ? error.message : error);
  process.exit(1);
}
