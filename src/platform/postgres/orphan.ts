import { readFile, rm } from 'node:fs/promises';
import path from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import { processCommand, processIdentity } from '../process-identity.ts';

const WATCHER_PATIENCE = 6_000;
const KILL_PATIENCE = 12_000;

/**
 * Ends what a killed dsap left running on a directory whose lock we hold, so that it can be nobody else's. Its watcher stops it
 * within seconds; when the watcher is gone too, we do. Throws when it cannot be ended.
 */
export async function endOrphan(directory: string): Promise<void> {
  const began = Date.now();
  for (let pid = await orphanOn(directory), asked = false; pid !== undefined; pid = await orphanOn(directory)) {
    const waited = Date.now() - began;
    if (waited > KILL_PATIENCE)
      throw new Error(`A server left over, process ${pid}, keeps the database ${directory} in use. End it first.`);
    if (waited > WATCHER_PATIENCE && !asked) {
      process.kill(pid, 'SIGINT');
      asked = true;
    }
    await wait(50);
  }
}

/**
 * The server that the directory's pid file names, if it is alive. The pid of a dead one may by now be another program's, which
 * PostgreSQL would take for a server, so such a file is removed; one whose pid is free PostgreSQL examines itself.
 */
async function orphanOn(directory: string): Promise<number | undefined> {
  const file = path.join(directory, 'postmaster.pid');
  const pid = Number((await readFile(file, 'utf8').catch(() => '')).split('\n')[0]);
  if (!pid || (await processIdentity(pid)) === undefined) return undefined;
  if ((await processCommand(pid)).includes(directory)) return pid;
  await rm(file, { force: true });
  return undefined;
}
