import type { Own, PartsOfSchema1 } from '../../model/own-state.ts';
import { newSearch } from '../../model/search-state.ts';

/** Of a topology that keeps nothing of its own: the base case that a redirect has left. */
export function ownOfGraph({ search }: PartsOfSchema1): Own {
  return { kind: 'dag', ...(search && { baseCase: search.baseCase }) };
}

/** A base case came with a whole search. */
export function searchAround({ baseCase }: Own): PartsOfSchema1 {
  const { kind: _, ...nothing } = newSearch();
  return baseCase ? { search: { ...nothing, baseCase } } : {};
}
