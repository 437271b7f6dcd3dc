import { readdirSync, readFileSync } from 'node:fs';
import { setPriority } from 'node:os';

/** How far what is made ready stands back behind what is at work. */
const BACK = 10;
const USUAL = 0;

/** The bit of CAP_SYS_NICE. */
const MAY_RAISE = 1n << 23n;

let mayRaise: boolean | undefined;

/** Lets a process yield to others until `hurry`; only where that can be taken back, which takes a right of its own on Linux. */
export function yieldToOthers(pid: number): void {
  mayRaise ??= readMayRaise();
  if (mayRaise) tryPriority(pid, BACK);
}

/** As every process, with all its threads, each of which has a priority of its own. */
export function hurry(pids: readonly number[]): void {
  if (!mayRaise) return;
  for (const pid of pids) for (const thread of threadsOf(pid)) tryPriority(thread, USUAL);
}

function readMayRaise(): boolean {
  try {
    const rights = /^CapEff:\s*([0-9a-f]+)$/m.exec(readFileSync('/proc/self/status', 'utf8'))?.[1];
    return rights !== undefined && (BigInt(`0x${rights}`) & MAY_RAISE) !== 0n;
  } catch {
    return false;
  }
}

function threadsOf(pid: number): readonly number[] {
  try {
    return readdirSync(`/proc/${pid}/task`).map(Number);
  } catch {
    return [];
  }
}

/** One that has ended needs none. */
function tryPriority(id: number, priority: number): void {
  try {
    setPriority(id, priority);
  } catch {}
}
