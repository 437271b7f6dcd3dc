import type { PromptContext } from '../domain/prompt-context.ts';
import { isArtifact, SECTIONS } from '../domain/prompt-names.ts';
import { lookupIn, namesOf } from '../domain/template.ts';
import { asNotes } from './when.ts';

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
