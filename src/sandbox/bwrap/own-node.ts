import { chmod, copyFile, stat } from 'node:fs/promises';
import path from 'node:path';
import { type Account, accountCan } from '../../platform/server-account.ts';
import { cacheFor } from '../../platform/shared-cache.ts';
import { makeWhole } from '../../platform/whole-file.ts';

/**
 * The Node that runs us, where the sandbox's account can read it: in place, or copied to a cache folder when the clone lies in a folder
 * that the account cannot enter (R82).
 */
export async function ownNode(
  account: Account | undefined,
  cacheDirectory: string,
  file = process.execPath,
): Promise<string> {
  if (!account || (await accountCan(account, '-x', file))) return file;
  const name = `node-${process.version}-${process.platform}-${process.arch}`;
  const copy = path.join(await cacheFor(account, cacheDirectory), name);
  if (await isSame(copy, file)) return copy;
  await makeWhole(copy, async (draft) => {
    await copyFile(file, draft);
    await chmod(draft, 0o755);
  });
  return copy;
}

async function isSame(copy: string, file: string): Promise<boolean> {
  const [one, other] = await Promise.all([copy, file].map((it) => stat(it).catch(() => undefined)));
  return one !== undefined && one.size === other?.size;
}
