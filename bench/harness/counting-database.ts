import path from 'node:path';
import { cacheDirectory } from '../../src/platform/cache-directory.ts';
import { startPostgres } from '../../src/platform/postgres/postgres.ts';
import { run } from './query.ts';

/** So much that no figure meets them (R118). */
export const LIMITS = { requestsPerMinute: 10_000, streamsPerPrincipal: 2_000, streams: 2_000 };

/**
 * A cluster where the service of a data directory will look for its own, told to count statements, which takes effect at its next start.
 * Answers its superuser's password.
 */
export async function countingDatabase(folder: string): Promise<string> {
  const directory = path.join(folder, 'postgres');
  const server = await startPostgres({ directory, cacheDirectory: cacheDirectory(process.env) });
  try {
    await run(server.url, "alter system set shared_preload_libraries = 'pg_stat_statements'");
  } finally {
    await server.stop();
  }
  return new URL(server.url).password;
}
