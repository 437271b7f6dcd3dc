import type { GuardCatalogue } from '../catalogues.ts';
import type { Need } from '../isolation.ts';
import { fieldOf, itemsOf } from './loose.ts';
import { below } from './pointer.ts';
import { engineForm, writtenAt } from './read.ts';
import { leafSketches } from './sketch-guard.ts';

/** A guard leaf of a checked document that runs foreign code, and where it has to. */
export interface NeedyLeaf {
  readonly pointer: string;
  readonly use: string;
  readonly need: Need;
}

export function sandboxesNeeded(document: unknown, guards: Pick<GuardCatalogue, 'needs'>): readonly NeedyLeaf[] {
  return itemsOf(fieldOf(engineForm(document), 'steps')).flatMap((step, index) =>
    leafSketches(fieldOf(step, 'guard'), below('/steps', index, 'guard')).flatMap(({ use, raw, pointer }) => {
      const need = guards.needs(use, fieldOf(raw, 'with'));
      return need ? [{ pointer: writtenAt(pointer, document), use, need }] : [];
    }),
  );
}
