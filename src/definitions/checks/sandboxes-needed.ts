import type { Need } from '../../model/isolation.ts';
import type { GuardCatalogue } from '../../ports/catalogues.ts';
import { fieldsOf } from '../../text/fields.ts';
import { fieldOf, itemsOf } from '../../text/loose.ts';
import { below } from '../../text/pointer.ts';
import { engineForm, guardsBeside, writtenAt } from '../compile/read.ts';
import { leafSketches } from '../parse/sketch-guard.ts';

/** A guard leaf of a checked document, of its steps or beside them, or a generator, that runs foreign code, and where it has to. */
export interface Needy {
  readonly pointer: string;
  /** `guard "<name>"`, `generator "<kind>"`. */
  readonly what: string;
  readonly need: Need;
}

export function sandboxesNeeded(document: unknown, guards: Pick<GuardCatalogue, 'needs'>): readonly Needy[] {
  const steps = itemsOf(fieldOf(engineForm(document), 'steps'));
  const ofSteps = steps.flatMap((step, index) => leafSketches(fieldOf(step, 'guard'), below('/steps', index, 'guard')));
  const ofBoth = [
    ...ofSteps.map(({ use, raw, pointer }) => ({
      pointer: writtenAt(pointer, document),
      use,
      with: fieldOf(raw, 'with'),
    })),
    ...guardsBeside(document),
  ];
  const ofGuards = ofBoth.flatMap(({ pointer, use, with: options }) => {
    const need = guards.needs(use, options);
    return need ? [{ pointer, what: `guard "${use}"`, need }] : [];
  });
  return [
    ...ofGuards,
    ...steps.flatMap((step, index) => ofGenerator(step, below('/steps', index, 'generator'), guards)),
  ];
}

/** A program is kept from its host as far as one that judges. */
function ofGenerator(step: unknown, pointer: string, guards: Pick<GuardCatalogue, 'needs'>): readonly Needy[] {
  const { kind, ...program } = fieldsOf(fieldOf(step, 'generator'));
  const need = kind === 'command' ? guards.needs('command', program) : undefined;
  return need ? [{ pointer, what: 'generator "command"', need }] : [];
}
