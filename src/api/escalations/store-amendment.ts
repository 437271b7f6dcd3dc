import { documentDigest } from '../../definitions/document-digest.ts';
import { NEW_STEP } from '../../model/run-state.ts';
import { amendmentRecord } from '../../ports/amendment.ts';
import type { ArtifactRecord, EscalationRow, RunRow } from '../../ports/store.ts';
import type { ApiContext } from '../dependencies.ts';

/** Stores a person's artifact before the decision that carries its id (R43). */
export async function storeAmendment(
  { store, digestOf, newId, now }: ApiContext,
  { record, state }: RunRow,
  { escalation }: EscalationRow,
  { content, mediaType }: { readonly content: string; readonly mediaType?: string | undefined },
): Promise<ArtifactRecord> {
  const { step = '', artifactId } = escalation;
  const { epoch, attempt } = state.steps[step] ?? NEW_STEP;
  const amendment = amendmentRecord({
    id: newId('art_'),
    runId: record.id,
    definitionDigest: documentDigest(record),
    place: { step, epoch, attempt },
    previous: artifactId === undefined ? undefined : await store.artifacts.find(artifactId),
    mediaType,
    digest: digestOf(content),
    bytes: Buffer.byteLength(content),
    createdAt: now(),
  });
  return store.artifacts.save(amendment, [content]);
}
