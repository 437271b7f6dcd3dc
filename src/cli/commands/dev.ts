import type { Logger } from 'pino';
import type { Config } from '../../config/settings.ts';
import { holdDataDirectory } from '../../platform/data-directory.ts';
import { islandFiles } from '../../platform/island-files.ts';
import { choosePort, onFreePorts } from '../../platform/ports.ts';
import { workflowBundle } from '../../platform/workflow-bundle.ts';
import type { Tree } from '../lifecycle.ts';
import type { ApiSurroundings, Composition, RunningApi } from '../start/composition.ts';
import { publishOwnWorkflows } from '../start/own-workflows.ts';
import { queuesTold } from '../start/queues-told.ts';
import { openDatabase, openTemporal } from '../start/servers.ts';
import { startParts } from '../start/start-parts.ts';
import { startSandboxes } from '../start/start-sandboxes.ts';
import { untilReady } from '../start/until-ready.ts';

export interface DevOptions {
  readonly config: Config;
  readonly logger: Logger;
  readonly composition: Composition;
}

/** Where a whole service can be reached. */
export interface DevService {
  readonly apiUrl: string;
  readonly uiUrl: string | undefined;
  readonly namespace: string;
}

/** Brings up everything in this process tree (running 2): what the settings name is used, the rest is embedded. */
export async function startDev(tree: Tree, { config: settings, logger, composition }: DevOptions): Promise<DevService> {
  await holdData(tree, settings);
  const chosen = await apiPort(settings, tree.print);
  const config = { ...settings, port: chosen };
  const parts = await startParts(tree, config);
  const islands = islandFiles({ cacheDirectory: config.cacheDirectory, warn: (line) => logger.warn(line) });
  const [databaseUrl, temporal, bundle, sandboxes] = await Promise.all([
    openDatabase(tree, config),
    openTemporal(tree, config),
    workflowBundle({ cacheDirectory: config.cacheDirectory, log: (line) => logger.warn(line) }),
    startSandboxes(tree, config, logger),
  ]);
  const surroundings = { config, databaseUrl, temporal, logger, parts };
  // The simulated models are the API's: it comes up before the calls that may need them, and goes after them.
  const api = await tree.start(
    'API',
    () => startApi(tree, composition, { ...surroundings, islands }),
    ({ url }) => url,
  );
  const simUrl = config.enableSim ? (config.simUrl ?? api.url) : undefined;
  await tree.start(
    'worker',
    () => composition.startWorkers({ ...surroundings, simUrl, bundle, sandboxes, queues: 'all' }),
    (worker) => queuesTold(worker, 'all'),
  );
  await untilReady(api.url);
  await publishOwnWorkflows(tree, config, api.url);
  return { apiUrl: api.url, uiUrl: temporal.uiUrl, namespace: temporal.namespace };
}

async function holdData(tree: Tree, { dataDirectory, databaseUrl, temporal }: Config): Promise<void> {
  if (databaseUrl && temporal.external) return;
  await tree.start(
    'data directory',
    async () => {
      const held = await holdDataDirectory(dataDirectory);
      return { path: held.path, close: () => held.release() };
    },
    (held) => held.path,
  );
}

/** On the port that was chosen, or on another one where somebody has taken it since. */
async function startApi(tree: Tree, composition: Composition, surroundings: ApiSurroundings): Promise<RunningApi> {
  let { config } = surroundings;
  return onFreePorts(async () => {
    config = { ...config, port: await apiPort(config, tree.print) };
    return composition.startApi({ ...surroundings, config });
  });
}

async function apiPort({ port, portByHand, host }: Config, tell: (line: string) => void): Promise<number> {
  return choosePort({ port, byHand: portByHand, variable: 'DSAP_PORT', host }, tell);
}
