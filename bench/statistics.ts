/** A handful of measurements of the same thing. */
export interface Sample {
  readonly median: number;
  readonly p90: number;
  readonly n: number;
}

/** Throws without measurements. */
export function sampleOf(values: readonly number[]): Sample {
  const sorted = values.toSorted((one, other) => one - other);
  return { median: quantile(sorted, 0.5), p90: quantile(sorted, 0.9), n: sorted.length };
}

export function median(values: readonly number[]): number {
  return sampleOf(values).median;
}

/** The tail as well as the middle, for what someone waits for. */
export function tailOf(values: readonly number[]): {
  readonly p50: number;
  readonly p95: number;
  readonly max: number;
} {
  const sorted = values.toSorted((one, other) => one - other);
  return { p50: quantile(sorted, 0.5), p95: quantile(sorted, 0.95), max: quantile(sorted, 1) };
}

/** Linear between the two neighbours. */
function quantile(sorted: readonly number[], share: number): number {
  const at = (sorted.length - 1) * share;
  const below = sorted[Math.floor(at)];
  const above = sorted[Math.ceil(at)];
  if (below === undefined || above === undefined) throw new Error('There is nothing to take a quantile of.');
  return below + (above - below) * (at % 1);
}
