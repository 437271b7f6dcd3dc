/** The guards of the repository pipeline that run code, in the embedded sandbox. */

import type { Guard, GuardContext } from '../../../src/guards/guard.ts';
import type { Sandbox } from '../../../src/sandbox/sandbox.ts';
import { type Sandboxes, sandboxesOf } from '../../../src/sandbox/sandboxes.ts';
import { aContext } from '../a-context.ts';
import { openOneInterpreter } from '../python/support.ts';
import { FILES, patchWith } from './a-repository.ts';

/**
 * Judges by a guard of the repository pipeline in the embedded sandbox, which is opened once for a file of tests. Many cases run in one
 * interpreter; with `openDeno` each of its programs has a process of its own.
 */
export function useGuardsOnCode(open: () => Promise<Sandbox> = openOneInterpreter) {
  let sandboxes: Sandboxes;

  beforeAll(async () => {
    sandboxes = sandboxesOf([await open()]);
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
