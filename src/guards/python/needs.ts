import type { Need } from '../../model/isolation.ts';

/** What every guard of Python needs: also the parser that only looks at a source can be brought to its knees by it. */
export const JAIL: Need = { toolchain: 'python', floor: 'jail' };
