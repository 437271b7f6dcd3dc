import { readFile } from 'node:fs/promises';
import { processTree, programOf } from './process-tree.ts';

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
  const found = await Promise.all((await processTree(root)).map(memoryOf));
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

/** Undefined when the process has ended meanwhile. */
async function memoryOf(pid: number): Promise<ProcessMemory | undefined> {
  try {
    const [program, rollup] = await Promise.all([programOf(pid), readFile(`/proc/${pid}/smaps_rollup`, 'utf8')]);
    const mebibytes = (field: string) => Number(new RegExp(`^${field}: +(\\d+)`, 'm').exec(rollup)?.[1]) / 1024;
    return { program, rss: mebibytes('Rss'), pss: mebibytes('Pss') };
  } catch {
    return undefined;
  }
}

function sum(values: readonly number[]): number {
  return values.reduce((total, value) => total + value, 0);
}
