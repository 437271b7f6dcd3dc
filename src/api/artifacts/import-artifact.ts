import { NO_USAGE } from '../../model/usage.ts';
import type { ArtifactRecord } from '../../ports/store.ts';
import type { ApiContext } from '../dependencies.ts';

/** Stores a text as an artifact of source `imported` (R69). */
export function importArtifact(
  { store, digestOf, newId, now }: ApiContext,
  content: string,
  mediaType = 'text/plain',
): Promise<ArtifactRecord> {
  const artifact: ArtifactRecord = {
    id: newId('art_'),
    digest: digestOf(content),
    mediaType,
    bytes: Buffer.byteLength(content),
    source: 'imported',
    usage: NO_USAGE,
    parents: [],
    createdAt: now(),
  };
  return store.artifacts.save(artifact, [content]);
}
