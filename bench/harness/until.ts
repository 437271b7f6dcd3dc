import { setTimeout as wait } from 'node:timers/promises';

/** Looks again and again until it is so. Throws when it is not after so many milliseconds. */
export async function until(isSo: () => Promise<boolean>, limit: number): Promise<void> {
  for (const deadline = performance.now() + limit; !(await isSo()); await wait(200))
    if (performance.now() > deadline) throw new Error(`What was waited for did not come about in ${limit / 1_000} s.`);
}
