/** What is said of a base case, in a search and in a machine. */
import type { RunState } from '../../model/run-state.ts';

/** Whether it holds; undefined where the run has none. */
export function baseCaseSaid({ search }: RunState): string | undefined {
  if (!search) return undefined;
  const { passed } = search.baseCase;
  return `the base case ${passed === undefined ? 'not verified yet' : passed ? 'holds' : 'does not hold yet'}`;
}

/** Why a run is complete whose base case holds; undefined where it does not, or where there is none. */
export function achievedByBaseCase({ search }: RunState): string | undefined {
  return search?.baseCase.passed === true ? 'its base case holds' : undefined;
}
