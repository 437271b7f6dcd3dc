import type { GroupDefinition } from '../../../definitions/schema/group.ts';

const SPECULATE_BELOW = 0.5;

/** Why choices are not tried at once although they may be; undefined where they are, or were never to be. */
export function whySequential(
  { costs = {}, ...group }: GroupDefinition,
  choices: readonly string[],
): string | undefined {
  if (group.speculative !== true) return undefined;
  if (choices.length < 2) return 'it has one choice';
  const dearest = choices.toSorted((a, b) => (costs[b] ?? 0) - (costs[a] ?? 0))[0] ?? '';
  const cost = costs[dearest];
  if (cost === undefined) return undefined;
  const { retryCost = sum(Object.values(costs)), speculateBelow = SPECULATE_BELOW } = group;
  if (cost <= speculateBelow * retryCost) return undefined;
  return `${dearest} costs ${cost}, more than ${speculateBelow} of ${retryCost}, which another try would cost`;
}

function sum(numbers: readonly number[]): number {
  return numbers.reduce((total, each) => total + each, 0);
}
