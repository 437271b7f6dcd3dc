import { existsSync } from 'node:fs';
import { rm } from 'node:fs/promises';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { cacheDirectory } from '../../../src/platform/cache-directory.ts';
import { freePort } from '../../../src/platform/ports.ts';
import { type Postgres, startPostgres } from '../../../src/platform/postgres/postgres.ts';
import { findBinary } from '../../../src/platform/temporal/binary.ts';
import { TEMPORAL_CLI } from '../../../src/platform/temporal/pins.ts';
import { startTemporal, type TemporalServer } from '../../../src/platform/temporal/server.ts';
import { type WorkflowBundle, workflowBundle } from '../../../src/platform/workflow-bundle.ts';
import { dataFolder } from './data-folder.ts';
import { createTemplate } from './database.ts';

/** What every test file may use. The servers of the person's environment are never touched (running 1). */
export interface TestServers {
  readonly temporalAddress: string;
  readonly temporalBinary: string;
  readonly temporalFrom: string;
  /** As superuser: each test file makes a database of its own. */
  readonly databaseUrl: string;
  readonly bundle: WorkflowBundle | undefined;
  /** Where processes keep what Node made of their sources, from run to run: the next ones load it in half the time (`NODE_COMPILE_CACHE`). */
  readonly compiled: string;
  stop(): Promise<void>;
}

/** A real Temporal server and a real PostgreSQL in a folder of their own, and the workflows bundled once. */
export async function startServers(): Promise<TestServers> {
  const directory = await dataFolder();
  const cache = cacheDirectory(process.env);
  const starting = [startDatabase(directory, cache), startEngine(directory, cache), bundleWorkflows(cache)] as const;
  const stop = async (): Promise<void> => {
    const [database, engine] = await Promise.allSettled(starting);
    if (database.status === 'fulfilled') await database.value.stop();
    if (engine.status === 'fulfilled') await engine.value.server.stop();
    await rm(directory, { recursive: true, force: true });
  };
  const [postgres, temporal, bundle] = await Promise.all(starting).catch(async (error: unknown) => {
    await stop();
    throw error;
  });
  return {
    temporalAddress: temporal.server.address,
    temporalBinary: temporal.binary,
    temporalFrom: temporal.from,
    databaseUrl: postgres.url,
    bundle,
    compiled: path.join(cache, 'compiled-tests'),
    stop,
  };
}

/** Nothing here outlives the tests, so nothing has to reach the disk. */
async function startDatabase(directory: string, cache: string): Promise<Postgres> {
  const postgres = await startPostgres({
    directory: path.join(directory, 'postgres'),
    cacheDirectory: cache,
    settings: { fsync: 'off', synchronous_commit: 'off', full_page_writes: 'off', max_wal_size: '256MB' },
  });
  await createTemplate(postgres.url);
  return postgres;
}

async function startEngine(
  directory: string,
  cache: string,
): Promise<{ readonly server: TemporalServer; readonly binary: string; readonly from: string }> {
  const { file, from } = await findBinary(TEMPORAL_CLI, {
    cacheDirectory: cache,
    byHand: process.env['DSAP_TEMPORAL_CLI'],
    env: process.env,
    log: (line) => console.log(line),
  });
  const server = await startTemporal({
    binary: file,
    port: await freePort(),
    uiPort: await freePort(),
    file: path.join(directory, 'temporal.db'),
  });
  return { server, binary: file, from };
}

async function bundleWorkflows(cache: string): Promise<WorkflowBundle | undefined> {
  const entry = fileURLToPath(new URL('../../../src/workflows/index.ts', import.meta.url));
  return existsSync(entry) ? workflowBundle({ cacheDirectory: cache }) : undefined;
}
