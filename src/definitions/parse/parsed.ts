import type { Issue } from '../../ports/catalogues.ts';

/** What a text says. With `issues` it may not be taken as it is; the document is there where it can be looked at all the same. */
export type Parsed =
  | { readonly document: unknown; readonly issues?: readonly Issue[] }
  | { readonly issues: readonly Issue[] };
