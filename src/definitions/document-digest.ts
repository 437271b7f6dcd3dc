import type { RunRecord } from '../ports/store.ts';

/** Of the document that the run goes by: its definition's, or of what the newest redirect made of it. */
export function documentDigest({ revision, definition }: Pick<RunRecord, 'revision' | 'definition'>): string {
  return revision ?? definition.digest;
}
