import type { Toolchain } from '../../model/isolation.ts';
import { OPEN_FILES, OWN_THREADS } from '../bwrap/preamble.ts';
import type { Limits } from '../sandbox.ts';
import type { OciSettings } from './settings.ts';

/**
 * What a job can write: its workspace is made below, since engines do not agree whose rights a folder gets that an image lacks, and every
 * image has this one.
 */
export const SCRATCH = '/tmp';

/** Of every container of ours. */
export const LABEL = 'dsap.sandbox';

/** The shell, and what ends the job in time. */
const OWN_PROCESSES = 2;

/** gVisor's own threads count too, and it dies where they are too few; there memory is the bound. */
export const FEWEST_OF_GVISOR = 2048;

/** The kernel counts these over all containers of an account, so the limit of each container is the one that matters. */
const PROCESSES_OF_ACCOUNT = 4096;

/** Nobody, on every system. */
const ACCOUNT = '65534:65534';

export interface Contents {
  readonly toolchain: Toolchain;
  readonly limits: Limits;
  /** Seconds after which nothing of the container may be left, whoever still lives outside. */
  readonly deadline: number;
  /** The command inside. */
  readonly command: readonly [string, ...string[]];
}

/** The arguments of the command-line client that run one job in a new container: no network, no rights, nothing to write on but memory. */
export function runArguments(settings: OciSettings, name: string, contents: Contents): readonly string[] {
  const { limits, deadline, command } = contents;
  const podman = settings.cli === 'podman';
  return [
    ...words('run --interactive --log-driver none --network none --hostname sandbox'),
    ...words(`--name ${name} --label ${LABEL}`),
    ...(settings.runtime === undefined ? [] : ['--runtime', settings.runtime]),
    ...words(`--user ${ACCOUNT} --cap-drop ALL --security-opt no-new-privileges --read-only --workdir ${SCRATCH}`),
    ...words(
      `--pids-limit ${processesOf(settings, contents)} --memory ${limits.memory} --memory-swap ${limits.memory}`,
    ),
    ...words(`--ulimit fsize=${limits.disk} --ulimit nofile=${OPEN_FILES} --ulimit core=0`),
    ...words(`--ulimit cpu=${deadline} --ulimit nproc=${PROCESSES_OF_ACCOUNT}`),
    ...words(`--shm-size ${limits.disk} --tmpfs ${SCRATCH}:rw,exec,nosuid,nodev,mode=1777,size=${limits.disk}`),
    ...(podman ? words(`--read-only-tmpfs=false --timeout ${deadline}`) : []),
    // The image may have an entry point of its own.
    '--entrypoint',
    command[0],
    ...placeOf(settings),
    ...command.slice(1),
  ];
}

function placeOf({ image, rootfs }: OciSettings): readonly string[] {
  return rootfs === undefined ? ['--pull', 'never', image ?? ''] : ['--rootfs', rootfs];
}

/** How many processes an engine lets a container have for a job, its own with them. */
export function processesOf(
  { runtime = '' }: OciSettings,
  { limits, toolchain }: Pick<Contents, 'limits' | 'toolchain'>,
): number {
  const processes = limits.processes + OWN_PROCESSES + OWN_THREADS[toolchain];
  return runtime.includes('runsc') ? Math.max(processes, FEWEST_OF_GVISOR) : processes;
}

function words(line: string): readonly string[] {
  return line.split(' ');
}
