import { processTree, programOf, statOf } from './process-tree.ts';

/** Processor time in milliseconds by program, of processes that ended and were waited for too. */
export type ProcessorTime = Readonly<Record<string, number>>;

/** Of a tree of processes, since each began. Throws where there is no /proc. */
async function processorTimeOf(root: number): Promise<ProcessorTime> {
  if (process.platform !== 'linux') throw new Error('Processor time of other processes needs /proc.');
  const times: Record<string, number> = {};
  for (const pid of await processTree(root)) {
    const [program, stat] = await Promise.all([programOf(pid), statOf(pid)]);
    times[program] = (times[program] ?? 0) + ticksOf(stat) * TICK;
  }
  return times;
}

/** What `use` takes of a tree's processors. */
export async function processorTimeIn(root: number, use: () => Promise<unknown>): Promise<ProcessorTime> {
  const before = await processorTimeOf(root);
  await use();
  const after = await processorTimeOf(root);
  return Object.fromEntries(Object.entries(after).map(([program, time]) => [program, time - (before[program] ?? 0)]));
}

export function totalOf(time: ProcessorTime): number {
  return Object.values(time).reduce((sum, each) => sum + each, 0);
}

/** Of user and system, its own and of children it has waited for. */
function ticksOf(stat: readonly string[]): number {
  return stat.slice(UTIME, UTIME + 4).reduce((sum, ticks) => sum + Number(ticks), 0);
}

/** Its place after the name; stime, cutime and cstime follow. */
const UTIME = 11;
/** Milliseconds; Linux tells its users hundredths of a second, whatever it counts in. */
const TICK = 10;
