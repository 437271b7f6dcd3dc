import { setTimeout as wait } from 'node:timers/promises';
import { family, marked, type ProcessRow } from './process-table.ts';

/** A process that leads its group, and all that descend from it, also those that have left the group since they were first seen. */
export interface ProcessTree {
  /** Those that live now. */
  look(): Promise<readonly ProcessRow[]>;
  /**
   * Kills them all and resolves when none is left; rejects when one cannot be killed. They are stopped first, until no new one
   * turns up: a killed parent would hide its youngest children.
   */
  end(): Promise<void>;
}

/**
 * `mark` is a text of its environment by which also those are found that slipped away between two looks, with a session and a parent
 * of their own. Where the sandbox has a namespace of processes none can, and none is needed.
 */
export function processTree(root: number, mark?: string): ProcessTree {
  const known = new Map<number, string | undefined>([[root, undefined]]);

  async function look(): Promise<readonly ProcessRow[]> {
    const before = [...known.keys()];
    const rows = await family(known);
    for (const pid of before) known.delete(pid);
    for (const { pid, started } of rows) known.set(pid, started);
    return rows;
  }

  async function find(): Promise<readonly ProcessRow[]> {
    if (mark !== undefined) for (const { pid, started } of await marked(root, mark)) known.set(pid, started);
    return look();
  }

  // Whose pid it is must be known before another process can have it.
  look().catch(() => {});
  return { look, end: () => end(root, find) };
}

/** Milliseconds. */
const PATIENCE = 5_000;
const PAUSE = 2;

async function end(root: number, find: () => Promise<readonly ProcessRow[]>): Promise<void> {
  for (const deadline = Date.now() + PATIENCE; ; await wait(PAUSE)) {
    const rows = await stopAll(root, find);
    for (const pid of [...groupsOf(root, rows), ...rows.map((row) => row.pid)]) signal(pid, 'SIGKILL');
    if (rows.length === 0) return;
    if (Date.now() > deadline)
      throw new Error(`the processes ${rows.map(({ pid }) => pid).join(', ')} could not be killed`);
  }
}

const ROUNDS = 100;

/** A group is stopped at one stroke, also while its processes multiply; those that left it are stopped one by one. */
async function stopAll(root: number, find: () => Promise<readonly ProcessRow[]>): Promise<readonly ProcessRow[]> {
  const stopped = new Set<number>();
  let rows: readonly ProcessRow[] = [];
  for (let round = 0; round < ROUNDS; round++) {
    for (const pid of [...groupsOf(root, rows), ...rows.map((row) => row.pid)]) {
      if (!stopped.has(pid)) signal(pid, 'SIGSTOP');
      stopped.add(pid);
    }
    rows = await find();
    if (rows.every(({ pid }) => stopped.has(pid))) break;
  }
  return rows;
}

/** As signals want them: negative. All groups of a job are in sessions that it has made. */
function groupsOf(root: number, rows: readonly ProcessRow[]): Iterable<number> {
  return new Set([-root, ...rows.map(({ group }) => -group)]);
}

/** One that ended in between is as good as signalled; one that cannot be signalled is still there at the next look. */
function signal(pid: number, name: 'SIGSTOP' | 'SIGKILL'): void {
  try {
    process.kill(pid, name);
  } catch {}
}
