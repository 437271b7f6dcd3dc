import { createHash } from 'node:crypto';

/** The id of an artifact of a run: the same for the same key, so that what is made twice is stored once. */
export function artifactId(runId: string, key: string): string {
  return `art_${createHash('sha256').update(`${runId}/${key}`).digest('hex').slice(0, 26)}`;
}
