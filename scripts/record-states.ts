// Records into test/states what the states of runs look like as the code folds them now, for the test that later code reads them: run it
// before the schema of the state is raised (docs/changing-workflows.md). Of every recorded history, every recorded scenario and some
// simulated runs of each topology it keeps the events and the state after every few of them. Needs no server.
import { mkdir, readdir, readFile, writeFile } from 'node:fs/promises';
import { brotliCompressSync, constants } from 'node:zlib';
import fc from 'fast-check';
import { evolve } from '../src/engine.ts';
import type { Event } from '../src/model/event.ts';
import { INITIAL, type RunState, STATE_SCHEMA } from '../src/model/run-state.ts';
import { accepted } from '../test/definitions/makers.ts';
import { historyNames, historyText } from '../test/support/histories/files.ts';
import { anyMachine } from '../test/support/played/machines.ts';
import { anyPlan, withConditions } from '../test/support/played/plans.ts';
import { anySearch } from '../test/support/played/search-plans.ts';
import { anyTape, simulate } from '../test/support/played/simulation.ts';
import { anySwapping } from '../test/support/played/swap-plans.ts';
import { logOfHistory, logsOfAnswers } from './logs-of-recordings.ts';

/** Of each kind of plan. */
const RUNS = 16;
const SEED = 20_261_123;
/** How many events lie between two states that are kept. */
const APART = 5;

interface Recorded {
  readonly name: string;
  readonly topology: string;
  /** What the log goes on from; left out: from nothing. */
  readonly from?: RunState;
  readonly events: readonly Event[];
  readonly states: readonly RunState[];
}

const recorded: Recorded[] = [];
for (const name of historyNames()) {
  const { topology, from, events } = logOfHistory(historyText(name));
  recorded.push(folded(`history ${name}`, topology, events, from));
}
for (const name of await namesIn('recorded/answers')) {
  for (const [run, events] of logsOfAnswers(await textOf(`recorded/answers/${name}`)))
    recorded.push(folded(`answers ${name} ${run}`, topologyOf(events), events));
}
const kinds = {
  dag: anyPlan,
  'and-or': anySearch,
  swapping: anySwapping,
  conditional: withConditions(anyPlan),
  machine: anyMachine.map((document) => ({
    ...accepted(document).plan,
    definition: { name: 'any', version: 1, digest: 'sha256:0' },
  })),
};
for (const [kind, plans] of Object.entries(kinds)) {
  const drawn = fc.sample(fc.tuple(plans, anyTape), { seed: SEED, numRuns: RUNS });
  for (const [at, [plan, tape]] of drawn.entries()) {
    const { log } = simulate(plan, tape, at % 4 !== 0, undefined, at % 3 === 0);
    recorded.push(folded(`simulated ${kind} ${at}`, plan.topology, log));
  }
}
const lines = recorded.map((one) => JSON.stringify(one)).join('\n');
const packed = brotliCompressSync(lines, { params: { [constants.BROTLI_PARAM_LGWIN]: 24 } });
await mkdir(new URL('../test/states/', import.meta.url), { recursive: true });
await writeFile(new URL(`../test/states/schema-${STATE_SCHEMA}.jsonl.br`, import.meta.url), packed);
const count = recorded.reduce((sum, { states }) => sum + states.length, 0);
console.log(`${recorded.length} logs, ${count} states: ${lines.length} characters, ${packed.length} bytes`);

function folded(name: string, topology: string, events: readonly Event[], from?: RunState): Recorded {
  let state = from ?? INITIAL;
  const states: RunState[] = [];
  for (const [at, event] of events.entries()) {
    state = evolve(state, event);
    if (at % APART === 0 || at === events.length - 1) states.push(state);
  }
  return { name, topology, ...(from && { from }), events, states };
}

function topologyOf([first]: readonly Event[]): string {
  return first?.type === 'run.created' ? (first.topology ?? 'dag') : 'dag';
}

async function namesIn(folder: string): Promise<readonly string[]> {
  return (await readdir(new URL(`../test/${folder}/`, import.meta.url))).toSorted();
}

function textOf(path: string): Promise<string> {
  return readFile(new URL(`../test/${path}`, import.meta.url), 'utf8');
}
