import { type Own, type PartsOfSchema1, searchIn } from '../../model/own-state.ts';
import { newSearch } from '../../model/search-state.ts';

/** The search as it was, or one that has not begun. */
export function ownOfSearch({ search }: PartsOfSchema1): Own {
  return { ...newSearch(), ...search };
}

export function partsOfSearch(own: Own): PartsOfSchema1 {
  const { kind: _, ...search } = searchIn({ own }) ?? newSearch();
  return { search };
}
