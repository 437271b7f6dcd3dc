import { mergeModels } from '../definitions/schema/model.ts';
import type { CallMaterial } from '../ports/store/calls.ts';
import { definitionOf } from './definitions.ts';

/** Models that are named; the others are counted. */
const MOST = 5;

interface Asking {
  readonly input: { readonly step: string };
  readonly material: Pick<CallMaterial, 'run' | 'document'>;
}

/**
 * Names the other models that a person can choose where one fails in the same way again, in words that follow an advice: those of the step's
 * ladder, then those of the definition, then those of the settings. Empty if there are none.
 */
export function otherModels(
  { input, material }: Asking,
  current: string | undefined,
  settings: readonly string[] = [],
): string {
  const { definition, step } = definitionOf(material, input.step);
  const { ladder = [] } = { ...definition.defaults, ...step.recovery };
  const written = [...ladder, step.model, definition.model, ...definition.steps.map(({ model }) => model)];
  const names = [...written.flatMap((model) => mergeModels([model]).name ?? []), ...settings];
  const others = [...new Set(names)].filter((name) => name !== current);
  if (others.length === 0) return '';
  const more = others.length > MOST ? ` and ${others.length - MOST} more` : '';
  return ` (other models that the definition or the settings name: ${others.slice(0, MOST).join(', ')}${more})`;
}
