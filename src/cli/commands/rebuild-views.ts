import { createStore } from '../../store/postgres-store.ts';
import { rebuildViews } from '../../stories/rebuild.ts';
import type { Tree } from '../lifecycle.ts';
import { openDatabase } from '../start/servers.ts';
import type { DevOptions } from './dev.ts';

/** `dsap rebuild-views`: what is told of runs is folded anew from their logs, in the database of the settings or the embedded one. */
export async function rebuild(
  tree: Tree,
  { config, logger }: DevOptions,
  show: (line: string) => void,
): Promise<number> {
  const databaseUrl = await openDatabase(tree, config);
  const store = await createStore({ databaseUrl, logger });
  try {
    const count = await rebuildViews(store.tellings, (line) => show(`rebuild-views: ${line}`));
    show(`rebuild-views: ${count} ${count === 1 ? 'run is' : 'runs are'} told anew`);
    return 0;
  } finally {
    await store.close();
  }
}
