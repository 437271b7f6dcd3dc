import { baseCaseSchema, guardOf, leavesOfBaseCase } from '../and-or/base-case.ts';
import type { GuardCatalogue } from '../catalogues.ts';
import type { Need } from '../isolation.ts';
import { fieldOf, itemsOf } from './loose.ts';
import { below } from './pointer.ts';
import { leafSketches } from './sketch-guard.ts';

/** A guard leaf of a checked document, or a check of its base case, that runs foreign code, and where it has to. */
export interface NeedyLeaf {
  readonly pointer: string;
  readonly use: string;
  readonly need: Need;
}

export function sandboxesNeeded(document: unknown, guards: Pick<GuardCatalogue, 'needs'>): readonly NeedyLeaf[] {
  const ofSteps = itemsOf(fieldOf(document, 'steps')).flatMap((step, index) =>
    leafSketches(fieldOf(step, 'guard'), below('/steps', index, 'guard')).flatMap(({ use, raw, pointer }) => {
      const need = guards.needs(use, fieldOf(raw, 'with'));
      return need ? [{ pointer, use, need }] : [];
    }),
  );
  return [...ofSteps, ...ofBaseCase(document, guards)];
}

function ofBaseCase(document: unknown, guards: Pick<GuardCatalogue, 'needs'>): readonly NeedyLeaf[] {
  const baseCase = baseCaseSchema.safeParse(fieldOf(fieldOf(document, 'objective'), 'baseCase')).data;
  return (baseCase === undefined ? [] : leavesOfBaseCase(baseCase)).flatMap(({ name, leaf }) => {
    const guard = guardOf(leaf);
    const need = guard && guards.needs(guard.use, guard.with);
    return need ? [{ pointer: `/objective/${name}`, use: guard.use, need }] : [];
  });
}
