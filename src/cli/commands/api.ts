import { islandFiles } from '../../platform/island-files.ts';
import { choosePort } from '../../platform/ports.ts';
import type { Tree } from '../lifecycle.ts';
import { openDatabase, openTemporal } from '../start/servers.ts';
import { startParts } from '../start/start-parts.ts';
import type { DevOptions } from './dev.ts';

/** The API alone, against a database and a Temporal server that run already (running 2). */
export async function startApiProcess(
  tree: Tree,
  { config: settings, logger, composition }: DevOptions,
): Promise<void> {
  const parts = await startParts(tree, settings);
  const islands = islandFiles({ cacheDirectory: settings.cacheDirectory, warn: (line) => logger.warn(line) });
  const [databaseUrl, temporal] = await Promise.all([openDatabase(tree, settings), openTemporal(tree, settings)]);
  const { port, portByHand: byHand, host } = settings;
  const config = { ...settings, port: await choosePort({ port, byHand, variable: 'DSAP_PORT', host }, tree.print) };
  await tree.start(
    'API',
    () => composition.startApi({ config, databaseUrl, temporal, logger, parts, islands }),
    ({ url }) => url,
  );
}
