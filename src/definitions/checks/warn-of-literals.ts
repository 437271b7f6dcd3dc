import { STEP_ROOTS } from '../../expressions/scope/roots.ts';
import { namesOf } from '../../expressions/template.ts';
import type { Issue } from '../../ports/catalogues.ts';
import { entriesOf, type Found, fieldOf } from '../../text/loose.ts';
import { below } from '../../text/pointer.ts';
import type { LeafSketch } from '../parse/sketch-guard.ts';
import type { Subject } from '../schema/subject.ts';

const ROOTS: readonly string[] = ['input', ...STEP_ROOTS];

/** A placeholder in an option that is no template stays as it is written, and a guard that looks for it finds nothing (R113). */
export function* warnOfLiterals({ sketch }: Subject): Generator<Issue> {
  for (const leaf of sketch.steps.flatMap((step) => step.leaves)) {
    for (const { value, pointer } of literalsOf(leaf)) {
      const name = namesOf(value).find(([root = '', ...rest]) => ROOTS.includes(root) && rest.length > 0);
      if (name === undefined) continue;
      const path = name.join('.');
      const detail = `{${path}} stays as it is written: this option of "${leaf.use}" is no template. An expression guard knows it as ${path}, without braces.`;
      yield { pointer, code: 'not_a_template', detail };
    }
  }
}

/** Texts of its options that are neither templates nor parts of a schema. */
function literalsOf({ raw, pointer, templates }: LeafSketch): readonly Found[] {
  const known = new Set(templates.map((template) => template.pointer));
  return textsWithin(fieldOf(raw, 'with'), below(pointer, 'with')).filter((text) => !known.has(text.pointer));
}

const SCHEMAS: readonly (string | number)[] = ['schema', 'answer'];

function textsWithin(value: unknown, pointer: string): readonly Found[] {
  if (typeof value === 'string') return [{ value, pointer }];
  const inside = Array.isArray(value) ? [...value.entries()] : entriesOf(value);
  return inside.flatMap(([key, child]) => (SCHEMAS.includes(key) ? [] : textsWithin(child, below(pointer, key))));
}
