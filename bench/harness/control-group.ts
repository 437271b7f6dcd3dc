import { mkdirSync, readFileSync, rmdirSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { processorTimeIn, totalOf } from './process-time.ts';

/** Processor time of this process and of all that it starts, also of what was killed and of what nobody waited for. */
export interface ProcessorClock {
  /** Milliseconds that `use` took, and all that ran meanwhile. */
  during(use: () => Promise<unknown>): Promise<number>;
  /** Whoever ends has let go of what it measured by. */
  close(): void;
}

/** Where control groups count processor time, the older kind and the newer one, and how many of its units are a millisecond. */
const COUNTERS = [
  { root: '/sys/fs/cgroup/cpuacct', usage: 'cpuacct.usage', value: /^(\d+)/, perMillisecond: 1e6 },
  { root: '/sys/fs/cgroup', usage: 'cpu.stat', value: /^usage_usec (\d+)/m, perMillisecond: 1e3 },
] as const;

/** By a control group of its own where one may be made, else by what `/proc` tells, which misses whoever was killed and not waited for. */
export function processorClock(): ProcessorClock {
  for (const counter of COUNTERS) {
    try {
      return groupClock(counter);
    } catch {
      // The next one, or `/proc`.
    }
  }
  return { during: async (use) => totalOf(await processorTimeIn(process.pid, use)), close() {} };
}

function groupClock({ root, usage, value, perMillisecond }: (typeof COUNTERS)[number]): ProcessorClock {
  const group = path.join(root, `dsap-bench-${process.pid}`);
  const read = (): number => {
    const found = value.exec(readFileSync(path.join(group, usage), 'latin1'))?.[1];
    if (found === undefined) throw new Error(`${usage} of ${group} tells no processor time.`);
    return Number(found) / perMillisecond;
  };
  mkdirSync(group);
  try {
    read();
    join(group);
  } catch (error) {
    rmdirSync(group);
    throw error;
  }
  return {
    async during(use) {
      const before = read();
      await use();
      return read() - before;
    },
    close() {
      join(root);
      try {
        rmdirSync(group);
      } catch {
        // Something that is being taken down is still in it; it is empty then.
      }
    },
  };
}

function join(group: string): void {
  writeFileSync(path.join(group, 'cgroup.procs'), String(process.pid));
}
