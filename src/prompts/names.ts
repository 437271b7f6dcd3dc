import { bindingText } from '../expressions/scope/binding.ts';
import { lookupWith } from '../expressions/scope/scope.ts';
import { namesOf, parseTemplate } from '../expressions/template.ts';
import { summaryOf } from '../text/summary.ts';
import type { PromptContext, PromptDependency } from './context.ts';
import type { Piece } from './parts.ts';

/** What a template's name stands for in a prompt, or undefined when it is not known. */
export type PieceLookup = (path: readonly string[]) => readonly Piece[] | undefined;

export function rendered(template: string, lookup: PieceLookup): readonly Piece[] {
  return parseTemplate(template).flatMap((part) => {
    if (part.kind === 'text') return [{ text: part.text }];
    return lookup(part.path) ?? [{ text: part.source }];
  });
}

/** Sections by their names, then artifacts and bindings by step, then the values. A section's name never falls through to a value. */
export function lookupOf(
  context: PromptContext,
  sections: Readonly<Partial<Record<string, readonly Piece[]>>>,
): PieceLookup {
  const value = lookupWith(context.values, {}, context.inputSchema);
  return (path) => {
    const [head = '', step = ''] = path;
    if (SECTIONS.has(head)) return path.length === 1 ? sections[head] : undefined;
    if (isArtifact(head) && path.length <= 2) return artifactOf(context, head, step);
    const text = value(path);
    return text === undefined ? undefined : [{ text }];
  };
}

/** Whether any of these templates places the name itself, which suppresses the automatic copy (R36). */
export function isPlaced(name: string, templates: readonly string[]): boolean {
  return templates.some((template) => namesOf(template).some((path) => path.join('.') === name));
}

/** Whether any of these templates names something of that root. */
export function isNamed(root: string, templates: readonly string[]): boolean {
  return templates.some((template) => namesOf(template).some(([head]) => head === root));
}

export const SECTIONS: ReadonlySet<string> = new Set(['specification', 'constraints', 'injected', 'feedback']);

type ArtifactRoot = 'artifact' | 'deps' | 'binding';

/** Names of a step's artifact; with a path below it they are values (R108). */
export function isArtifact(head: string): head is ArtifactRoot {
  return head === 'artifact' || head === 'deps' || head === 'binding';
}

function artifactOf(context: PromptContext, head: ArtifactRoot, step: string): readonly Piece[] | undefined {
  const found = context.dependencies.find((dependency) => dependency.step === step)?.artifact;
  if (found === undefined) return context.perhaps?.has(step) === true ? [{ text: 'none' }] : undefined;
  return head === 'binding' ? [{ text: inShort(found) }] : [{ text: found.text, digest: found.digest }];
}

/** A dependency in short: its summary, then a line for each fact that its worker told (R52, R87). */
export function inShort({ binding, text }: PromptDependency['artifact']): string {
  return binding ? bindingText(binding) : summaryOf(text);
}
