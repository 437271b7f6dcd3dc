// `npm run compare`: what a way back upstream is worth, simulated through the real engine. A schema step drops a field, and the step
// after it cannot succeed until the schema has it. Three arms: retry alone, a way back with the summary of what failed, and the same
// way back without it. `--runs 60` is how many runs an arm has. Ends with 1 where what is claimed does not hold.
import { parseArgs } from 'node:util';
import type { Store } from '../src/ports/store/store.ts';
import { cohensH, fisherExact, type Proportion, wilson } from '../src/stories/statistics.ts';
import { type EngineOptions, startEngine, type TestEngine } from '../test/support/engine/engine.ts';
import { startServers } from '../test/support/servers/servers.ts';
import { markdownTable, percent } from './table.ts';

const AT_ONCE = 16;
const MOST_RATIO = 0.85;
const LEAST_RECOVERED = 0.95;

/** The first schema always lacks the field; another one has it by luck, or for sure when the prompt tells what failed for want of it. */
const CARD = {
  name: 'ledger',
  seed: 1,
  steps: {
    schema: {
      epsilon: 0.35,
      upstreamFault: { step: 'schema' },
      right: '{"columns": ["id", "date", "amount"]}',
      wrong: [{ text: '{"columns": ["id", "date"]}', when: { from: 'injected', pattern: 'amount', not: true } }],
    },
    entry: {
      epsilon: 0.8,
      rho: 0.5,
      upstreamFault: { step: 'schema', while: '"id", "date"\\]' },
      right: '{"id": 1, "date": "2026-01-31", "amount": 12.5}',
      wrong: '{"id": 1, "date": "2026-01-31"}',
    },
  },
};

interface Arm {
  readonly name: string;
  readonly recovery: Readonly<Record<string, unknown>>;
  readonly options: EngineOptions;
}

const BACK = { rMax: 4, rPatience: 3, eMax: 4, backtrackTo: ['schema'] };
const ARMS = {
  alone: { name: 'retry alone', recovery: { rMax: 11 }, options: {} },
  informed: { name: 'way back, informed', recovery: BACK, options: {} },
  blind: { name: 'way back, blind', recovery: BACK, options: { seen: withoutSummaries } },
} as const satisfies Record<string, Arm>;

interface Outcome {
  readonly solved: boolean;
  readonly attempts: number;
}

const { values } = parseArgs({ options: { runs: { type: 'string', default: '60' } } });
const runs = Number(values.runs);
if (!Number.isInteger(runs) || runs < 1) throw new Error('--runs takes a number of runs, for example --runs 60');
const servers = await startServers();
process.env['TEST_TEMPORAL_ADDRESS'] = servers.temporalAddress;
process.env['TEST_DATABASE_URL'] = servers.databaseUrl;
process.env['TEST_WORKFLOW_BUNDLE'] = servers.bundle?.codePath;
try {
  const alone = await playArm(ARMS.alone);
  const informed = await playArm(ARMS.informed);
  const blind = await playArm(ARMS.blind);
  print([
    [ARMS.alone.name, alone],
    [ARMS.informed.name, informed],
    [ARMS.blind.name, blind],
  ]);
  process.exitCode = judge(alone, informed, blind) ? 0 : 1;
} finally {
  await servers.stop();
}

async function playArm({ name, recovery, options }: Arm): Promise<readonly Outcome[]> {
  const began = performance.now();
  const engine = await startEngine({ ...options, cards: [CARD] });
  try {
    const outcomes: Outcome[] = [];
    const cases = Array.from({ length: runs }, (_, index) => index + 1).values();
    const take = async () => {
      for (const number of cases) outcomes.push(await playRun(engine, recovery, number));
    };
    await Promise.all(Array.from({ length: AT_ONCE }, take));
    console.error(`${name}: ${runs} runs in ${((performance.now() - began) / 1_000).toFixed(1)} s`);
    return outcomes;
  } finally {
    await engine.stop();
  }
}

/** Each run has a prompt of its own, so that a card draws anew for it. One that waits for a person has not solved it. */
async function playRun(engine: TestEngine, recovery: Arm['recovery'], number: number): Promise<Outcome> {
  const id = await engine.start(definition(recovery), { input: { case: number } });
  const { life, usage } = await engine.until(id, (state) => state.life.status !== 'running');
  return { solved: life.status === 'completed', attempts: usage.attempts };
}

function definition(recovery: Arm['recovery']) {
  const json = (task: string) => ({ kind: 'llm', prompt: `Ledger {input.case}. ${task}` });
  const entry = { type: 'object', required: ['id', 'date', 'amount'] };
  return {
    name: 'ledger',
    model: { name: 'sim:ledger' },
    steps: [
      { id: 'schema', generator: json('Name its columns as JSON.'), guard: { use: 'json' } },
      {
        id: 'entry',
        requires: ['schema'],
        generator: json('Write one entry by the schema, as JSON.'),
        guard: { use: 'json-schema', with: { schema: entry } },
        recovery: { onExhausted: 'fail', ...recovery },
      },
    ],
  };
}

/** The rejections of other epochs, which summaries are made of, are not there; a step's own feedback history is. */
function withoutSummaries(store: Store): Store {
  return { ...store, attempts: { ...store.attempts, rejected: async () => [] } };
}

function print(arms: readonly (readonly [string, readonly Outcome[]])[]): void {
  const head = ['arm', 'runs', 'solved', '95 % interval (Wilson)', 'attempts a run', 'attempts a solved run'];
  const rows = arms.map(([name, outcomes]) => {
    const solved = solvedOf(outcomes);
    const { estimate, low, high } = wilson(solved);
    const each = spent(outcomes) / outcomes.length;
    const perSolved = solved.successes === 0 ? '-' : (spent(outcomes) / solved.successes).toFixed(2);
    const share = [percent(estimate ?? 0), `${percent(low)} to ${percent(high)}`];
    return [name, `${outcomes.length}`, ...share, each.toFixed(2), perSolved];
  });
  console.log(`\n${markdownTable(head, rows)}\n`);
}

/** What is claimed, each with what was found. */
function judge(alone: readonly Outcome[], informed: readonly Outcome[], blind: readonly Outcome[]): boolean {
  const [none, all] = [solvedOf(alone), solvedOf(informed)];
  const share = all.successes / all.trials;
  const ratio = spent(informed) / spent(blind);
  const p = fisherExact(none, all);
  const h = cohensH(none.successes / none.trials, share);
  const claims = [
    { ok: none.successes === 0, text: `retry alone solves nothing: ${none.successes} of ${none.trials}` },
    { ok: share >= LEAST_RECOVERED, text: `an informed way back recovers at least 95 %: ${percent(share)}` },
    {
      ok: ratio <= MOST_RATIO,
      text: `summaries need at most 0.85 of the attempts of blind re-runs: ${ratio.toFixed(2)}`,
    },
  ];
  for (const { ok, text } of claims) console.log(`${ok ? 'holds ' : 'MISSED'}  ${text}`);
  console.log(
    `\ninformed against retry alone: Fisher's exact p ${p < 0.001 ? '< .001' : p.toFixed(3)}, Cohen's h ${h.toFixed(2)}`,
  );
  return claims.every(({ ok }) => ok);
}

function solvedOf(outcomes: readonly Outcome[]): Proportion {
  return { successes: outcomes.filter(({ solved }) => solved).length, trials: outcomes.length };
}

function spent(outcomes: readonly Outcome[]): number {
  return outcomes.reduce((sum, { attempts }) => sum + attempts, 0);
}
