import { execFile } from 'node:child_process';
import path from 'node:path';
import { promisify } from 'node:util';
import { startContained } from './contained.ts';
import { openJobs } from './open-jobs.ts';
import type { Plan } from './plan.ts';
import { DEFAULT_LIMITS, type Job, type Sandbox, SandboxFault } from './sandbox.ts';
import { type JobDirectory, sweepJobDirectories, workspace } from './workspace.ts';

export interface UnsafeLocalOptions {
  /** Default `python3`, as PATH finds it. */
  readonly pythonCommand?: string;
  /** Default the Node that runs us. */
  readonly nodeCommand?: string;
}

/**
 * Plain child processes of this machine: they can read and write whatever we can, and use the network. For development, and as the
 * yardstick of the real sandboxes. Rejects with `SandboxFault` in production.
 */
export async function createUnsafeLocal(options: UnsafeLocalOptions = {}): Promise<Sandbox> {
  if (process.env['NODE_ENV'] === 'production') {
    throw new SandboxFault('The sandbox unsafe-local isolates nothing and is refused where NODE_ENV is production.');
  }
  const { nodeCommand: node = process.execPath, pythonCommand = 'python3' } = options;
  const python = await pythonBehind(pythonCommand);
  sweepJobDirectories();
  const jobs = openJobs('unsafe-local');
  return {
    name: 'unsafe-local',
    version: `unsafe-local node ${process.versions.node}`,
    capabilities: {
      level: 'none',
      toolchains: [...(python === undefined ? [] : (['python'] as const)), 'typescript', 'command'],
      hard: ['wall', 'memory', 'processes', 'disk', 'output'],
    },
    start: (job, signal) =>
      jobs.run(signal, (either) => {
        const plan = planFor(job, workspace(job.files), { node, python });
        return startContained(plan, { ...DEFAULT_LIMITS, ...job.limits }, either);
      }),
    close: () => jobs.close(),
  };
}

interface Programs {
  readonly node: string;
  readonly python: string | undefined;
}

/** The program itself: what PATH finds may be a script that needs the rest of our environment. */
async function pythonBehind(command: string): Promise<string | undefined> {
  const asked = promisify(execFile)(command, ['-c', 'import sys; print(sys.executable)'], { timeout: 10_000 });
  return asked.then(
    ({ stdout }) => stdout.trim(),
    () => undefined,
  );
}

function planFor(job: Job, { directory, remove }: JobDirectory, programs: Programs): Plan {
  const [command, ...args] = commandOf(job, programs);
  return {
    command,
    args,
    env: { ...environmentIn(directory, programs), ...job.env },
    cwd: directory,
    directory,
    markedByDirectory: true,
    cleanUp: remove,
  };
}

function commandOf({ toolchain, argv }: Job, { node, python }: Programs): readonly [string, ...string[]] {
  switch (toolchain) {
    case 'python':
      if (python === undefined) throw new SandboxFault('This machine has no python3 on PATH.');
      return [python, '-B', '-s', ...argv];
    case 'typescript':
      return [node, '--disable-warning=ExperimentalWarning', ...argv];
    case 'command': {
      const [program, ...args] = argv;
      if (program === undefined) throw new SandboxFault('A job of the toolchain command names no program.');
      return [program, ...args];
    }
  }
}

function environmentIn(directory: string, { node, python }: Programs): Record<string, string> {
  const folders = [node, ...(python === undefined ? [] : [python])].map((program) => path.dirname(program));
  const PATH = [...folders, '/usr/local/bin', '/usr/bin', '/bin'].join(path.delimiter);
  return { PATH, HOME: directory, TMPDIR: directory, LANG: 'C.UTF-8' };
}
