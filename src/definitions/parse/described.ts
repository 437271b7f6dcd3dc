import type { Described, OptionRow } from '../../ports/catalogues.ts';
import { entriesOf, fieldOf, itemsOf } from '../../text/loose.ts';
import { templatePaths } from '../schema/template-fields.ts';

/** What a JSON Schema says of a guard or a generator in words, without an example; `except` are fields that are no options. */
export function describedBy(schema: unknown, except: readonly string[] = []): Described {
  const [title, description] = [textOf(schema, 'title'), textOf(schema, 'description')];
  return {
    ...(title !== undefined && { title }),
    ...(description !== undefined && { description }),
    options: optionRows(schema).filter(({ name }) => !except.includes(name)),
  };
}

/** The first example that the schema gives. */
export function exampleIn(schema: unknown): unknown {
  return itemsOf(fieldOf(schema, 'examples'))[0];
}

function optionRows(schema: unknown): readonly OptionRow[] {
  const required = itemsOf(fieldOf(schema, 'required'));
  return entriesOf(fieldOf(schema, 'properties')).map(([name, option]) => {
    const description = textOf(option, 'description');
    return {
      name,
      ...(description !== undefined && { description }),
      required: required.includes(name),
      template: templatePaths(option).length > 0,
    };
  });
}

function textOf(schema: unknown, field: string): string | undefined {
  const value = fieldOf(schema, field);
  return typeof value === 'string' ? value : undefined;
}
