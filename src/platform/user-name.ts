import { execFile } from 'node:child_process';
import { promisify } from 'node:util';

const run = promisify(execFile);

/** How a person knows a user of the machine: by name, else by number. */
export async function userName(uid: number): Promise<string> {
  return run('id', ['-un', String(uid)]).then(
    ({ stdout }) => stdout.trim(),
    () => `user ${uid}`,
  );
}
