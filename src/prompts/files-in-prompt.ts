import { lookupIn, namesOf } from '../expressions/template.ts';
import { fileInText } from '../text/not-text.ts';
import type { PromptContext } from './context.ts';
import { isArtifact } from './names.ts';

/** A file that a prompt would show as text, and what it is called there; undefined where all is text (R131). */
export function fileInPrompt(context: PromptContext): { readonly name: string; readonly kind: string } | undefined {
  const value = lookupIn(context.values);
  const placed = [context.role ?? '', context.task, context.specification, context.constraints]
    .flatMap(namesOf)
    .map((path) => {
      const [head = '', step = ''] = path;
      const isWhole = isArtifact(head) && path.length <= 2;
      return { name: path.join('.'), text: isWhole ? textOf(context, step) : value(path) };
    });
  const shown = context.dependencies
    .filter(({ show }) => show === 'full')
    .map(({ step, artifact }) => ({ name: `artifact.${step}`, text: artifact.text }));
  for (const { name, text } of [...placed, ...shown]) {
    const kind = text === undefined ? undefined : fileInText(text);
    if (kind !== undefined) return { name, kind };
  }
  return undefined;
}

function textOf({ dependencies }: PromptContext, step: string): string | undefined {
  return dependencies.find((dependency) => dependency.step === step)?.artifact.text;
}
