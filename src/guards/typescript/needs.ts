import type { Need } from '../../model/isolation.ts';

/** What every guard of TypeScript needs: also the compiler that only looks at a program can be brought to its knees by it. */
export const JAIL: Need = { toolchain: 'typescript', floor: 'jail' };
