/** The guards of the repository pipeline that run code, in the embedded sandbox. */

import type { Guard, GuardContext } from '../../../src/guards/guard.ts';
import { cacheDirectory } from '../../../src/platform/cache-directory.ts';
import { createDeno } from '../../../src/sandbox/deno/deno.ts';
import { type Sandboxes, sandboxesOf } from '../../../src/sandbox/sandboxes.ts';
import { aContext } from '../a-context.ts';
import { FILES, patchWith } from './a-repository.ts';

/** Judges by a guard of the repository pipeline in the embedded sandbox, which is opened once for a file of tests. */
export function useGuardsOnCode() {
  let sandboxes: Sandboxes;

  beforeAll(async () => {
    const deno = await createDeno({ cacheDirectory: cacheDirectory(process.env), log: () => {} });
    if (deno === undefined) throw new Error('Deno is not installed');
    sandboxes = sandboxesOf([deno]);
  }, 120_000);

  afterAll(() => sandboxes.close());

  return async function judge<Options>(
    create: (sandboxes: Sandboxes) => Guard<Options>,
    text: string,
    { options = {}, ...more }: Partial<GuardContext> & { readonly options?: unknown } = {},
  ) {
    const guard = create(sandboxes);
    return guard.evaluate(guard.options.parse(options), aContext(text, { input: { files: FILES }, ...more }));
  };
}

export const WRONG_PATCH = patchWith('            merged[-1] = (merged[-1][0], min(merged[-1][1], end))\n');
export const SANDBOX = expect.stringContaining('deno');
