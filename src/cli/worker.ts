import { workflowBundle } from '../platform/workflow-bundle.ts';
import type { DevOptions } from './dev.ts';
import type { Tree } from './lifecycle.ts';
import { ownUrl } from './own-url.ts';
import { openDatabase, openTemporal } from './servers.ts';
import { startParts } from './start-parts.ts';
import { startSandboxes } from './start-sandboxes.ts';

export interface WorkerProcessOptions extends DevOptions {
  readonly queues: 'all' | 'guards';
}

/** A worker alone: of every task queue, or of the guards', which run foreign code and may want a machine of their own (running 3). */
export async function startWorkerProcess(tree: Tree, options: WorkerProcessOptions): Promise<void> {
  const { config, logger, composition, queues } = options;
  const { cacheDirectory, enableSim, taskQueue } = config;
  const parts = await startParts(tree, config);
  const [databaseUrl, temporal, bundle, sandboxes] = await Promise.all([
    openDatabase(tree, config),
    openTemporal(tree, config),
    queues === 'all' ? workflowBundle({ cacheDirectory, log: (line) => logger.warn(line) }) : undefined,
    startSandboxes(tree, config, logger),
  ]);
  const simUrl = enableSim ? (config.simUrl ?? ownUrl(config)) : undefined;
  const surroundings = { config, databaseUrl, temporal, logger, simUrl, bundle, sandboxes, queues, parts };
  const served = queues === 'all' ? `task queues ${taskQueue}*` : `task queue ${taskQueue}-guard`;
  await tree.start(
    'worker',
    () => composition.startWorkers(surroundings),
    () => served,
  );
}
