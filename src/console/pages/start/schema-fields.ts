import { entriesOf, fieldOf, itemsOf } from '../../../text/loose.ts';
import { below } from '../../../text/pointer.ts';
import { emptyInput } from './needed.ts';

/** How a value of the input is typed in. */
type FieldKind =
  | { readonly kind: 'text' | 'number' | 'truth' | 'lines' | 'json' }
  /** `values`: what may be chosen, each as JSON. */
  | { readonly kind: 'choice'; readonly values: readonly string[] };

export type InputField = FieldKind & {
  /** Where its value lies in the input. */
  readonly pointer: string;
  /** Names from the outermost in, such as `address city`. */
  readonly label: string;
  readonly required: boolean;
  readonly about?: string;
  /** What it begins with, as it is typed. */
  readonly initial: string;
};

/**
 * A field for each value that the schema of an input names: texts, numbers, truths, choices, lists of texts, and those of an object within;
 * whatever else it names is typed as JSON. `needs`: what templates name, for an input that has no schema. The whole input is one such field where the schema names no values, or may want others too.
 */
export function fieldsOfInput(schema: unknown, needs: readonly string[] = []): readonly InputField[] {
  if (schema === undefined) return [{ ...WHOLE, initial: emptyInput(needs) }];
  if (!isPlain(schema) || entriesOf(fieldOf(schema, 'properties')).length === 0) return [WHOLE];
  return fieldsWithin(schema, { pointer: '', label: '', required: true, depth: 0 });
}

const WHOLE: InputField = { kind: 'json', pointer: '', label: 'Input (JSON)', required: false, initial: '{}' };

/** Words of JSON Schema by which what an object may be depends on what it is. */
const CONDITIONS = ['$ref', 'allOf', 'anyOf', 'oneOf', 'not', 'if', 'patternProperties', 'dependentSchemas'];

function isPlain(schema: unknown): boolean {
  const type = fieldOf(schema, 'type');
  return (type === undefined || type === 'object') && CONDITIONS.every((word) => fieldOf(schema, word) === undefined);
}

interface Place {
  readonly pointer: string;
  readonly label: string;
  readonly required: boolean;
  readonly depth: number;
}

function fieldsWithin(schema: unknown, at: Place): readonly InputField[] {
  const needed = new Set(itemsOf(fieldOf(schema, 'required')));
  return entriesOf(fieldOf(schema, 'properties')).flatMap(([name, inner]) => {
    const label = at.label === '' ? name : `${at.label} ${name}`;
    const required = at.required && needed.has(name);
    const place = { pointer: below(at.pointer, name), label, required, depth: at.depth + 1 };
    const isNested = place.depth === 1 && fieldOf(inner, 'type') === 'object' && isPlain(inner);
    const within = isNested ? fieldsWithin(inner, place) : [];
    return within.length > 0 ? within : [fieldAt(inner, place)];
  });
}

function fieldAt(schema: unknown, { pointer, label, required }: Place): InputField {
  const kind = kindOf(schema);
  const preset = fieldOf(schema, 'default');
  const about = [fieldOf(schema, 'title'), fieldOf(schema, 'description')].filter((text) => typeof text === 'string');
  return {
    ...kind,
    pointer,
    label,
    required,
    ...(about.length > 0 && { about: about.join(': ') }),
    initial: preset === undefined ? '' : typed(kind, preset),
  };
}

function kindOf(schema: unknown): FieldKind {
  const choices = fieldOf(schema, 'enum');
  if (Array.isArray(choices)) return { kind: 'choice', values: choices.map((value) => JSON.stringify(value)) };
  switch (fieldOf(schema, 'type')) {
    case 'string':
      return { kind: 'text' };
    case 'number':
    case 'integer':
      return { kind: 'number' };
    case 'boolean':
      return { kind: 'truth' };
    case 'array': {
      const items = fieldOf(schema, 'items');
      const isOfTexts = fieldOf(items, 'type') === 'string' && fieldOf(items, 'enum') === undefined;
      return { kind: isOfTexts ? 'lines' : 'json' };
    }
    default:
      return { kind: 'json' };
  }
}

/** A value as it would be typed. */
function typed({ kind }: FieldKind, value: unknown): string {
  if (kind === 'lines') return itemsOf(value).join('\n');
  if (kind === 'text' && typeof value === 'string') return value;
  return JSON.stringify(value);
}
