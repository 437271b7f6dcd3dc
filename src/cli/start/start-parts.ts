import { statSync, unwatchFile, watchFile } from 'node:fs';
import { type LoadedParts, loadParts, ModuleRefused } from '../../authoring/load.ts';
import { createParts, NO_OWN_PARTS, type Parts } from '../../authoring/parts.ts';
import type { Config } from '../../config/settings.ts';
import { builtInGuardNames } from '../../guards/registry.ts';
import { messageOf } from '../../text/message-of.ts';
import type { Part, Tree } from '../lifecycle.ts';

/** Milliseconds between looks at the files of the module; polled, because editors replace files and folders alike. */
const LOOK = 500;

/**
 * The user's own parts (running 3, `DSAP_WORKER_MODULE`). In `dsap dev` they are read anew whenever a file of the module changes: calls
 * under way end with what they began with, and a module that cannot be used leaves the one before in force.
 */
export async function startParts(
  tree: Pick<Tree, 'start' | 'print'>,
  { workerModule, command }: Pick<Config, 'workerModule' | 'command'>,
): Promise<Parts> {
  if (workerModule === undefined) return NO_OWN_PARTS;
  const { parts } = await tree.start(
    'own parts',
    () => openParts(workerModule, command === 'dev', (line) => tree.print(line)),
    (open) => described(open.current()),
  );
  return parts;
}

interface OpenParts extends Part {
  readonly parts: Parts;
  current(): LoadedParts;
}

async function openParts(file: string, hot: boolean, print: (line: string) => void): Promise<OpenParts> {
  const taken = builtInGuardNames();
  let loaded = await loadParts(file, taken);
  let watched: readonly string[] = [];
  let lookOnce: NodeJS.Timeout | undefined;
  const unwatch = () => {
    clearTimeout(lookOnce);
    for (const one of watched) unwatchFile(one, reload);
    watched = [];
  };
  // A file that changes after it was read and before its watcher has looked at it first is no change to the watcher.
  const watch = (files: readonly string[], since: number) => {
    unwatch();
    watched = [...new Set(files)];
    for (const one of watched) watchFile(one, { interval: LOOK }, reload);
    lookOnce = setTimeout(() => watched.some((one) => isChanged(one, since)) && reload(), LOOK).unref();
  };
  function reload(): void {
    const since = Date.now();
    loadParts(file, taken).then(
      (next) => {
        loaded = next;
        if (watched.length > 0) watch(loaded.files, since);
        print(`own parts read anew: ${described(loaded)}`);
      },
      (error: unknown) => {
        if (watched.length > 0 && error instanceof ModuleRefused) watch([...loaded.files, ...error.files], since);
        print(`own parts stay as they were: ${messageOf(error)}`);
      },
    );
  }
  if (hot) watch(loaded.files, Date.now());
  return {
    parts: createParts(() => loaded),
    current: () => loaded,
    close: async () => unwatch(),
  };
}

/** Whether the file was written since then, in milliseconds of the clock; not one of the future, which would always be so. */
function isChanged(file: string, since: number): boolean {
  const { mtimeMs = 0 } = statSync(file, { throwIfNoEntry: false }) ?? {};
  return mtimeMs >= since && mtimeMs <= Date.now();
}

function described({ agents, guards, generators }: LoadedParts): string {
  const named = { agents, guards, generators };
  const lists = Object.entries(named).filter(([, list]) => list.length > 0);
  if (lists.length === 0) return 'none';
  return lists.map(([kind, list]) => `${kind} ${list.map(({ name }) => name).join(', ')}`).join(' · ');
}
