import { inputField } from '../../expressions/scope/input-fields.ts';
import { namesOf } from '../../expressions/template.ts';
import type { GuardCatalogue, Issue } from '../../ports/catalogues.ts';
import { fieldOf } from '../../text/loose.ts';
import { below } from '../../text/pointer.ts';
import { sketchOf } from '../parse/sketch.ts';
import { guardTemplatesIn } from '../schema/template-table.ts';

/**
 * What placeholders of a definition name of the input, and a start does not give (R113): once for each field, with the first place that
 * names it. Pointers lead into the request.
 */
export function missingInput(
  document: unknown,
  guards: Pick<GuardCatalogue, 'list'>,
  { input, specification }: { readonly input: unknown; readonly specification?: string | undefined },
): readonly Issue[] {
  const schema = fieldOf(document, 'input');
  const missing = new Map<string, Issue>();
  for (const { value, pointer } of templatesIn(document, guards, specification)) {
    for (const [root, ...path] of namesOf(value)) {
      const name = `input.${path.join('.')}`;
      if (root !== 'input' || missing.has(name) || inputField(input, path, schema).kind !== 'missing') continue;
      const detail = `{${name}} stands at ${pointer}, and the input has no such field. Give it, or declare it in the schema of the input without requiring it; write {{${name}}} where it is meant as it stands.`;
      missing.set(name, { pointer: below('/input', ...path), code: 'input_missing', detail });
    }
  }
  return [...missing.values()];
}

function* templatesIn(document: unknown, guards: Pick<GuardCatalogue, 'list'>, specification: string | undefined) {
  const { shared, steps } = sketchOf(document, guardTemplatesIn(guards));
  if (specification !== undefined) yield { value: specification, pointer: 'specification of the request' };
  for (const text of shared) if (specification === undefined || text.own !== 'specification') yield text;
  for (const step of steps) yield* [...step.templates, ...step.leaves.flatMap(({ templates }) => templates)];
}
