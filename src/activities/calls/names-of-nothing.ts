import type { Definition } from '../../definitions/schema/definition.ts';
import { stepIn } from '../../definitions/scope/step-in.ts';
import { stepOfName } from '../../expressions/scope/roots.ts';
import { type Lookup, namesOf } from '../../expressions/template.ts';
import type { CallMaterial } from '../../ports/store/calls.ts';

/** Names of templates that speak of a step and stand for nothing, dotted. */
interface OfNothing {
  /** Of a step that has made nothing, such as one that was skipped. */
  readonly skipped: ReadonlySet<string>;
  /** Of what a step has made, which has no such field. */
  readonly unfilled: ReadonlySet<string>;
}

/** What templates name of steps of the definition and is not there (R113). What no step is called may be code, and is left alone. */
export function namesOfNothing(
  definition: Definition,
  { dependencies }: Pick<CallMaterial, 'dependencies'>,
  templates: readonly string[],
  lookup: Lookup,
): OfNothing {
  const missing = templates.flatMap(namesOf).filter((path) => lookup(path) === undefined);
  const named = missing.map((path) => ({ name: path.join('.'), step: stepOfName(path) ?? '' }));
  const of = (wanted: (step: string) => boolean) =>
    new Set(named.filter(({ step }) => wanted(step)).map(({ name }) => name));
  return {
    skipped: of((step) => !Object.hasOwn(dependencies, step) && isKnown(definition, step)),
    unfilled: of((step) => Object.hasOwn(dependencies, step)),
  };
}

function isKnown(definition: Definition, id: string): boolean {
  const { steps, orGroups = {} } = definition;
  const isGroup = Object.hasOwn(orGroups, id) || steps.some(({ orGroup }) => orGroup === id);
  return isGroup || stepIn(definition, id) !== undefined;
}

/** Said of a text that shows such names as they are written. */
export function unfilledFeedback(text: string): string {
  const names = namesOf(text).filter((path) => stepOfName(path) !== undefined);
  const shown = [...new Set(names.map((path) => `{${path.join('.')}}`))].join(', ');
  return `Nothing stands for ${shown} in what was made upstream, so the text shows it as it is written.\nWrite the text with what belongs there, and mend the name in the definition.`;
}
