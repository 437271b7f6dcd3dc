import { chmod, mkdir } from 'node:fs/promises';
import path from 'node:path';
import { type Account, accountCan } from './server-account.ts';

const MACHINE_WIDE = process.platform === 'darwin' ? '/Library/Caches/dsap' : '/var/cache/dsap';

/**
 * The cache folder that the account can enter: the user's own where it can, else one of the machine's. Only root has an account,
 * so the machine's folder can be made (R82).
 */
export async function cacheFor(account: Account | undefined, cacheDirectory: string): Promise<string> {
  await mkdir(cacheDirectory, { recursive: true });
  if (!account || (await accountCan(account, '-x', path.resolve(cacheDirectory)))) return path.resolve(cacheDirectory);
  await mkdir(MACHINE_WIDE, { recursive: true });
  await chmod(MACHINE_WIDE, 0o755);
  return MACHINE_WIDE;
}
