import type { PromptContext } from '../domain/prompt-context.ts';
import { isArtifact, SECTIONS } from '../domain/prompt-names.ts';
import { inputField } from '../domain/scope/input-fields.ts';
import { lookupIn, namesOf } from '../domain/template.ts';
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
export function unknownNames({
  role = '',
  task,
  specification,
  constraints,
  values,
  perhaps,
}: PromptContext): readonly string[] {
  const value = lookupIn(values);
  const names = [role, task, specification, constraints].flatMap(namesOf);
  const unknown = names.filter((path) => {
    const [head = '', step = ''] = path;
    if (SECTIONS.has(head)) return path.length > 1;
    if (isArtifact(head) && path.length <= 2) return perhaps?.has(step) !== true;
    return value(path) === undefined;
  });
  const sources = [...new Set(unknown.map((path) => `{${path.join('.')}}`))];
  return asNotes(sources.map((source) => `${source} in the prompt is not known and stays as it is written`));
}
