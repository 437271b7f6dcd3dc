import { workflowBundle } from '../../platform/workflow-bundle.ts';
import { NO_SANDBOXES } from '../../sandbox/sandboxes.ts';
import type { Tree } from '../lifecycle.ts';
import type { GuardSurroundings, WorkerSurroundings } from '../start/composition.ts';
import { ownUrl } from '../start/own-url.ts';
import { queuesTold } from '../start/queues-told.ts';
import { openApi, openDatabase, openTemporal } from '../start/servers.ts';
import { startParts } from '../start/start-parts.ts';
import { startSandboxes } from '../start/start-sandboxes.ts';
import { untilAnswered } from '../start/until-answered.ts';
import type { DevOptions } from './dev.ts';

/** A worker alone: of every task queue, or of all but the guards', where a process of its own judges. */
export async function startWorkerProcess(
  tree: Tree,
  options: DevOptions & Pick<WorkerSurroundings, 'queues'>,
): Promise<void> {
  const { config, logger, composition, queues } = options;
  const { cacheDirectory, enableSim } = config;
  const parts = await startParts(tree, config);
  const [databaseUrl, temporal, bundle, sandboxes] = await Promise.all([
    openDatabase(tree, config, { patient: true }),
    openTemporal(tree, config),
    workflowBundle({ cacheDirectory, log: (line) => logger.warn(line) }),
    queues === 'all' ? startSandboxes(tree, config, logger) : NO_SANDBOXES,
  ]);
  const simUrl = enableSim ? (config.simUrl ?? ownUrl(config)) : undefined;
  const surroundings = { config, databaseUrl, temporal, logger, simUrl, bundle, sandboxes, queues, parts };
  await tree.start(
    'worker',
    (stopping) => untilAnswered(() => composition.startWorkers(surroundings), tree.print, stopping),
    (worker) => queuesTold(worker, queues),
  );
}

/** A worker of the guards' queue, which runs foreign code: without the database and without a key (running 3). */
export async function startGuardProcess(tree: Tree, { config, logger, composition }: DevOptions): Promise<void> {
  const parts = await startParts(tree, config);
  const [apiUrl, temporal, sandboxes] = await Promise.all([
    openApi(tree, config),
    openTemporal(tree, config),
    startSandboxes(tree, config, logger),
  ]);
  const surroundings: GuardSurroundings = { config, apiUrl, temporal, logger, sandboxes, parts };
  await tree.start(
    'worker',
    () => composition.startGuardWorker(surroundings),
    (worker) => queuesTold(worker, 'guards'),
  );
}
