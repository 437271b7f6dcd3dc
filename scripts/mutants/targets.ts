import { isCore, isSource, topologyOf } from '../figures/homes.ts';

/** Whether mutants of a file count: it is of the core or of a topology. */
export function isMutated(file: string): boolean {
  return isSource(file) && (isCore(file) || topologyOf(file) !== undefined);
}
