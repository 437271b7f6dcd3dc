import { lstat, readlink } from 'node:fs/promises';

const TOP = ['/bin', '/sbin', '/lib', '/lib32', '/lib64', '/libx32'] as const;

/** What a linker and a shell look up beside the library tree. Neither users nor keys of the host are in it. */
const TABLES = ['/etc/ld.so.cache', '/etc/alternatives'] as const;

/** The programs and libraries of the host, read-only, as arguments of bubblewrap. Nothing else of the host is seen. */
export async function systemTree(): Promise<readonly string[]> {
  const top = await Promise.all(TOP.map(place));
  return ['--ro-bind', '/usr', '/usr', ...top.flat(), ...TABLES.flatMap((table) => ['--ro-bind-try', table, table])];
}

/** Most systems have links into /usr at the top; a folder is a folder of its own, and what is not there is left out. */
async function place(directory: string): Promise<readonly string[]> {
  const found = await lstat(directory).catch(() => undefined);
  if (!found) return [];
  if (!found.isSymbolicLink()) return ['--ro-bind', directory, directory];
  return ['--symlink', await readlink(directory), directory];
}
