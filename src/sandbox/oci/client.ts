import { execFile } from 'node:child_process';
import { setTimeout as wait } from 'node:timers/promises';
import { promisify } from 'node:util';
import { LABEL } from './arguments.ts';
import type { OciSettings } from './settings.ts';

const run = promisify(execFile);

/** What the clients read of our environment: where the engine is, and where they keep their own things. No program sees it. */
const READ = /^(PATH|HOME|TMPDIR|XDG_\w+|DOCKER_\w+|CONTAINER_\w+|CONTAINERS_\w+|DBUS_SESSION_BUS_ADDRESS)$/;

const PATIENCE = 20_000;

/** A container that is just ending can be neither killed nor removed: milliseconds between two tries, and how many more there are. */
const PAUSE = 100;
const TRIES = 20;

/** The command-line client of a container engine. */
export interface Client {
  readonly env: Readonly<Record<string, string>>;
  /** Such as `docker 28.2.2`. Rejects where there is no client. */
  version(): Promise<string>;
  /** Milliseconds of processor time that a container has used since it began, as its control group says; undefined where it does not. */
  processorTime(name: string): Promise<number | undefined>;
  /** Kills a container and removes all of it; also one that is not there. */
  remove(name: string): Promise<void>;
  /** Removes the containers that have ended and that nobody has removed, since their worker was killed. */
  sweep(): Promise<void>;
}

export function clientOf({ cli }: OciSettings): Client {
  const env = Object.fromEntries(
    Object.entries(process.env).flatMap(([name, value]) =>
      value !== undefined && READ.test(name) ? [[name, value]] : [],
    ),
  );
  const ask = async (...args: readonly string[]) => (await run(cli, args, { env, timeout: PATIENCE })).stdout.trim();
  // Podman would first ask the program to stop, and wait.
  const removal = ['rm', '--force', '--volumes', ...(cli === 'podman' ? ['--time', '0'] : [])];
  const remove = async (...containers: readonly string[]): Promise<void> => {
    for (let left = TRIES; ; left--) {
      try {
        await ask(...removal, ...containers);
        return;
      } catch (error) {
        if (/no such container/i.test(String(error))) return;
        if (left === 0) throw error;
      }
      await wait(PAUSE);
    }
  };
  return {
    env,
    version: async () => `${cli} ${/\d+\.\d+\.\d+/.exec(await ask('--version'))?.[0] ?? 'of an unknown version'}`,
    processorTime: async (name) => usageIn(await ask('exec', name, 'sh', '-c', SHOW_USAGE)),
    remove,
    async sweep() {
      const ended = await ask('ps', '--all', '--quiet', '--filter', `label=${LABEL}`, '--filter', 'status=exited');
      if (ended !== '') await remove(...ended.split('\n'));
    },
  };
}

/** Both versions of control groups: microseconds among other figures, or nanoseconds alone. */
const SHOW_USAGE = 'cd /sys/fs/cgroup && cat cpu.stat cpuacct/cpuacct.usage cpuacct.usage 2>/dev/null; true';

/** Milliseconds. */
export function usageIn(shown: string): number | undefined {
  const [, microseconds] = /^usage_usec (\d+)$/m.exec(shown) ?? [];
  if (microseconds !== undefined) return Number(microseconds) / 1_000;
  const [nanoseconds] = /^\d+$/m.exec(shown) ?? [];
  return nanoseconds === undefined ? undefined : Number(nanoseconds) / 1_000_000;
}
