import { inputField } from '../../expressions/scope/input-fields.ts';
import { namesOf } from '../../expressions/template.ts';
import { asksModel } from '../../model/plan.ts';
import type { Issue } from '../../ports/catalogues.ts';
import { fieldOf } from '../../text/loose.ts';
import { fileInText } from '../../text/not-text.ts';
import { below } from '../../text/pointer.ts';
import { sketchOf } from '../parse/sketch.ts';

/** What to do about a file that stands in a prompt. */
export const TEXT_ONLY =
  'dsap sends text only, so a model would get letters in the place of the file: turn it into text first, for example by a program, and hand in that.';

/** Files in the input that prompts of the definition place, each once (R131). Pointers lead into the request. */
export function filesInInput(document: unknown, input: unknown): readonly Issue[] {
  const found = new Map<string, Issue>();
  for (const { value: template, pointer } of promptsOf(document)) {
    for (const [root, ...path] of namesOf(template)) {
      const field = root === 'input' ? inputField(input, path, fieldOf(document, 'input')) : undefined;
      if (field?.kind !== 'given') continue;
      for (const { at, kind } of filesIn(field.value, below('/input', ...path))) {
        const detail = `It is ${kind}, and {${[root, ...path].join('.')}} at ${pointer} puts it into a prompt. ${TEXT_ONLY}`;
        if (!found.has(at)) found.set(at, { pointer: at, code: 'not_text', detail });
      }
    }
  }
  return [...found.values()];
}

function promptsOf(document: unknown) {
  const { shared, steps } = sketchOf(document, () => []);
  const asking = steps.filter(({ kind }) => kind !== undefined && asksModel(kind));
  return asking.length === 0 ? [] : [...shared, ...asking.flatMap(({ templates }) => templates)];
}

function* filesIn(value: unknown, pointer: string): Generator<{ readonly at: string; readonly kind: string }> {
  if (typeof value === 'string') {
    const kind = fileInText(value);
    if (kind !== undefined) yield { at: pointer, kind };
    return;
  }
  if (typeof value !== 'object' || value === null) return;
  for (const [key, item] of Object.entries(value)) yield* filesIn(item, below(pointer, key));
}
