import { execFile } from 'node:child_process';
import { readdir, readFile, readlink } from 'node:fs/promises';
import { promisify } from 'node:util';
import { processIdentity } from '../../../src/platform/process-identity.ts';

const run = promisify(execFile);

export interface ProcessRow {
  readonly pid: number;
  readonly parent: number;
  /** Its command line, and on Linux its working directory: the processes of a PostgreSQL are known by that alone. */
  readonly about: string;
}

/** A process that was seen, so that another one with its pid is not taken for it. */
export interface Seen extends ProcessRow {
  readonly identity: string;
}

/** Every process of the machine. */
async function allProcesses(): Promise<readonly ProcessRow[]> {
  return process.platform === 'linux' ? fromProc() : fromPs();
}

/** A process and all that descend from it, at this moment. */
export async function treeOf(root: number): Promise<readonly Seen[]> {
  const rows = await allProcesses();
  const tree = rows.filter(({ pid }) => pid === root);
  for (const { pid } of tree) tree.push(...rows.filter(({ parent }) => parent === pid));
  const seen = tree.map(async (row) => ({ ...row, identity: (await processIdentity(row.pid)) ?? '' }));
  return (await Promise.all(seen)).filter(({ identity }) => identity !== '');
}

/** Those of the processes that still live. */
export async function survivors(tree: readonly Seen[]): Promise<readonly ProcessRow[]> {
  const alive = tree.map(async (row) => ((await processIdentity(row.pid)) === row.identity ? [row] : []));
  return (await Promise.all(alive)).flat();
}

/** Those of the machine whose command line, or on Linux working directory, holds the text. */
export async function mentioning(text: string): Promise<readonly ProcessRow[]> {
  return (await allProcesses()).filter(({ about }) => about.includes(text));
}

async function fromProc(): Promise<readonly ProcessRow[]> {
  const pids = (await readdir('/proc')).filter((name) => /^\d+$/.test(name)).map(Number);
  const rows = pids.map(async (pid) => {
    const [stat, command, directory] = await Promise.all([
      readFile(`/proc/${pid}/stat`, 'utf8').catch(() => ''),
      readFile(`/proc/${pid}/cmdline`, 'utf8').catch(() => ''),
      readlink(`/proc/${pid}/cwd`).catch(() => ''),
    ]);
    const [state, parent] = stat.slice(stat.lastIndexOf(')') + 2).split(' ');
    const about = `${command.replaceAll('\0', ' ')} (in ${directory})`;
    return state === undefined || parent === undefined || state === 'Z' ? [] : [{ pid, parent: Number(parent), about }];
  });
  return (await Promise.all(rows)).flat();
}

async function fromPs(): Promise<readonly ProcessRow[]> {
  const { stdout } = await run('ps', ['-axww', '-o', 'pid=,ppid=,command=']);
  return stdout.split('\n').flatMap((line) => {
    const [, pid, parent, about = ''] = /^\s*(\d+)\s+(\d+)\s+(.*)$/.exec(line) ?? [];
    return pid === undefined ? [] : [{ pid: Number(pid), parent: Number(parent), about }];
  });
}
