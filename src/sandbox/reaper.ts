import { type ChildProcess, spawn } from 'node:child_process';
import { Socket } from 'node:net';
import { withoutInherited } from './inherited-fds.ts';

/** What is to be undone should our own process die: a group of processes is killed, a folder is removed. */
interface Leash {
  /** The leader of the group. */
  readonly pid: number;
  /** Also every process whose environment names it is killed, where the environment can be read. */
  readonly directory?: string | undefined;
}

/**
 * A shell that reads a pipe whose other end only we hold. A line tells it what to hold or to let go; the end of the pipe means that
 * we have died, however that happened, so it kills and removes what it still holds.
 */
const REAPER = `
while IFS= read -r line; do
  case $line in
    +*) set -- "$@" "\${line#+}" ;;
    -*) for held; do shift; [ "$held" = "\${line#-}" ] || set -- "$@" "$held"; done ;;
  esac
done
for held; do kill -s KILL -- "-\${held%% *}"; done
for held; do
  directory=\${held#* }
  [ -n "$directory" ] || continue
  for environment in /proc/[0-9]*/environ; do
    pid=\${environment#/proc/}
    grep -q -F -e "$directory" "$environment" && kill -s KILL "\${pid%/environ}"
  done
  rm -rf -- "$directory" || { sleep 0.2; rm -rf -- "$directory"; }
done
`;

const held = new Set<string>();
let reaper: ChildProcess | undefined;

/** Holds until the answer is called. One shell serves our whole process; it is started at the first need and once more if it dies. */
export function holdLeash({ pid, directory = '' }: Leash): () => void {
  const line = `${pid} ${directory}`;
  const running = reaper ?? startReaper();
  held.add(line);
  running.stdin?.write(`+${line}\n`);
  return () => {
    if (held.delete(line)) reaper?.stdin?.write(`-${line}\n`);
  };
}

function startReaper(): ChildProcess {
  const child = spawn('/bin/sh', ['-c', REAPER, 'reaper'], {
    cwd: '/',
    detached: true,
    env: { PATH: '/usr/bin:/bin' },
    stdio: withoutInherited(['pipe', 'ignore', 'ignore']),
  });
  reaper = child;
  const forget = (): void => {
    if (reaper === child) reaper = undefined;
  };
  child.once('error', forget).once('exit', forget);
  child.stdin?.on('error', () => {});
  child.unref();
  if (child.stdin instanceof Socket) child.stdin.unref();
  for (const line of held) child.stdin?.write(`+${line}\n`);
  return child;
}
