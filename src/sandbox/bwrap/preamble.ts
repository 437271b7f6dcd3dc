import type { Toolchain } from '../../model/isolation.ts';
import type { Limits } from '../sandbox.ts';

/** Only bubblewrap's and the preamble's words come before it. */
export const GREETING = 'the program begins';

/** How many files a process may have open; what the kernel holds for sockets and pipes is bounded by it alone. */
export const OPEN_FILES = 256;

/** Threads that a runtime starts for itself, each of which the kernel counts as a process. */
export const OWN_THREADS: Readonly<Record<Toolchain, number>> = { python: 0, typescript: 16, command: 0 };

/** bubblewrap's own, which is the first inside. */
const OWN_PROCESSES = 1;

/**
 * A shell that unpacks the workspace from a file descriptor, bounds itself for good, greets, unless the program does, and becomes the program.
 * Its first argument lists the bounds for `prlimit`, the rest is the program.
 */
const SCRIPT = (tarFd: number, greeting: string | undefined): string => `
set -e
tar -x -f - <&${tarFd}
exec ${tarFd}<&-
prlimit --pid $$ $1
shift
unset PWD OLDPWD
${greeting === undefined ? '' : `echo '${greeting}'`}
exec "$@"
`;

/** The command that begins a job inside; the tar of its files comes through the file descriptor. */
export function preamble(
  tarFd: number,
  bounds: Partial<ReturnType<typeof kernelBounds>>,
  program: readonly string[],
  greeting: string | undefined,
): readonly string[] {
  const asked = Object.entries(bounds).map(([name, [first, most]]) => `--${name}=${first}:${most}`);
  return ['/bin/sh', '-c', SCRIPT(tarFd, greeting), 'preamble', asked.join(' '), ...program];
}

/** What the kernel itself bounds of a job: at first, and at most. Time and size come with a signal that names what was exceeded. */
export function kernelBounds(toolchain: Toolchain, limits: Limits) {
  const processes = limits.processes + OWN_PROCESSES + OWN_THREADS[toolchain];
  const seconds = Math.ceil(limits.wall / 1000) + 1;
  return {
    nproc: [processes, processes],
    cpu: [seconds, seconds + 1],
    fsize: [limits.disk, limits.disk],
    nofile: [OPEN_FILES, OPEN_FILES],
    core: [0, 0],
  } as const;
}
