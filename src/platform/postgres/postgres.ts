import { describeEnding, type Ending, type KeptProcess, spawnKept } from '../kept-process.ts';
import { takeLock } from '../lock-file.ts';
import { freePort } from '../ports.ts';
import { serverAccount } from '../server-account.ts';
import { postgresBinaries } from './binaries.ts';
import { ensureCluster, type PostgresData, placeData } from './data.ts';
import { endOrphan } from './orphan.ts';

/** An embedded PostgreSQL that listens on 127.0.0.1 alone and does not outlive us. */
export interface Postgres {
  /** With the superuser's password. */
  readonly url: string;
  readonly port: number;
  /** Where its data really lies (R82). */
  readonly directory: string;
  /** Settles when the server is gone, asked or not. */
  readonly ended: Promise<Ending>;
  stop(): Promise<void>;
}

export interface PostgresOptions {
  readonly directory: string;
  /** Default: a free one. A function is asked once nothing of this data's runs any more. */
  readonly port?: number | (() => Promise<number>);
  /** For copies that another user can run. */
  readonly cacheDirectory: string;
  /** Further settings of the server, such as `{ fsync: 'off' }` for data that is thrown away. */
  readonly settings?: Readonly<Record<string, string>>;
  readonly log?: (line: string) => void;
}

/** Starts the cluster of a directory, first making it where there is none. Throws when another live process runs it. */
export async function startPostgres(options: PostgresOptions): Promise<Postgres> {
  const account = await serverAccount();
  const directory = await placeData(options.directory, account, options.cacheDirectory);
  const lock = await takeLock(`${directory}.lock`);
  if (lock.kind === 'taken') {
    throw new Error(
      `The database in ${directory} is in use by process ${lock.holder.pid} since ${lock.holder.since}. Stop it first.`,
    );
  }
  try {
    const binaries = await postgresBinaries(account, options.cacheDirectory);
    const data = await ensureCluster(directory, binaries, account);
    await endOrphan(directory);
    const { server, port } = await listen(binaries.postgres, data, options);
    const stop = async (): Promise<void> => {
      await server.stop();
      await lock.release();
    };
    const url = `postgres://postgres:${data.password}@127.0.0.1:${port}/postgres`;
    return { url, port, directory, ended: server.ended, stop };
  } catch (error) {
    await lock.release();
    throw error;
  }
}

const PORTS_TRIED = 3;

/** Between finding a free port and listening on it, somebody else may take it: then another one, unless the port was asked for. */
async function listen(
  postgres: string,
  data: PostgresData,
  options: PostgresOptions,
): Promise<{ readonly server: KeptProcess; readonly port: number }> {
  for (let tries = 1; ; tries += 1) {
    const port = typeof options.port === 'function' ? await options.port() : (options.port ?? (await freePort()));
    const server = spawnServer(postgres, data, port, options);
    const started = await server.ready;
    if (started === 'ready') return { server, port };
    const raced = options.port === undefined && server.lastLines().some((line) => line.includes('could not bind'));
    if (!raced || tries === PORTS_TRIED)
      throw new Error(describeEnding('The embedded PostgreSQL', started, server.lastLines()));
  }
}

function spawnServer(
  postgres: string,
  data: PostgresData,
  port: number,
  options: PostgresOptions,
): KeptProcess & { readonly ready: Promise<'ready' | Ending> } {
  const accepting = Promise.withResolvers<'ready'>();
  const settings = { ...SETTINGS, port: String(port), ...options.settings };
  const server = spawnKept(
    postgres,
    ['-D', data.directory, ...Object.entries(settings).flatMap(([name, value]) => ['-c', `${name}=${value}`])],
    {
      ...data.account,
      signal: 'SIGINT',
      env: { PATH: '/usr/bin:/bin' },
      onLine: (line) => {
        if (line.includes('database system is ready to accept connections')) accepting.resolve('ready');
        options.log?.(line);
      },
    },
  );
  return { ...server, ready: Promise.race([accepting.promise, server.ended]) };
}

/** No socket file, no listener but the loopback's; the rest suits one developer's machine. */
const SETTINGS = {
  listen_addresses: '127.0.0.1',
  unix_socket_directories: '',
  shared_buffers: '64MB',
  max_connections: '200',
  lc_messages: 'C',
};
