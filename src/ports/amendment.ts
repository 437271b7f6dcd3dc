import { NO_USAGE } from '../model/usage.ts';
import type { ArtifactRecord } from './store.ts';

export interface Amendment {
  readonly id: string;
  readonly runId: string;
  readonly definitionDigest: string;
  readonly place: { readonly step: string; readonly epoch: number; readonly attempt: number };
  /** The artifact that the escalation is about. */
  readonly previous?: Pick<ArtifactRecord, 'id' | 'mediaType'> | undefined;
  /** As the artifact before when left out, else plain text. */
  readonly mediaType?: string | undefined;
  readonly digest: string;
  readonly bytes: number;
  readonly createdAt: number;
}

/** A person's artifact (R43): at the place of the attempt it answers, after what was escalated. The log gives it its token. */
export function amendmentRecord({ place, previous, mediaType, ...facts }: Amendment): ArtifactRecord {
  return {
    ...facts,
    ...place,
    mediaType: mediaType ?? previous?.mediaType ?? 'text/plain',
    source: 'human',
    usage: NO_USAGE,
    parents: previous ? [{ artifactId: previous.id, relation: 'previous_attempt' }] : [],
  };
}
