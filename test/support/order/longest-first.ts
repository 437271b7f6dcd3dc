/** Seconds by suite, as `test/weights.json` keeps them: `test/e2e/refusals.long.program.test.ts`, 92. */
export type Weights = Readonly<Record<string, number>>;

/**
 * Suites with the longest first, so that no long one is begun when the others end. One without a weight comes before all: it may be long.
 * What weighs the same goes by name, so that the order is always the same.
 */
export function longestFirst(suites: readonly string[], weights: Weights): readonly string[] {
  const weight = (suite: string): number => weights[suite] ?? Number.POSITIVE_INFINITY;
  return suites.toSorted((one, other) => {
    const [first, second] = [weight(one), weight(other)];
    if (first !== second) return second > first ? 1 : -1;
    return one < other ? -1 : 1;
  });
}
