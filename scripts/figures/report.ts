import type { Figure, Goal } from './figure.ts';
import { NEEDS, type Need } from './needs.ts';

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
  readonly lanes: Readonly<Partial<Record<Need, Measured>>>;
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

/** Processor seconds that the suites of each need may take. */
const BUDGETS: Readonly<Record<Need, number>> = {
  programs: 140,
  Temporal: 150,
  PostgreSQL: 70,
  sandboxes: 180,
  nothing: 120,
};
const ROOM = 1.2;

const MINUTE = 60;

/** The rows that come from the report, each with the day and commit it was measured at. */
export function reportFigures({ npmTest, rules, lanes, mutants }: Report): readonly Figure[] {
  return [
    row('npm-test', 'npm test on two cores, minutes', { most: 7 }, npmTest, ({ seconds }) => seconds / MINUTE),
    row('test-rules', 'npm test -- test/rules, seconds', { most: 20 }, rules, ({ seconds }) => seconds),
    ...NEEDS.map((need) => {
      const most = Math.round(BUDGETS[need] * ROOM);
      const measure = `processor seconds of suites that need ${need}`;
      return row(`lane-${need}`, measure, { most }, lanes[need], ({ processorSeconds }) => processorSeconds);
    }),
    bySample(
      row('mutants', 'mutants killed without a server, percent', { least: 85 }, mutants, (all) => all.killed),
      mutants,
    ),
  ];
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
