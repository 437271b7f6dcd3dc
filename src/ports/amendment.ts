import { stateOf } from '../core/state/lookup.ts';
import type { DecideRequest } from '../model/input.ts';
import type { Run } from '../model/run.ts';
import { NO_USAGE } from '../model/usage.ts';
import { askedAnswer } from './answer-check.ts';
import type { StoreAmendmentInput } from './calls.ts';
import type { ArtifactRecord } from './store/artifacts.ts';

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

/** What is to be stored of a decision that brings its artifact along (R43). */
export function amendmentInput(
  { plan, state }: Run,
  {
    escalationId,
    content = '',
    mediaType,
  }: Pick<DecideRequest, 'escalationId'> & { readonly content?: string; readonly mediaType?: string },
): StoreAmendmentInput {
  const escalation = state.escalations[escalationId];
  const { step = '', artifactId } = escalation ?? {};
  const asked = escalation && askedAnswer(plan, state, escalation);
  const { epoch, attempt } = stateOf(state, step);
  return {
    runId: state.runId,
    key: `${escalationId}/${state.seq}`,
    place: { step, epoch, attempt },
    content,
    ...(artifactId !== undefined && { previousId: artifactId }),
    ...(mediaType !== undefined && { mediaType }),
    ...(asked && { asked }),
  };
}
