/** What is said of a base case, in a search and in a machine. */
import type { RunState } from '../../model/run-state.ts';

/** Whether it holds; undefined where the run has none. */
export function baseCaseSaid({ own }: RunState): string | undefined {
  if (!own.baseCase) return undefined;
  const { passed } = own.baseCase;
  return `the base case ${passed === undefined ? 'not verified yet' : passed ? 'holds' : 'does not hold yet'}`;
}

/** Why a run is complete whose base case holds; undefined where it does not, or where there is none. */
export function achievedByBaseCase({ own }: RunState): string | undefined {
  return own.baseCase?.passed === true ? 'its base case holds' : undefined;
}
