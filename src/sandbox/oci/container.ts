import { randomUUID } from 'node:crypto';
import { availableParallelism } from 'node:os';
import { checkedEnvironment } from '../bwrap/environment.ts';
import type { Launch } from '../bwrap/launch.ts';
import { GREETING } from '../bwrap/preamble.ts';
import { tarOf } from '../bwrap/tar.ts';
import { startContained } from '../contained.ts';
import { DEFAULT_LIMITS, type Running } from '../sandbox.ts';
import { jobDirectory } from '../workspace.ts';
import { runArguments } from './arguments.ts';
import type { Client } from './client.ts';
import { insideCommand, outcomeInside } from './preamble.ts';
import type { OciSettings } from './settings.ts';

/** Seconds that a container may outlive the limit of its job; it does so only when its worker was killed. */
const GRACE = 5;

/** Follows the tar and is no part of it, so that its last byte may be that which ends a line. */
const LAST_BLOCK = Buffer.alloc(512);

/** Runs one job in a container of its own. Throws `SandboxFault` for files or an environment that cannot be. */
export function launchIn(settings: OciSettings, client: Client, launch: Launch, signal: AbortSignal): Running {
  const { toolchain, program, files, env } = launch;
  const limits = { ...DEFAULT_LIMITS, ...launch.limits };
  const deadline = Math.ceil(limits.wall / 1000) + GRACE;
  const tar = Buffer.concat([tarOf(files), LAST_BLOCK]);
  const command = insideCommand({ tarBytes: tar.length, deadline, env: checkedEnvironment(env), program });
  const name = `dsap-${randomUUID()}`;
  // What watches a container of podman leaves notes where it was started.
  const { directory, remove } = jobDirectory();
  const made = performance.now();
  const plan = {
    name: 'oci',
    command: settings.cli,
    args: runArguments(settings, name, { toolchain, limits, deadline, command }),
    env: client.env,
    cwd: directory,
    directory,
    greeting: GREETING,
    // The client is no part of the job: the engine bounds that, and ends it at our word only.
    watched: false,
    processorTime: async () => {
      const used = await client.processorTime(name);
      // Where the engine shows the whole machine's control group, nothing is known of this one.
      const isItsOwn = used !== undefined && used <= (performance.now() - made) * availableParallelism();
      return isItsOwn ? used : undefined;
    },
    interpret: outcomeInside,
    cleanUp: async () => {
      await client.remove(name);
      await remove();
    },
  };
  const running = startContained(plan, limits, signal);
  running.send(tar.toString('utf8', 0, tar.length - 1));
  return running;
}
