import { outcomeOf } from '../bwrap/outcome.ts';
import { GREETING } from '../bwrap/preamble.ts';
import type { Ending } from '../sandbox.ts';
import { SCRATCH } from './arguments.ts';

/** Says that the kernel ended processes of the job for want of memory; else that is seen by nobody outside. */
const OUT_OF_MEMORY = 250;

/** Says that the program was killed while the container lived on, so by itself: who kills a container leaves nobody to say so. */
const KILLED_INSIDE = 251;

const BLOCK = 512;

/**
 * A shell that unpacks the workspace from its standard input, runs the program with what is left of it, and stays the first process, so
 * that all others end with it. Its arguments are the number of blocks of the tar, the deadline in seconds, and the program.
 */
const SCRIPT = `
set -e
mkdir work
cd work
dd bs=${BLOCK} count="$1" iflag=fullblock 2>/dev/null | tar -x -f -
deadline=$2
shift 2
unset PWD OLDPWD
echo '${GREETING}'
set +e
timeout -s KILL "$deadline" "$@"
code=$?
cd /sys/fs/cgroup && grep -q -s '^oom_kill [1-9]' memory.events memory/memory.oom_control && exit ${OUT_OF_MEMORY}
[ "$code" = 137 ] && exit ${KILLED_INSIDE}
exit $code
`;

const PATH = '/usr/local/sbin:/usr/local/bin:/usr/sbin:/usr/bin:/sbin:/bin';

export interface Inside {
  /** Of the tar that comes first on standard input. */
  readonly tarBytes: number;
  readonly deadline: number;
  readonly env: Readonly<Record<string, string>>;
  readonly program: readonly string[];
}

/** The command of a container. The image's environment is dropped, with what a client's own settings may have put there. */
export function insideCommand({ tarBytes, deadline, env, program }: Inside): readonly [string, ...string[]] {
  const all = { PATH, HOME: SCRATCH, TMPDIR: SCRATCH, LANG: 'C.UTF-8', ...env };
  const variables = Object.entries(all).map(([name, value]) => `${name}=${value}`);
  return [
    'env',
    '-i',
    ...variables,
    'sh',
    '-c',
    SCRIPT,
    'preamble',
    String(tarBytes / BLOCK),
    String(deadline),
    ...program,
  ];
}

export function outcomeInside(ending: Ending): Ending {
  if (ending.kind === 'exited' && ending.code === OUT_OF_MEMORY) return { kind: 'exceeded', bound: 'memory' };
  if (ending.kind === 'exited' && ending.code === KILLED_INSIDE)
    return { kind: 'signalled', signal: 'SIGKILL', inside: true };
  const outcome = outcomeOf(ending);
  const isKilled = outcome.kind === 'signalled' && outcome.signal === 'SIGKILL';
  return isKilled ? { kind: 'signalled', signal: 'SIGKILL' } : outcome;
}
