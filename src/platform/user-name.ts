import { execFile } from 'node:child_process';
import { promisify } from 'node:util';
import { childEnvironment } from './child-environment.ts';

const run = promisify(execFile);

/** How a person knows a user of the machine: by name, else by number. */
export async function userName(uid: number): Promise<string> {
  return run('id', ['-un', String(uid)], { env: childEnvironment(process.env) }).then(
    ({ stdout }) => stdout.trim(),
    () => `user ${uid}`,
  );
}
