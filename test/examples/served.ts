import { cacheDirectory } from '../../src/platform/cache-directory.ts';
import { openSandboxes } from '../../src/sandbox/open.ts';
import { startInProcess } from '../support/engine/in-process.ts';
import { useSearches } from '../support/engine/searches.ts';

/** A service for the demonstrations of one suite; answers where it listens, when asked. `withSandboxes`: with the real ones of this machine. */
export function useService({ withSandboxes = false } = {}): () => Promise<string> {
  return useSearches(startInProcess, withSandboxes ? async () => ({ sandboxes: await sandboxes() }) : {}).listen;
}

function sandboxes() {
  return openSandboxes({
    order: ['deno', 'bwrap'],
    cacheDirectory: cacheDirectory(process.env),
    warn: () => {},
  });
}
