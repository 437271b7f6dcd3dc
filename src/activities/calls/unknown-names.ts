import { inputField } from '../../expressions/scope/input-fields.ts';
import { stepOfName } from '../../expressions/scope/roots.ts';
import { lookupIn, namesOf } from '../../expressions/template.ts';
import type { PromptContext } from '../../prompts/context.ts';
import { isArtifact, SECTIONS } from '../../prompts/names.ts';
import { asNotes } from './when.ts';

/** Placeholders of input that may be absent and is: they read as their default, else as nothing (R113). */
export function notGiven({
  role = '',
  task,
  specification,
  constraints,
  values,
  inputSchema,
}: Pick<
  PromptContext,
  'role' | 'task' | 'specification' | 'constraints' | 'values' | 'inputSchema'
>): readonly string[] {
  return notesOfAbsent([role, task, specification, constraints], values['input'], inputSchema);
}

/** The same of any templates. */
export function notesOfAbsent(templates: readonly string[], input: unknown, inputSchema: unknown): readonly string[] {
  if (inputSchema === undefined) return [];
  const absent = templates.flatMap(namesOf).flatMap(([root, ...path]) => {
    const field = root === 'input' ? inputField(input, path, inputSchema) : undefined;
    return field?.kind === 'optional'
      ? [`{input.${path.join('.')}} is not given and reads as ${said(field.value)}`]
      : [];
  });
  return asNotes([...new Set(absent)]);
}

function said(value: unknown): string {
  return value === undefined ? 'empty' : `its default, ${JSON.stringify(value)}`;
}

/** Names in the templates of a machine that stand for nothing and stay as they are written: variables are known only as it runs. */
export function unknownNames(context: PromptContext): readonly string[] {
  return notesOf(unknownIn(context), 'is not known and stays as it is written');
}

/** Names of what steps have made in the templates of any other definition: which fields there are is known only as it runs (R113). */
export function notMade(context: PromptContext): readonly string[] {
  const perhaps = new Set(context.dependencies.map(({ step }) => step));
  const unknown = unknownIn({ ...context, perhaps }).filter((path) => stepOfName(path) !== undefined);
  return notesOf(unknown, 'stands for nothing that was made, and stays as it is written');
}

type Names = readonly (readonly string[])[];

function unknownIn({ role = '', task, specification, constraints, values, perhaps }: PromptContext): Names {
  const value = lookupIn(values);
  const names = [role, task, specification, constraints].flatMap(namesOf);
  return names.filter((path) => {
    const [head = '', step = ''] = path;
    if (SECTIONS.has(head)) return path.length > 1;
    if (isArtifact(head) && path.length <= 2) return perhaps?.has(step) !== true;
    return value(path) === undefined;
  });
}

function notesOf(names: Names, what: string): readonly string[] {
  const sources = [...new Set(names.map((path) => `{${path.join('.')}}`))];
  return asNotes(sources.map((source) => `${source} in the prompt ${what}`));
}
