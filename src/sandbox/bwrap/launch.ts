import { startContained } from '../contained.ts';
import { DEFAULT_LIMITS, type Job, type Running } from '../sandbox.ts';
import { checkedEnvironment } from './environment.ts';
import { outcomeOf } from './outcome.ts';
import { GREETING, kernelBounds, preamble } from './preamble.ts';
import { GROUPS, type Mount, profileArguments, USERS } from './profile.ts';
import { placed, type Scratch } from './scratch.ts';
import { seccompFilter } from './seccomp.ts';
import { tarOf } from './tar.ts';

/** A bubblewrap of this machine, and what it shows of it. */
export interface Bubblewrap {
  readonly file: string;
  readonly scratch: Scratch;
  readonly system: readonly string[];
  readonly mounts: readonly Mount[];
}

/** A job whose command line is settled. */
export interface Launch extends Pick<Job, 'toolchain' | 'files'> {
  readonly program: readonly string[];
  readonly env: Readonly<Record<string, string>>;
  readonly limits?: Job['limits'];
}

/** Whom programs run as when we are root: the kernel does not bound root's processes, and lets it keep rights. */
export const NOBODY = process.getuid?.() === 0 ? { uid: 65534, gid: 65534 } : undefined;

const ARGUMENTS = 3;
const FILES = 4;

/** What bubblewrap itself is seen to use: one process outside and one inside. */
const OVERHEAD = { memory: 8 * 1024 * 1024, processes: 2 };

const FILTER = seccompFilter();
const FDS = { users: 5, groups: 6, ...(FILTER && { seccomp: 7 }) };

/** Throws `SandboxFault` for files or an environment that cannot be. */
export function launch(
  bubblewrap: Bubblewrap,
  { toolchain, program, files, env, ...job }: Launch,
  signal: AbortSignal,
): Running {
  const limits = { ...DEFAULT_LIMITS, ...job.limits };
  const { command, folders } = placed(bubblewrap.scratch, bubblewrap.file, limits);
  const settings = profileArguments({ ...bubblewrap, folders, fds: FDS }, checkedEnvironment(env));
  const plan = {
    name: 'bwrap',
    command: command[0],
    args: [
      ...command.slice(1),
      '--args',
      String(ARGUMENTS),
      ...preamble(FILES, kernelBounds(toolchain, limits), program),
    ],
    // bubblewrap is the first process inside, where everybody reads the environment that it was started with.
    env: {},
    cwd: '/',
    ...NOBODY,
    fds: [
      Buffer.from(settings.join('\0')),
      tarOf(files),
      Buffer.from(USERS),
      Buffer.from(GROUPS),
      ...(FILTER ? [FILTER] : []),
    ],
    greeting: GREETING,
    overhead: OVERHEAD,
    interpret: outcomeOf,
  };
  return startContained(plan, limits, signal);
}
