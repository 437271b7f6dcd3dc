/** Where in a text something stands: lines and columns (in UTF-16 units) from 1, its end exclusive. */
export interface Span {
  readonly line: number;
  readonly column: number;
  readonly endLine: number;
  readonly endColumn: number;
}

/** A place as a sentence goes on: ` (line 1, column 2)`; empty where it is not known. */
export function inWords(span: Span | undefined): string {
  return span ? ` (line ${span.line}, column ${span.column})` : '';
}

/** A problem with a part of a document; `pointer` is an RFC 6901 JSON pointer, `''` for the whole. */
export interface Issue extends Partial<Span> {
  readonly pointer: string;
  /** Stable snake_case. */
  readonly code: string;
  /** What is wrong and what would be right. */
  readonly detail: string;
}

/** What a text says. With `issues` it may not be taken as it is; the document is there where it can be looked at all the same. */
export type Parsed =
  | { readonly document: unknown; readonly issues?: readonly Issue[] }
  | { readonly issues: readonly Issue[] };
