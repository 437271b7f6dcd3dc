import type { Figure, Goal } from './figure.ts';
import { LANES, type Lane } from './lanes.ts';

/** A run that was measured: when, at which commit, how long it took, and how much of the processors. */
export interface Measured {
  readonly at: string;
  readonly commit: string;
  readonly seconds: number;
  /** Of jest, its workers, and every program that they started and waited for. */
  readonly processorSeconds?: number;
  readonly suites?: number;
}

/** What only a run tells, as it was found last. What was never measured is not there. */
export interface Report {
  readonly npmTest?: Measured;
  /** `test/rules` alone. */
  readonly rules?: Measured;
  readonly lanes: Readonly<Partial<Record<Lane, Measured>>>;
  /** Percent, of so many mutants of the core and the topologies, that suites without a server kill. */
  readonly mutants?: {
    readonly at: string;
    readonly commit: string;
    readonly killed: number;
    readonly of: number;
    /** Of a sample: how many there are. */
    readonly from?: number;
  };
}

interface Budget {
  /** What its suites do, or need. */
  readonly suites: string;
  /** Processor seconds. */
  readonly most: number;
}

/** Those of docs/decisions/2026-11-27-budgets-of-lanes.md. */
const BUDGETS: Readonly<Record<Lane, Budget>> = {
  programs: { suites: 'that need programs', most: 140 },
  Temporal: { suites: 'that need Temporal', most: 150 },
  played: { suites: 'that play workflows in process, over PostgreSQL', most: 60 },
  console: { suites: 'of the console, over PostgreSQL', most: 40 },
  PostgreSQL: { suites: 'that need PostgreSQL, of store and API', most: 70 },
  sandboxes: { suites: 'that need sandboxes', most: 180 },
  nothing: { suites: 'that need nothing', most: 120 },
};
/** Of all lanes: less than the sum of theirs. */
const IN_ALL = 660;
const ROOM = 1.2;

const MINUTE = 60;

/** The rows that come from the report, each with the day and commit it was measured at. */
export function reportFigures({ npmTest, rules, lanes, mutants }: Report): readonly Figure[] {
  return [
    row('npm-test', 'npm test on two cores, minutes', { most: 7 }, npmTest, ({ seconds }) => seconds / MINUTE),
    row('test-rules', 'npm test -- test/rules, seconds', { most: 20 }, rules, ({ seconds }) => seconds),
    ...LANES.map((lane) => {
      const { suites, most } = BUDGETS[lane];
      return row(`lane-${lane}`, `processor seconds of suites ${suites}`, roomy(most), lanes[lane], secondsOf);
    }),
    row('lanes', 'processor seconds of all these lanes', roomy(IN_ALL), inAll(lanes), secondsOf),
    bySample(
      row('mutants', 'mutants killed without a server, percent', { least: 85 }, mutants, (all) => all.killed),
      mutants,
    ),
  ];
}

function roomy(budget: number): Goal {
  return { most: Math.round(budget * ROOM) };
}

function secondsOf({ processorSeconds }: Measured): number | undefined {
  return processorSeconds;
}

/** Their sum, as old as the oldest of them; nothing where one was never measured. */
function inAll(lanes: Report['lanes']): Measured | undefined {
  const measured = LANES.flatMap((lane) => lanes[lane] ?? []).toSorted((a, b) => (a.at < b.at ? -1 : 1));
  const [oldest] = measured;
  if (!oldest || measured.length < LANES.length) return undefined;
  return { ...oldest, processorSeconds: measured.reduce((sum, { processorSeconds = 0 }) => sum + processorSeconds, 0) };
}

function bySample(figure: Figure, mutants: Report['mutants']): Figure {
  if (mutants?.from === undefined) return figure;
  return { ...figure, note: `${figure.note}, estimated by ${mutants.of} of ${mutants.from}` };
}

function row<T extends { readonly at: string; readonly commit: string }>(
  id: string,
  measure: string,
  goal: Goal,
  measured: T | undefined,
  valueOf: (measured: T) => number | undefined,
): Figure {
  const now = measured && valueOf(measured);
  if (!measured || now === undefined) return { id, measure, goal, note: 'no report has it', places: [] };
  return { id, measure, goal, now: Math.round(now * 10) / 10, note: `${measured.at}, ${measured.commit}`, places: [] };
}
