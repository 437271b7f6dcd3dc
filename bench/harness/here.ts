import { fileURLToPath } from 'node:url';

/** The checkout that we are part of. */
export const HERE = fileURLToPath(new URL('../..', import.meta.url));
