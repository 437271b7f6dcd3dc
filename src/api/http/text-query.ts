import { z } from 'zod';
import { isKeepable } from './readable.ts';

/** A text of a query that the database can compare with. */
export const Keepable = z.string().max(1_000).refine(isKeepable, 'NUL characters are not allowed.');
