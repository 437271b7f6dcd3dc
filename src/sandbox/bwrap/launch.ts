import { prepareContained, startContained } from '../contained.ts';
import type { Plan } from '../plan.ts';
import { DEFAULT_LIMITS, type Job, type Limits, type Running } from '../sandbox.ts';
import { delivery, filesToCome, READY } from '../warm/delivery.ts';
import type { WarmProcess } from '../warm/stock.ts';
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

/** What runs before its job is known: an interpreter with a host of ours, which imports, waits and becomes the program. */
export interface WarmLaunch extends Launch {
  /** The text of the host, which is seen at `HOST` alone. */
  readonly host: string;
  readonly imports: readonly string[];
  readonly limits: Limits;
}

/** Where a host is, inside. */
export const HOST = '/opt/dsap/host';

/** Whom programs run as when we are root: the kernel does not bound root's processes, and lets it keep rights. */
export const NOBODY = process.getuid?.() === 0 ? { uid: 65534, gid: 65534 } : undefined;

const ARGUMENTS = 3;
const FILES = 4;

/** What bubblewrap itself is seen to use: one process outside and one inside. */
const OVERHEAD = { memory: 8 * 1024 * 1024, processes: 2 };

const FILTER = seccompFilter();
const FDS = { users: 5, groups: 6, ...(FILTER && { seccomp: 7 }) };
const HOST_FD = FILTER ? 8 : 7;

/** Milliseconds of a processor that loading may take, beside those of the job. */
const LOADING = 10_000;

/** Throws `SandboxFault` for files or an environment that cannot be. */
export function launch(bubblewrap: Bubblewrap, job: Launch, signal: AbortSignal): Running {
  const limits = { ...DEFAULT_LIMITS, ...job.limits };
  return startContained(planOf(bubblewrap, job, limits, GREETING), limits, signal);
}

/** Starts what will run a job of such limits; what is bounded beforehand is bounded from its start on. */
export function launchWarm(bubblewrap: Bubblewrap, job: WarmLaunch): WarmProcess {
  const program = [...job.program, READY, GREETING, ...job.imports];
  const limits = { ...job.limits, wall: job.limits.wall + LOADING };
  const plan = planOf(bubblewrap, { ...job, program }, limits, undefined, Buffer.from(job.host));
  return {
    prepared: prepareContained({
      ...plan,
      greeting: `${READY}\n${GREETING}`,
      startsAs: `bwrap ${job.imports.join(' ')}`,
    }),
    deliver: ({ argv, ...rest }) => delivery({ files: filesToCome(rest), argv }),
  };
}

function planOf(
  bubblewrap: Bubblewrap,
  { toolchain, program, files, env }: Launch,
  limits: Limits,
  greeting: string | undefined,
  host?: Buffer,
): Plan {
  const { command, folders } = placed(bubblewrap.scratch, bubblewrap.file, limits);
  const fds = { ...FDS, ...(host && { files: [{ fd: HOST_FD, at: HOST }] }) };
  const settings = profileArguments({ ...bubblewrap, folders, fds }, checkedEnvironment(env));
  const begun = preamble(FILES, kernelBounds(toolchain, limits), program, greeting);
  return {
    name: 'bwrap',
    command: command[0],
    args: [...command.slice(1), '--args', String(ARGUMENTS), ...begun],
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
      ...(host ? [host] : []),
    ],
    ...(greeting !== undefined && { greeting }),
    overhead: OVERHEAD,
    interpret: outcomeOf,
  };
}
