import type { Logger } from 'pino';
import type { Config } from '../../config/settings.ts';
import { describeCapabilities } from '../../model/isolation.ts';
import { openSandboxes } from '../../sandbox/open.ts';
import type { Sandboxes } from '../../sandbox/sandboxes.ts';
import type { Tree } from '../lifecycle.ts';
import { measurePools } from './measure-pools.ts';

/** Where the guards of this process run code: what the settings name, is there and has passed its self-test. */
export function startSandboxes(
  tree: Pick<Tree, 'start'>,
  { sandbox, cacheDirectory }: Config,
  logger: Logger,
): Promise<Sandboxes> {
  const settings = { ...sandbox, cacheDirectory, warn: (line: string) => logger.warn(line) };
  return tree.start(
    'sandboxes',
    async () => {
      const sandboxes = await openSandboxes(settings);
      measurePools(sandboxes);
      return sandboxes;
    },
    ({ capabilities }) => describeCapabilities(capabilities),
  );
}
