import type { Nature } from '../../model/verdict.ts';
import type { GuardCatalogue } from '../../ports/catalogues.ts';

/** By the name of a guard what it is by nature; a guard that is not there any more has none. */
export function naturesOf(guards: Pick<GuardCatalogue, 'list'>): ReadonlyMap<string, Nature> {
  return new Map(guards.list().map(({ name, nature }) => [name, nature]));
}
