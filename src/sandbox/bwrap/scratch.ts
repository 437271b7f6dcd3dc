import type { Limits } from '../sandbox.ts';

/**
 * What a job can write: its workspace, `/tmp` and `/dev/shm`, all in memory. `joint` bounds them as one, in bytes and in number of files,
 * which takes a namespace around that of bubblewrap; `apart` bounds the bytes of each, for systems that let no other program make one.
 */
export type Scratch = 'joint' | 'apart';

export interface Placed {
  /** The command that starts bubblewrap, to be followed by its arguments. */
  readonly command: readonly [string, ...string[]];
  /** Arguments that lay the three folders. */
  readonly folders: readonly string[];
}

/** Where the job's files are, inside. */
export const WORKSPACE = '/work';

const FOLDERS = { [WORKSPACE]: 'work', '/tmp': 'tmp', '/dev/shm': 'shm' };

/** Where the joint one is before it is inside: every Linux has the folder, and keeps no programs there. */
const HELD_AT = '/sys';

const HOLD = `
set -e
mount -t tmpfs -o "$1,mode=0755,nosuid,nodev" tmpfs ${HELD_AT}
mkdir ${Object.values(FOLDERS)
  .map((name) => `${HELD_AT}/${name}`)
  .join(' ')}
shift
exec "$@"
`;

/** Bytes of a file for which the kernel needs about one more kilobyte that is counted nowhere. */
const BYTES_A_FILE = 4096;
const FEWEST_FILES = 1024;

export function placed(scratch: Scratch, bubblewrap: string, { disk }: Limits): Placed {
  if (scratch === 'apart') {
    const folders = Object.keys(FOLDERS).flatMap((folder) => ['--size', String(disk), '--tmpfs', folder]);
    return { command: [bubblewrap], folders };
  }
  const hold = ['/bin/sh', '-c', HOLD, 'hold', `size=${disk},nr_inodes=${filesOn(disk)}`, bubblewrap];
  return {
    command: ['/usr/bin/unshare', '--user', '--map-root-user', '--mount', ...hold],
    folders: Object.entries(FOLDERS).flatMap(([folder, name]) => ['--bind', `${HELD_AT}/${name}`, folder]),
  };
}

/** How many files there may be on a disk of so many bytes. */
export function filesOn(disk: number): number {
  return Math.max(FEWEST_FILES, Math.ceil(disk / BYTES_A_FILE));
}
