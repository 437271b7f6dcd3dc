import type { GenerateOutput } from '../domain/calls.ts';
import { artifactRecord } from './artifact-record.ts';
import type { GenerateDependencies, Generation } from './generation.ts';
import { settle } from './settle.ts';

/** A literal text as the artifact (R35). */
export async function generateFixed(
  dependencies: Pick<GenerateDependencies, 'store' | 'schemaErrors'>,
  generation: Generation,
  { content, mediaType = 'text/plain; charset=utf-8' }: { readonly content: string; readonly mediaType?: string },
): Promise<GenerateOutput> {
  const record = artifactRecord(generation, content, { mediaType, finishReason: 'stop' });
  const stored = await dependencies.store.artifacts.save(record, [content]);
  return settle(dependencies, generation, stored, content);
}
