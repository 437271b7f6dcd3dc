import { execFile } from 'node:child_process';
import { promisify } from 'node:util';
import { childEnvironment } from './child-environment.ts';

const run = promisify(execFile);

/** Whom an embedded server runs as when we are root (R82). */
export interface Account {
  readonly uid: number;
  readonly gid: number;
}

/** Undefined when we are not root: then the servers run as ourselves. */
export async function serverAccount(): Promise<Account | undefined> {
  if (process.getuid?.() !== 0) return undefined;
  const account = (await accountNamed('postgres')) ?? (await accountNamed('nobody'));
  if (account) return account;
  throw new Error(
    'PostgreSQL does not run as root, and there is neither a user postgres nor a user nobody. ' +
      'Start dsap as another user, or set DATABASE_URL to a PostgreSQL of your own.',
  );
}

/** Whether the account reaches and may use a path as a test of the shell asks: `-x` (enter, execute), `-w` (write). */
export async function accountCan(account: Account, test: '-x' | '-w', file: string): Promise<boolean> {
  const asked = run('/bin/sh', ['-c', `test ${test} "$1"`, 'sh', file], {
    uid: account.uid,
    gid: account.gid,
    cwd: '/',
    env: childEnvironment(process.env),
  });
  return asked.then(
    () => true,
    () => false,
  );
}

async function accountNamed(name: string): Promise<Account | undefined> {
  try {
    const [uid, gid] = await Promise.all(
      ['-u', '-g'].map(async (flag) =>
        Number((await run('id', [flag, name], { env: childEnvironment(process.env) })).stdout),
      ),
    );
    return uid === undefined || gid === undefined ? undefined : { uid, gid };
  } catch {
    return undefined;
  }
}
