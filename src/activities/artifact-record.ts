import { documentDigest } from '../definitions/document-digest.ts';
import { NO_USAGE } from '../model/usage.ts';
import type { ArtifactRecord } from '../ports/store/artifacts.ts';
import { digestOf } from '../store/digest.ts';
import { artifactId } from './artifact-id.ts';
import type { Making } from './generators/generation.ts';

type Facts = Omit<
  ArtifactRecord,
  | 'id'
  | 'runId'
  | 'token'
  | 'step'
  | 'epoch'
  | 'attempt'
  | 'digest'
  | 'bytes'
  | 'parents'
  | 'createdAt'
  | 'usage'
  | 'source'
> &
  Partial<Pick<ArtifactRecord, 'usage' | 'source'>>;

/** The record of what a call made: its place, its text's address and its ancestors (design 4). */
export function artifactRecord({ input, material }: Making, text: string, facts: Facts): ArtifactRecord {
  const { runId, token, step, epoch, attempt } = input;
  const previous = material.history.at(-1);
  return {
    id: artifactId(runId, token),
    runId,
    token,
    step,
    epoch,
    attempt,
    digest: digestOf(text),
    bytes: Buffer.byteLength(text),
    source: 'generated',
    usage: NO_USAGE,
    definitionDigest: documentDigest(material.run),
    ...(input.absent && { absent: input.absent }),
    parents: [
      ...Object.values(input.dependencies).map((id) => ({ artifactId: id, relation: 'dependency' as const })),
      ...(previous ? [{ artifactId: previous.artifact.id, relation: 'previous_attempt' as const }] : []),
    ],
    createdAt: Date.now(),
    ...facts,
  };
}
