import type { Issue } from '../catalogues.ts';

export type Parsed = { readonly document: unknown } | { readonly issues: readonly Issue[] };
