import { chmod, mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import { cacheDirectory } from '../../../src/platform/cache-directory.ts';
import { freePort } from '../../../src/platform/ports.ts';
import { startPostgres } from '../../../src/platform/postgres/postgres.ts';
import { startTemporal } from '../../../src/platform/temporal/server.ts';
import { migrate } from '../../../src/store/migrate.ts';
import { treeOf } from '../processes/process-table.ts';
import type { Servers } from './cluster.ts';

/** A server that can fail in two ways and comes back with its data, at the same address. */
interface FallibleServer {
  /** SIGKILL. */
  kill(): Promise<void>;
  /** After a kill. */
  restart(): Promise<void>;
  /** SIGSTOP: connections stand, and nothing answers. */
  freeze(): Promise<void>;
  thaw(): Promise<void>;
}

/** Servers of a test's own, beside those that all tests share. */
export interface FallibleServers extends Servers {
  readonly postgres: FallibleServer;
  readonly temporal: FallibleServer;
  stop(): Promise<void>;
}

export async function startFallibleServers(): Promise<FallibleServers> {
  const directory = await mkdtemp(path.join(tmpdir(), 'dsap-faults-'));
  await chmod(directory, 0o755);
  const [port, temporalPort, uiPort] = await Promise.all([freePort(), freePort(), freePort()]);
  const file = path.join(directory, 'temporal.db');
  const cluster = {
    directory: path.join(directory, 'postgres'),
    cacheDirectory: cacheDirectory(process.env),
    port,
    settings: { fsync: 'off' },
  };
  const binary = process.env['TEST_TEMPORAL_BINARY'] ?? '';
  const startDatabase = () => startPostgres(cluster);
  const startEngine = () => startTemporal({ binary, port: temporalPort, uiPort, file });
  let [database, engine] = await Promise.all([startDatabase(), startEngine()]);
  await migrate(database.url);
  return {
    databaseUrl: database.url,
    temporalAddress: engine.address,
    postgres: {
      ...signals(() => `-D ${database.directory}`),
      async restart() {
        await database.stop();
        database = await insistent(startDatabase);
      },
    },
    temporal: {
      ...signals(() => `--db-filename ${file}`),
      async restart() {
        await engine.stop();
        engine = await insistent(startEngine);
      },
    },
    async stop() {
      await Promise.allSettled([database.stop(), engine.stop()]);
      await rm(directory, { recursive: true, force: true });
    },
  };
}

/** To a server and all its children; it is known by a part of its command line, and the shell that watches over it is spared. */
function signals(mark: () => string): Omit<FallibleServer, 'restart'> {
  const send = async (signal: NodeJS.Signals, toAll: boolean): Promise<void> => {
    const ours = await treeOf(process.pid);
    const server = ours.find(({ about }) => about.includes(mark()) && !about.startsWith('/bin/sh'));
    if (!server) throw new Error(`no process of ours has ${mark()}`);
    const family = toAll ? await treeOf(server.pid) : [server];
    for (const { pid, about } of family) if (!about.startsWith('/bin/sh')) process.kill(pid, signal);
  };
  return {
    kill: () => send('SIGKILL', false),
    freeze: () => send('SIGSTOP', true),
    thaw: () => send('SIGCONT', true),
  };
}

/** What a killed server's children still hold, they let go within moments. */
async function insistent<Started>(start: () => Promise<Started>): Promise<Started> {
  for (let tries = 1; ; tries += 1) {
    try {
      return await start();
    } catch (error) {
      if (tries === 5) throw error;
      await wait(500);
    }
  }
}
