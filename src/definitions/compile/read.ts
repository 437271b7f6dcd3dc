import { type GuardBeside, type ReadDefinition, topologyOfDocument } from '../topology-document.ts';

export type { ReadDefinition } from '../topology-document.ts';

/** Reads a document that was checked; undefined for one that was not. Nobody changes it, so it is read once. */
export function readDefinition(document: unknown): ReadDefinition | undefined {
  const key = Object(document);
  const found = known.get(key) ?? topologyOfDocument(document).read(document);
  if (found) known.set(key, found);
  return found;
}

/** By the document. */
const known = new WeakMap<object, ReadDefinition>();

/** Where in the document as written a pointer into its common form leads. */
export function writtenAt(pointer: string, document: unknown): string {
  return topologyOfDocument(document).form.writtenAt(pointer, document);
}

/** The document in the common form, with its steps where those of every definition are. */
export function engineForm(document: unknown): unknown {
  return topologyOfDocument(document).form.toCommon(document);
}

/** The guards that a checked document has beside those of its steps, such as what a base case is verified by. */
export function guardsBeside(document: unknown): readonly GuardBeside[] {
  return topologyOfDocument(document).guardsBeside?.(document) ?? [];
}
