import type { GenerateOutput } from '../domain/calls.ts';
import { renderTemplate } from '../domain/template.ts';
import { artifactRecord } from './artifact-record.ts';
import { definitionOf } from './definitions.ts';
import type { GenerateDependencies, Generation } from './generation.ts';
import { settle } from './settle.ts';
import { lookupFor } from './template-lookup.ts';
import { notesOfAbsent } from './unknown-names.ts';

/** A text of the definition as the artifact, with its placeholders replaced (R35, R113). */
export async function generateFixed(
  dependencies: Pick<GenerateDependencies, 'store' | 'schemaErrors'>,
  generation: Generation,
  { content, mediaType = 'text/plain; charset=utf-8' }: { readonly content: string; readonly mediaType?: string },
): Promise<GenerateOutput> {
  const { input, material } = generation;
  const { text } = renderTemplate(content, await lookupFor(dependencies.store, generation));
  const record = artifactRecord(generation, text, { mediaType, finishReason: 'stop' });
  const stored = await dependencies.store.artifacts.save(record, [text]);
  const settled = await settle(dependencies, generation, stored, text);
  const notes = notesOfAbsent([content], material.run.input, definitionOf(material, input.step).definition.input);
  return settled.kind === 'generated' && notes.length > 0 ? { ...settled, notes } : settled;
}
