import type { Client } from '@temporalio/client';
import { NO_OWN_PARTS } from '../../src/authoring/parts.ts';
import { closeAll } from '../../src/cli/close-all.ts';
import type { Part, Tree } from '../../src/cli/lifecycle.ts';
import { createLogger } from '../../src/cli/logger.ts';
import type { Composition, TemporalTarget } from '../../src/cli/start/composition.ts';
import { modelsOf } from '../../src/cli/start/models.ts';
import { openDatabase, openTemporal } from '../../src/cli/start/servers.ts';
import { startApi } from '../../src/cli/start/start-api.ts';
import { startSandboxes } from '../../src/cli/start/start-sandboxes.ts';
import { startWorkers } from '../../src/cli/start/start-workers.ts';
import { type Config, readConfig } from '../../src/config/settings.ts';
import type { Models } from '../../src/generators/registry.ts';
import { freePort } from '../../src/platform/ports.ts';
import { workflowBundle } from '../../src/platform/workflow-bundle.ts';
import { loadCards } from '../../src/simulation/cards.ts';
import { createClient } from '../../src/temporal/connection.ts';

/** The whole service in this process, as `dsap dev` puts it together, on servers and data of its own. */
export interface Service {
  readonly config: Config;
  readonly apiUrl: string;
  readonly databaseUrl: string;
  readonly temporal: TemporalTarget;
  readonly client: Client;
  readonly models: Models;
  close(): Promise<void>;
}

export interface ServiceOptions {
  readonly dataDirectory: string;
  /** Simulated models beside the bundled ones. */
  readonly cards?: Config['cards'];
  /** Settings beside the defaults. */
  readonly env?: NodeJS.ProcessEnv;
  readonly limits?: Partial<Config['limits']>;
  /** The workers in place of the service's own. */
  readonly workers?: Composition['startWorkers'];
}

export async function startService(options: ServiceOptions): Promise<Service> {
  const { dataDirectory, cards = [], env, limits, workers = startWorkers } = options;
  const read = readConfig('dev', { ...(await environment(dataDirectory)), ...env }, dataDirectory);
  const config = { ...read, cards, limits: { ...read.limits, ...limits } };
  const tree = createTree();
  const logger = createLogger(config);
  try {
    const [databaseUrl, temporal, bundle, sandboxes] = await Promise.all([
      openDatabase(tree, config),
      openTemporal(tree, config),
      workflowBundle({ cacheDirectory: config.cacheDirectory }),
      startSandboxes(tree, config, logger),
    ]);
    const apiUrl = `http://127.0.0.1:${config.port}`;
    const surroundings = { config, databaseUrl, temporal, logger, parts: NO_OWN_PARTS };
    await tree.start('API', () => startApi(surroundings));
    await tree.start('worker', () => workers({ ...surroundings, simUrl: apiUrl, bundle, sandboxes, queues: 'all' }));
    const client = createClient(temporal);
    await tree.start('client', async () => ({ close: () => client.connection.close() }));
    const models = modelsOf(config, loadCards(config.cards), () => apiUrl);
    return { config, apiUrl, databaseUrl, temporal, client, models, close: () => tree.close() };
  } catch (error) {
    await tree.close();
    throw error;
  }
}

/** The person's own servers are never touched; only where programs are found is taken over. */
async function environment(dataDirectory: string): Promise<NodeJS.ProcessEnv> {
  return {
    ...binariesOf(process.env),
    DSAP_DATA_DIR: dataDirectory,
    DSAP_PORT: String(await freePort()),
    DSAP_LOG_LEVEL: 'error',
  };
}

/** The variables that say where programs and bundles are. */
export function binariesOf(env: NodeJS.ProcessEnv): NodeJS.ProcessEnv {
  const names = ['PATH', 'HOME', 'XDG_CACHE_HOME', 'DSAP_CACHE_DIR', 'DSAP_TEMPORAL_CLI'];
  return Object.fromEntries(names.flatMap((name) => (env[name] === undefined ? [] : [[name, env[name]]])));
}

/** Parts that are closed in reverse order. */
function createTree(): Tree & { close(): Promise<void> } {
  const closers: (() => Promise<unknown>)[] = [];
  return {
    async start<Started extends Part>(
      _name: string,
      begin: (stopping: AbortSignal) => Promise<Started>,
    ): Promise<Started> {
      const part = await begin(new AbortController().signal);
      closers.unshift(() => part.close());
      return part;
    },
    print: () => undefined,
    close: () => closeAll(closers),
  };
}
