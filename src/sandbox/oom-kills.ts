import { readFileSync } from 'node:fs';

/** How many processes the kernel has ended for want of memory, on the whole machine; undefined where it does not say. */
export function oomKills(): number | undefined {
  try {
    const count = /^oom_kill (\d+)$/m.exec(readFileSync('/proc/vmstat', 'utf8'));
    return count === null ? undefined : Number(count[1]);
  } catch {
    return undefined;
  }
}
