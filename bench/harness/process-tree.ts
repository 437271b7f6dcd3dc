import { readdir, readFile } from 'node:fs/promises';

/** Ids of a process and of everything it started that still runs. Needs Linux's /proc; the process alone without it. */
export async function processTree(root: number): Promise<readonly number[]> {
  if (process.platform !== 'linux') return [root];
  const pids = (await readdir('/proc')).map(Number).filter((pid) => pid > 0);
  const parents = new Map(await Promise.all(pids.map(async (pid) => [pid, await parentOf(pid)] as const)));
  const found = [root];
  for (const pid of found) found.push(...pids.filter((other) => parents.get(other) === pid));
  return found;
}

async function parentOf(pid: number): Promise<number> {
  return Number((await statOf(pid))[1]);
}

/** What `/proc/<pid>/stat` says after the name, which stands in brackets and may hold anything; empty when the process has ended. */
export async function statOf(pid: number): Promise<readonly string[]> {
  const stat = await readFile(`/proc/${pid}/stat`, 'utf8').catch(() => '');
  return stat.slice(stat.lastIndexOf(')') + 2).split(' ');
}

/** Which of the programs of a service a process runs, by its short name. */
export async function programOf(pid: number): Promise<string> {
  const name = (await readFile(`/proc/${pid}/comm`, 'utf8').catch(() => '')).trim();
  if (name.startsWith('temporal')) return 'Temporal server';
  if (name === 'postgres') return 'PostgreSQL';
  return name === 'sh' ? 'keepers (sh)' : 'dsap';
}
