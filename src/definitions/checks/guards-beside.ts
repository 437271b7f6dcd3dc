import { type GuardBeside, topologyOfDocument } from '../topology-document.ts';

/** The guards that a checked document has beside those of its steps, such as what a base case is verified by. */
export function guardsBeside(document: unknown): readonly GuardBeside[] {
  return topologyOfDocument(document).guardsBeside?.(document) ?? [];
}
