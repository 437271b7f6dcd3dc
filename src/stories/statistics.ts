/** The statistics that the paper reports in (formal A.4 to A.6): small samples of passes and failures. */

/** Passes among trials. */
export interface Proportion {
  readonly successes: number;
  readonly trials: number;
}

export interface Interval {
  /** null: there were no trials. */
  readonly estimate: number | null;
  readonly low: number;
  readonly high: number;
}

/** The 97.5 % point of the normal distribution: intervals cover 95 %. */
const Z = 1.959963984540054;

/** The Wilson interval, 95 %: unlike the plain one it stays within [0, 1] and holds for few trials and for none or all of them. */
export function wilson({ successes, trials }: Proportion): Interval {
  if (trials === 0) return { estimate: null, low: 0, high: 1 };
  const estimate = successes / trials;
  const spread = Z ** 2 / trials;
  const middle = (estimate + spread / 2) / (1 + spread);
  const half = (Z * Math.sqrt((estimate * (1 - estimate)) / trials + spread / (4 * trials))) / (1 + spread);
  return {
    estimate,
    low: successes === 0 ? 0 : Math.max(0, middle - half),
    high: successes === trials ? 1 : Math.min(1, middle + half),
  };
}

export interface Reliability {
  /** δ: how probable it must be that every step passes; in (0, 1). */
  readonly delta: number;
  /** K: the steps in a row; an integer of 1 or more. */
  readonly steps: number;
  /** ε: how probable a pass is at a single attempt; in (0, 1). */
  readonly epsilon: number;
}

/**
 * The attempts that each step needs (Corollary 1): the smallest n with n ≥ ln(1 − δ^(1/K)) / ln(1 − ε). The paper's R_max counts
 * attempts; a definition's `rMax` is one less (R1). Infinity where the numbers are beyond double precision.
 */
export function attemptsFor({ delta, steps, epsilon }: Reliability): number {
  const miss = -Math.expm1(Math.log(delta) / steps);
  const needed = Math.log(miss) / Math.log1p(-epsilon);
  // A whole number that rounding has lifted by a hair must not cost an attempt more.
  return Math.max(1, Math.ceil(needed * (1 - 1e-12)));
}

/** Cohen's h: how far two proportions lie apart; 0.2 is small, 0.5 medium, 0.8 large. Positive where the second is larger. */
export function cohensH(from: number, to: number): number {
  return 2 * Math.asin(Math.sqrt(to)) - 2 * Math.asin(Math.sqrt(from));
}

/** Fisher's exact test, two-sided: how probable a difference like this one, or a larger one, is between equal arms. */
export function fisherExact(one: Proportion, other: Proportion): number {
  const successes = one.successes + other.successes;
  const first = Math.max(0, successes - other.trials);
  const last = Math.min(successes, one.trials);
  const logs = logFactorials(one.trials + other.trials);
  const logChoose = (n: number, k: number) => (logs[n] ?? 0) - (logs[k] ?? 0) - (logs[n - k] ?? 0);
  const logChance = (k: number) => logChoose(one.trials, k) + logChoose(other.trials, successes - k);
  const total = logChoose(one.trials + other.trials, successes);
  const observed = logChance(one.successes) + 1e-7;
  let sum = 0;
  for (let k = first; k <= last; k += 1) if (logChance(k) <= observed) sum += Math.exp(logChance(k) - total);
  return Math.min(1, sum);
}

function logFactorials(most: number): readonly number[] {
  const logs = [0];
  for (let n = 1; n <= most; n += 1) logs.push((logs[n - 1] ?? 0) + Math.log(n));
  return logs;
}
