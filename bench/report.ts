import type { Figure, Row } from './figure.ts';
import type { Bench } from './harness/bench.ts';
import { headOf, lineOf } from './table.ts';

/** A row as programs read it. */
interface KeptRow extends Row {
  readonly figure: string;
  /** The machine's load average of the last minute when the row was taken. */
  readonly load: number;
  readonly at: string;
}

interface Failure {
  readonly figure: string;
  readonly why: string;
}

export interface Report {
  readonly rows: readonly KeptRow[];
  readonly failures: readonly Failure[];
  /** Whether every goal was met and every figure could be measured. */
  readonly isGood: boolean;
}

export interface Surroundings {
  readonly print: (text: string) => void;
  readonly load: () => number;
  readonly now: () => Date;
  /** Told after every row and every failure. */
  readonly keep?: (report: Report) => Promise<void>;
}

/** Takes the figures one after the other; one that fails says why, and the others go on. */
export async function takeAll(bench: Bench, figures: readonly Figure[], around: Surroundings): Promise<Report> {
  const rows: KeptRow[] = [];
  const failures: Failure[] = [];
  const report = (): Report => ({
    rows,
    failures,
    isGood: failures.length === 0 && rows.every(({ ok }) => ok !== false),
  });
  for (const figure of figures) {
    around.print(headOf(`${figure.number} ${figure.name}: ${figure.title}`));
    try {
      for await (const row of figure.measure(bench)) {
        const load = around.load();
        around.print(lineOf(row, load));
        rows.push({ figure: figure.name, ...row, load, at: around.now().toISOString() });
        await around.keep?.(report());
      }
    } catch (error) {
      failures.push({ figure: figure.name, why: whyOf(error) });
      around.print(`\n${figure.name} FAILED: ${whyOf(error)}`);
      await around.keep?.(report());
      // What it ran on may be what failed: the next one begins on its own.
      await bench.standDown().catch(() => undefined);
    }
  }
  return report();
}

/** What is to be seen at the end, however many rows there are. */
export function closingWords({ rows, failures }: Report): string {
  const withGoal = rows.filter(({ ok }) => ok !== undefined);
  const missed = withGoal.filter(({ ok }) => ok === false);
  return [
    `${rows.length} rows, ${withGoal.length} with a goal, ${missed.length} missed; ${failures.length} figures failed`,
    ...missed.map(({ figure, what, value, target }) => `MISS ${figure}: ${what}: ${value}, goal ${target}`),
    ...failures.map(({ figure, why }) => `FAILED ${figure}: ${why}`),
  ].join('\n');
}

/** With what caused it, on one line each. */
function whyOf(error: unknown): string {
  if (!(error instanceof Error)) return String(error);
  const cause = error.cause === undefined ? '' : `; because: ${whyOf(error.cause)}`;
  return `${error.message}${cause}`;
}
