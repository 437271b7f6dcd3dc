import { readJson } from '../../../text/parse-json.ts';
import { keysOf } from '../../../text/pointer.ts';
import { numberIn } from '../../parts/fields.ts';
import { put } from './needed.ts';
import type { InputField } from './schema-fields.ts';

/** The input as it was typed, and what of it cannot be read, by pointer. */
export interface TypedInput {
  readonly input: unknown;
  readonly unreadable: ReadonlyMap<string, string>;
}

/** `typed`: what stands in the field of a pointer; what is left empty is left out. */
export function inputFrom(fields: readonly InputField[], typed: (pointer: string) => string): TypedInput {
  const unreadable = new Map<string, string>();
  let input: unknown = {};
  for (const field of fields) {
    const text = typed(field.pointer);
    if (text.trim() === '') continue;
    const found = valueOf(field, text);
    if ('problem' in found) unreadable.set(field.pointer, found.problem);
    else if (field.pointer === '') input = found.value;
    else put(Object(input), keysOf(field.pointer), found.value);
  }
  return { input, unreadable };
}

type Found = { readonly value: unknown } | { readonly problem: string };

/** A number or a choice that is none goes on as it is typed, so that the service says what is wrong with it. */
function valueOf({ kind }: InputField, text: string): Found {
  switch (kind) {
    case 'text':
      return { value: text };
    case 'number':
      return { value: numberIn(text) };
    case 'lines':
      return { value: text.split('\n').filter((line) => line.trim() !== '') };
    case 'truth':
    case 'choice':
    case 'json':
      return jsonIn(text);
  }
}

function jsonIn(text: string): Found {
  const parsed = readJson(text);
  const [issue] = parsed.issues ?? [];
  if ('document' in parsed && issue === undefined) return { value: parsed.document };
  const hint = 'document' in parsed ? '' : ' Texts stand in double quotes.';
  return { problem: `${issue?.detail ?? ''}${hint}` };
}
