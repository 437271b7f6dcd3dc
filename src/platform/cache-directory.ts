import { homedir } from 'node:os';
import path from 'node:path';

/** Where fetched programs and bundles are kept: outside the data directory, shared by every clone and by the tests (running 2). */
export function cacheDirectory(env: NodeJS.ProcessEnv): string {
  const chosen = env['DSAP_CACHE_DIR'];
  if (chosen) return path.resolve(chosen);
  const users = env['XDG_CACHE_HOME'];
  if (users && path.isAbsolute(users)) return path.join(users, 'dsap');
  return process.platform === 'darwin'
    ? path.join(homedir(), 'Library', 'Caches', 'dsap')
    : path.join(homedir(), '.cache', 'dsap');
}
