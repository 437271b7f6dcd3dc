import { cohensH, fisherExact, type Proportion, wilson } from '../../src/stories/statistics.ts';
import { percent } from '../table.ts';
import type { Trial } from './play-arm.ts';

export const HEAD = ['task', 'model', 'baseline', 'guarded', 'gain', 'p', 'h', 'retries', 'cost', 'cost of Pass@5', ''];

export interface Comparison {
  readonly probe: string;
  readonly model: string;
  readonly baseline: readonly Trial[];
  readonly guarded: readonly Trial[];
  /** The share of first answers that must be programs. */
  readonly qualify: number;
}

/** A row as the paper's Table 3 has it, with the cost in attempts: the baseline's is 1. A model that cannot write programs is not judged. */
export function comparisonRow({ probe, model, baseline, guarded, qualify }: Comparison): string[] {
  const parsable = baseline.filter((trial) => trial.parsable).length / baseline.length;
  if (parsable < qualify) {
    return [
      probe,
      model,
      share(solvedOf(baseline)),
      '',
      '',
      '',
      '',
      '',
      '',
      '',
      `not qualified: ${percent(parsable)} programs`,
    ];
  }
  const [one, many] = [solvedOf(baseline), solvedOf(guarded)];
  const [from, to] = [one.successes / one.trials, many.successes / many.trials];
  const p = fisherExact(one, many);
  const attempts = guarded.reduce((sum, trial) => sum + trial.attempts, 0) / guarded.length;
  return [
    probe,
    model,
    share(one),
    share(many),
    `${to >= from ? '+' : ''}${(100 * (to - from)).toFixed(0)}`,
    p < 0.001 ? '< .001' : p.toFixed(3),
    cohensH(from, to).toFixed(2),
    (attempts - 1).toFixed(2),
    `${attempts.toFixed(2)}×`,
    '5.00×',
    '',
  ];
}

function share(proportion: Proportion): string {
  const { estimate, low, high } = wilson(proportion);
  return `${percent(estimate ?? 0)} (${percent(low)} to ${percent(high)})`;
}

function solvedOf(trials: readonly Trial[]): Proportion {
  return { successes: trials.filter(({ solved }) => solved).length, trials: trials.length };
}
