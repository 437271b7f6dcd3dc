import { renderTemplate } from '../../expressions/template.ts';
import type { GenerateOutput } from '../../ports/calls.ts';
import { artifactRecord } from '../artifact-record.ts';
import { namesOfNothing } from '../calls/names-of-nothing.ts';
import { lookupFor } from '../calls/template-lookup.ts';
import { notesOfAbsent } from '../calls/unknown-names.ts';
import { asNotes } from '../calls/when.ts';
import { definitionOf } from '../definitions.ts';
import { settleAnswer } from '../settle-answer.ts';
import { UNFILLED } from './finish-reasons.ts';
import type { GenerateDependencies, Generation } from './generation.ts';

/**
 * A text of the definition as the artifact, with its placeholders replaced (R35, R113). What a skipped step would have made reads as
 * empty, and is noted; a name that what was made has nothing for makes the text unusable, so that a person is asked.
 */
export async function generateFixed(
  dependencies: Pick<GenerateDependencies, 'store' | 'schemaErrors'>,
  generation: Generation,
  { content, mediaType = 'text/plain; charset=utf-8' }: { readonly content: string; readonly mediaType?: string },
): Promise<GenerateOutput> {
  const { input, material } = generation;
  const { definition } = definitionOf(material, input.step);
  const lookup = await lookupFor(dependencies.store, generation);
  const { skipped, unfilled } = namesOfNothing(definition, material, [content], lookup);
  const { text } = renderTemplate(content, (path) => lookup(path) ?? (skipped.has(path.join('.')) ? '' : undefined));
  const record = artifactRecord(generation, text, { mediaType, finishReason: unfilled.size > 0 ? UNFILLED : 'stop' });
  const stored = await dependencies.store.artifacts.save(record, [text]);
  const settled = await settleAnswer(dependencies, generation, stored, text);
  const notes = [
    ...notesOfAbsent([content], material.run.input, definition.input),
    ...asNotes([...skipped].map((name) => `{${name}} is of a step that has made nothing, and reads as empty`)),
  ];
  return settled.kind === 'generated' && notes.length > 0 ? { ...settled, notes } : settled;
}
