import { execFile } from 'node:child_process';
import { readFile } from 'node:fs/promises';
import { promisify } from 'node:util';
import { childEnvironment } from './child-environment.ts';

const run = promisify(execFile);
const SAFE = { env: childEnvironment(process.env) };

/**
 * A text that differs between two processes that get the same pid one after the other, also over a restart of the machine.
 * Undefined when no such process is alive; a zombie is not alive.
 */
export async function processIdentity(pid: number): Promise<string | undefined> {
  return process.platform === 'linux' ? fromProc(pid) : fromPs(pid);
}

/** The command line of a live process; empty when there is none. */
export async function processCommand(pid: number): Promise<string> {
  if (process.platform === 'linux') return readFile(`/proc/${pid}/cmdline`, 'utf8').catch(() => '');
  return run('ps', ['-ww', '-o', 'command=', '-p', String(pid)], SAFE).then(
    ({ stdout }) => stdout,
    () => '',
  );
}

/** The command's name follows the pid in parentheses and may itself hold anything, so fields are counted from the last one. */
async function fromProc(pid: number): Promise<string | undefined> {
  const stat = await readFile(`/proc/${pid}/stat`, 'utf8').catch(() => undefined);
  const fields = stat?.slice(stat.lastIndexOf(')') + 2).split(' ');
  const [state, threads, ticks] = [fields?.[0], Number(fields?.[17]), fields?.[19]];
  // A process whose first thread has ended still holds its files and ports for as long as it has another.
  if (!ticks || state === 'X' || (state === 'Z' && threads < 2)) return undefined;
  const boot = await readFile('/proc/sys/kernel/random/boot_id', 'utf8').catch(() => '');
  return `${boot.trim()}/${ticks}`;
}

async function fromPs(pid: number): Promise<string | undefined> {
  const answer = await run('ps', ['-o', 'stat=,lstart=', '-p', String(pid)], SAFE).catch(() => undefined);
  const [state, ...started] = answer?.stdout.trim().split(/\s+/) ?? [];
  return !state || state.startsWith('Z') ? undefined : started.join(' ');
}
