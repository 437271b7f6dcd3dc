import { readdir, readFile } from 'node:fs/promises';

/** Memory of the processes of one program in a tree, in MiB. PSS shares out what processes have in common, so sums are honest. */
export interface ProgramMemory {
  readonly program: string;
  readonly processes: number;
  readonly rss: number;
  readonly pss: number;
}

interface ProcessMemory {
  readonly program: string;
  readonly rss: number;
  readonly pss: number;
}

/** Of a process and everything it started, by program. Needs Linux's /proc; answers nothing without it. */
export async function memoryOfTree(root: number): Promise<readonly ProgramMemory[]> {
  if (process.platform !== 'linux') return [];
  const found = await Promise.all((await tree(root)).map(memoryOf));
  const byProgram = Map.groupBy(
    found.filter((memory) => memory !== undefined),
    ({ program }) => program,
  );
  return [...byProgram].map(([program, processes]) => ({
    program,
    processes: processes.length,
    rss: sum(processes.map(({ rss }) => rss)),
    pss: sum(processes.map(({ pss }) => pss)),
  }));
}

async function tree(root: number): Promise<readonly number[]> {
  const pids = (await readdir('/proc')).map(Number).filter((pid) => pid > 0);
  const parents = new Map(await Promise.all(pids.map(async (pid) => [pid, await parentOf(pid)] as const)));
  const found = [root];
  for (const pid of found) found.push(...pids.filter((other) => parents.get(other) === pid));
  return found;
}

/** The second word after the name, which stands in brackets and may hold anything. */
async function parentOf(pid: number): Promise<number> {
  const stat = await readFile(`/proc/${pid}/stat`, 'utf8').catch(() => '');
  return Number(stat.slice(stat.lastIndexOf(')') + 2).split(' ')[1]);
}

/** Undefined when the process has ended meanwhile. */
async function memoryOf(pid: number): Promise<ProcessMemory | undefined> {
  try {
    const [name, rollup] = await Promise.all([
      readFile(`/proc/${pid}/comm`, 'utf8'),
      readFile(`/proc/${pid}/smaps_rollup`, 'utf8'),
    ]);
    const mebibytes = (field: string) => Number(new RegExp(`^${field}: +(\\d+)`, 'm').exec(rollup)?.[1]) / 1024;
    return { program: programOf(name.trim()), rss: mebibytes('Rss'), pss: mebibytes('Pss') };
  } catch {
    return undefined;
  }
}

function programOf(name: string): string {
  if (name.startsWith('temporal')) return 'Temporal server';
  if (name === 'postgres') return 'PostgreSQL';
  return name === 'sh' ? 'keepers (sh)' : 'dsap';
}

function sum(values: readonly number[]): number {
  return values.reduce((total, value) => total + value, 0);
}
