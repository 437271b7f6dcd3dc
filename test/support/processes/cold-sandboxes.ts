import { cacheDirectory } from '../../../src/platform/cache-directory.ts';
import { createBwrap } from '../../../src/sandbox/bwrap/bwrap.ts';
import { createDeno } from '../../../src/sandbox/deno/deno.ts';
import { type Sandboxes, sandboxesOf } from '../../../src/sandbox/sandboxes.ts';

/**
 * Real sandboxes for suites that show something else, the cheaper one first: a job in bubblewrap starts an interpreter in a tenth of the time.
 * No process is kept ready for jobs to come, and the self-test is left to the suites of the lane `sandbox`.
 */
export async function coldSandboxes(): Promise<Sandboxes> {
  const options = { cacheDirectory: cacheDirectory(process.env), pool: 0, log: () => undefined };
  const made = await Promise.all([createBwrap(options), createDeno(options)]);
  return sandboxesOf(made.filter((sandbox) => sandbox !== undefined));
}
