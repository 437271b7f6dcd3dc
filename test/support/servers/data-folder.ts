import { chmod, mkdtemp, readdir, rm, statfs } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';

const IN_MEMORY = '/dev/shm';
/** Of what suites beside one another keep, with their logs: some hundred megabytes. */
const ROOM = 2 * 2 ** 30;
const NAME = /^dsap-test-(\d+)-/;

/**
 * A folder for the data of servers that are thrown away, in memory where there is room. Each suite has a database of its own, of three hundred
 * files, and making them on a disk took half of what PostgreSQL took in all.
 */
export async function dataFolder(): Promise<string> {
  const place = (await hasRoom(IN_MEMORY)) ? IN_MEMORY : tmpdir();
  if (place === IN_MEMORY) await sweep();
  const directory = await mkdtemp(path.join(place, `dsap-test-${process.pid}-`));
  await chmod(directory, 0o755);
  return directory;
}

async function hasRoom(folder: string): Promise<boolean> {
  try {
    const { bavail, bsize } = await statfs(folder);
    return bavail * bsize >= ROOM;
  } catch {
    return false;
  }
}

/** What a killed run left behind takes memory until somebody removes it. */
async function sweep(): Promise<void> {
  const left = (await readdir(IN_MEMORY)).filter((name) => !isAlive(Number(NAME.exec(name)?.[1] ?? process.pid)));
  await Promise.all(left.map((name) => rm(path.join(IN_MEMORY, name), { recursive: true, force: true })));
}

function isAlive(pid: number): boolean {
  try {
    return process.kill(pid, 0);
  } catch (error) {
    return error instanceof Error && 'code' in error && error.code === 'EPERM';
  }
}
