import { execFile } from 'node:child_process';
import { mkdtemp, readFile, rm, symlink } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { promisify } from 'node:util';
import { HERE } from './here.ts';

const execute = promisify(execFile);

/** A checkout of another commit that can be run. */
export interface Before {
  readonly root: string;
  readonly commit: string;
  /** Leaves nothing behind. */
  close(): Promise<void>;
}

/**
 * Checks out a commit of the checkout `here`, which is ours when left out. Its packages are ours where both lock the same ones, else they are
 * installed. Throws when there is no such commit; what was made until then is removed, also when `signal` says stop.
 */
export async function openBefore(ref: string, signal: AbortSignal, here = HERE): Promise<Before> {
  const git = async (...args: readonly string[]) => (await execute('git', ['-C', here, ...args])).stdout.trim();
  const commit = await git('rev-parse', '--verify', '--short', `${ref}^{commit}`).catch((cause: unknown) => {
    throw new Error(`--before: git knows no commit ${JSON.stringify(ref)} here.`, { cause });
  });
  const folder = await mkdtemp(path.join(tmpdir(), 'dsap-bench-before-'));
  const root = path.join(folder, 'checkout');
  const close = async () => {
    await git('worktree', 'remove', '--force', root).catch(() => undefined);
    await rm(folder, { recursive: true, force: true });
    await git('worktree', 'prune');
  };
  try {
    await git('worktree', 'add', '--detach', root, commit);
    signal.throwIfAborted();
    await bringPackages(root, here, signal);
    return { root, commit, close };
  } catch (error) {
    await close();
    throw error;
  }
}

async function bringPackages(root: string, here: string, signal: AbortSignal): Promise<void> {
  const locked = (folder: string) => readFile(path.join(folder, 'package-lock.json'), 'utf8');
  if ((await locked(root)) === (await locked(here))) {
    await symlink(path.join(here, 'node_modules'), path.join(root, 'node_modules'));
    return;
  }
  await execute('npm', ['ci', '--no-audit', '--no-fund'], { cwd: root, signal, maxBuffer: 64 * 1024 * 1024 });
}
