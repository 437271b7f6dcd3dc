import { createGuardRegistry } from '../../src/guards/registry.ts';
import type { SandboxName } from '../../src/model/isolation.ts';
import { cacheDirectory } from '../../src/platform/cache-directory.ts';
import { openSandboxes } from '../../src/sandbox/open.ts';
import type { Sandboxes } from '../../src/sandbox/sandboxes.ts';
import { guardContext } from './guard-context.ts';
import type { GuardSample } from './guard-samples.ts';

export interface Opening {
  readonly name: SandboxName;
  /** As `sandbox.fork` of the settings. */
  readonly fork: boolean;
}

/** The one sandbox of that name; without capabilities where this machine has none. */
export function openSandbox({ name, fork }: Opening): Promise<Sandboxes> {
  return openSandboxes({
    order: [name],
    fork,
    cacheDirectory: cacheDirectory(process.env),
    warn: (line) => console.error(line),
  });
}

/** Judges a sample, from the artifact to the verdict; throws when that is not `pass`. */
export function sampleJudge(
  sandboxes: Sandboxes,
  { guard: name, artifact, options }: GuardSample,
): () => Promise<void> {
  const guard = createGuardRegistry({ sim: false, sandboxes }).find(name);
  const given: unknown = guard?.options.parse(options);
  return async () => {
    const answer = await guard?.evaluate(given, guardContext(artifact));
    const { verdict, feedback } = { verdict: '', feedback: '', ...answer };
    if (verdict !== 'pass') throw new Error(`${name} said ${verdict}: ${JSON.stringify(feedback)}`);
  };
}
