import { guardsOfBaseCase } from '../and-or/base-case-guards.ts';
import type { GuardCatalogue } from '../catalogues.ts';
import type { Need } from '../isolation.ts';
import { fieldOf, itemsOf } from './loose.ts';
import { below } from './pointer.ts';
import { engineForm, writtenAt } from './read.ts';
import { leafSketches } from './sketch-guard.ts';

/** A guard leaf of a checked document, of its steps or its base case, that runs foreign code, and where it has to. */
export interface NeedyLeaf {
  readonly pointer: string;
  readonly use: string;
  readonly need: Need;
}

export function sandboxesNeeded(document: unknown, guards: Pick<GuardCatalogue, 'needs'>): readonly NeedyLeaf[] {
  const ofSteps = itemsOf(fieldOf(engineForm(document), 'steps')).flatMap((step, index) =>
    leafSketches(fieldOf(step, 'guard'), below('/steps', index, 'guard')),
  );
  const ofBoth = [
    ...ofSteps.map(({ use, raw, pointer }) => ({
      pointer: writtenAt(pointer, document),
      use,
      with: fieldOf(raw, 'with'),
    })),
    ...guardsOfBaseCase(document),
  ];
  return ofBoth.flatMap(({ pointer, use, with: options }) => {
    const need = guards.needs(use, options);
    return need ? [{ pointer, use, need }] : [];
  });
}
