import { z } from 'zod';

/** In an address: whether a press has just made the version, or it was there before. */
export const Published = z.enum(['anew', 'before']).optional().catch(undefined);
