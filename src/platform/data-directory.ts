import { chmod, chown, mkdir, readdir, stat } from 'node:fs/promises';
import { userInfo } from 'node:os';
import path from 'node:path';
import { errorCode } from './error-code.ts';
import { type Holder, takeLock } from './lock-file.ts';
import { serverAccount } from './server-account.ts';
import { userName } from './user-name.ts';

/** The data directory of the embedded servers, held by this process alone (running 2). */
export interface DataDirectory {
  readonly path: string;
  release(): Promise<void>;
}

/** Another process that is alive holds the directory. */
export class DataDirectoryHeld extends Error {
  override readonly name = 'DataDirectoryHeld';
  readonly holder: Holder;
  constructor(directory: string, holder: Holder) {
    super(
      `The data directory ${directory} is in use by process ${holder.pid} since ${holder.since}. ` +
        'Stop that process, or set DSAP_DATA_DIR to another directory.',
    );
    this.holder = holder;
  }
}

/** The directory cannot be made or written to by the user who runs this. */
class DataDirectoryClosed extends Error {
  override readonly name = 'DataDirectoryClosed';
}

/**
 * Creates the directory where needed, for its owner alone. What a killed process left held is taken over. Throws `DataDirectoryHeld`,
 * and `DataDirectoryClosed` when it is not ours to write in.
 */
export async function holdDataDirectory(directory: string): Promise<DataDirectory> {
  const absolute = path.resolve(directory);
  try {
    await mkdir(absolute, { recursive: true, mode: 0o700 });
    await closeToOthers(absolute);
    const lock = await takeLock(path.join(absolute, 'lock'));
    if (lock.kind === 'taken') throw new DataDirectoryHeld(absolute, lock.holder);
    return { path: absolute, release: () => lock.release() };
  } catch (error) {
    throw NOT_OURS.includes(errorCode(error)) ? await closed(absolute, error) : error;
  }
}

const NOT_OURS: readonly unknown[] = ['EACCES', 'EPERM', 'EROFS'];

async function closed(directory: string, cause: unknown): Promise<DataDirectoryClosed> {
  const { file, uid } = await nearest(directory);
  const owner = await userName(uid);
  const where = file === directory ? '' : `lies in ${file}, which `;
  const what = errorCode(cause) === 'EROFS' ? 'is on a file system that is read-only and ' : '';
  const problem = `${where}${what}belongs to ${owner}`;
  return new DataDirectoryClosed(
    `The data directory ${directory} ${problem}, and this process runs as ${nameOfUs()}, who may not write there. ` +
      `Start dsap as ${owner}, or set DSAP_DATA_DIR to a directory of your own.`,
    { cause },
  );
}

/** The directory, or the nearest one above it that we can see, and its owner. */
async function nearest(directory: string): Promise<{ readonly file: string; readonly uid: number }> {
  const found = await stat(directory).catch(() => undefined);
  const above = path.dirname(directory);
  return found || above === directory ? { file: directory, uid: found?.uid ?? 0 } : nearest(above);
}

function nameOfUs(): string {
  try {
    return userInfo().username;
  } catch {
    return `user ${process.geteuid?.()}`;
  }
}

/** What dsap puts there. */
const OURS = /^(lock|temporal\.db|postgres|spool)([.-].*)?$/;

/**
 * No other user of the machine reads it, nor one that an earlier version has left open. The account of an embedded PostgreSQL, where it
 * is another one than ours (R82), may pass through, but not look about. A folder that holds other things too was somebody's before.
 */
async function closeToOthers(directory: string): Promise<void> {
  const us = process.geteuid?.();
  const { uid } = await stat(directory);
  if (us !== 0 && us !== uid) return;
  if ((await readdir(directory)).some((name) => !OURS.test(name))) return;
  const account = await serverAccount().catch(() => undefined);
  if (account) await chown(directory, uid, account.gid);
  await chmod(directory, account ? 0o710 : 0o700);
}
