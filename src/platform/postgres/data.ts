import { execFile } from 'node:child_process';
import { createHash, randomBytes } from 'node:crypto';
import { chmod, chown, mkdir, readFile, rename, rm, stat, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { promisify } from 'node:util';
import { errorCode } from '../error-code.ts';
import { type Account, accountCan } from '../server-account.ts';
import { cacheFor } from '../shared-cache.ts';
import type { PostgresBinaries } from './binaries.ts';

const run = promisify(execFile);

/** A cluster's data, where its account can enter it, and the password of its superuser. */
export interface PostgresData {
  readonly directory: string;
  readonly password: string;
  /** Who runs it: the owner of data that is there, else whom `serverAccount` names. */
  readonly account: Account | undefined;
}

/** Where the data of a directory lies: in it, or in a cache folder that the account can enter (R82). The same answer every time. */
export async function placeData(
  directory: string,
  account: Account | undefined,
  cacheDirectory: string,
): Promise<string> {
  const wanted = path.resolve(directory);
  if (!account) return wanted;
  await mkdir(path.dirname(wanted), { recursive: true });
  if (await accountCan(account, '-x', path.dirname(wanted))) return wanted;
  const name = createHash('sha256').update(wanted).digest('hex').slice(0, 16);
  const elsewhere = path.join(await cacheFor(account, cacheDirectory), 'data', name);
  await mkdir(path.dirname(elsewhere), { recursive: true });
  await chmod(path.dirname(elsewhere), 0o755);
  return elsewhere;
}

/** Initialises the cluster unless it is there. An interrupted initialisation leaves nothing that is taken for a cluster. */
export async function ensureCluster(
  directory: string,
  binaries: PostgresBinaries,
  account: Account | undefined,
): Promise<PostgresData> {
  const passwordFile = `${directory}.password`;
  const existing = await ownerOf(directory);
  if (!existing) await initialise(directory, passwordFile, binaries, account);
  const owner = existing && account && existing.uid !== 0 ? existing : account;
  return { directory, password: (await readFile(passwordFile, 'utf8')).trim(), account: owner };
}

/** Undefined when there is no cluster yet. */
async function ownerOf(directory: string): Promise<Account | undefined> {
  try {
    const { uid, gid } = await stat(path.join(directory, 'PG_VERSION'));
    return { uid, gid };
  } catch (cause) {
    if (errorCode(cause) === 'ENOENT') return undefined;
    throw new Error(
      `The database in ${directory} belongs to another user. Start dsap as that user, or set DSAP_DATA_DIR.`,
      {
        cause,
      },
    );
  }
}

async function initialise(
  directory: string,
  passwordFile: string,
  binaries: PostgresBinaries,
  account: Account | undefined,
): Promise<void> {
  const draft = `${directory}.new`;
  await rm(draft, { recursive: true, force: true });
  await mkdir(draft, { recursive: true, mode: 0o700 });
  await writeFile(passwordFile, `${randomBytes(24).toString('hex')}\n`, { mode: 0o600 });
  if (account) for (const file of [draft, passwordFile]) await chown(file, account.uid, account.gid);
  await run(binaries.initdb, initialisation(draft, passwordFile), {
    ...account,
    cwd: '/',
    env: { PATH: '/usr/bin:/bin' },
  });
  await rename(draft, directory);
}

function initialisation(directory: string, passwordFile: string): readonly string[] {
  return [
    `--pgdata=${directory}`,
    '--auth=scram-sha-256',
    `--pwfile=${passwordFile}`,
    '--username=postgres',
    '--encoding=UTF8',
    '--locale=C',
    '--no-sync',
    '--no-instructions',
  ];
}
