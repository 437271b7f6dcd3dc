import { execFile } from 'node:child_process';
import { access, constants } from 'node:fs/promises';
import path from 'node:path';
import { promisify } from 'node:util';
import { childEnvironment } from '../../platform/child-environment.ts';
import { messageOf } from '../../text/message-of.ts';
import { openJobs } from '../open-jobs.ts';
import type { Job, Sandbox } from '../sandbox.ts';
import { type Parents, provenParents } from './forking/parents.ts';
import { type Bubblewrap, launch, NOBODY } from './launch.ts';
import { ownNode } from './own-node.ts';
import { pytestFolder } from './pytest-cache.ts';
import { said } from './said.ts';
import { systemTree } from './system-tree.ts';
import { type ProvenTool, programOf, provenTools } from './tools.ts';
import { IDLE, type Interpreters, waitingInterpreters } from './waiting.ts';

const run = promisify(execFile);

export interface BwrapOptions {
  /** Where the folder with pytest is made and kept. */
  readonly cacheDirectory: string;
  /** A folder with pytest and what it needs, in place of our own. */
  readonly pytestFolder?: string;
  /** How many processes wait for a job of theirs, at most. Default none. */
  readonly pool?: number;
  /** Python forks for a job instead of being started for it. Default false. */
  readonly fork?: boolean;
  /** Told what this machine does not have. */
  readonly log: (line: string) => void;
}

/**
 * bubblewrap (Linux): programs of this machine in namespaces of their own, without rights, with a workspace that is held in memory
 * (guards 1.4). Undefined where there is no bubblewrap, or it cannot make namespaces.
 */
export async function createBwrap(options: BwrapOptions): Promise<Sandbox | undefined> {
  const { log } = options;
  const file = await onPath('bwrap');
  if (file === undefined) {
    log('bwrap is not on PATH; install bubblewrap to use it');
    return undefined;
  }
  try {
    const { stdout } = await run(file, ['--version'], { timeout: 10_000, env: childEnvironment(process.env) });
    const bare = await startable({ file, system: await systemTree(), mounts: [] }, log);
    const tools = await provenTools(bare, await nodeFor(options));
    const pytest = await pytestFor(tools, options);
    const inside = insideOf({ bare, tools, pytest });
    const size = options.pool ?? 0;
    return sandboxOf({
      ...inside,
      tools,
      waiting: waitingInterpreters(inside.bubblewrap, tools, {
        size,
        env: inside.envOf({}),
        parents: await parentsFor(options, { ...inside, tools, size }),
      }),
      version: stdout.trim().replace('bubblewrap', 'bwrap'),
      keptIn: options.cacheDirectory,
    });
  } catch (error) {
    log(`bwrap starts no program here: ${messageOf(error)}`);
    return undefined;
  }
}

/** Without a place that the account can read, the sandbox goes without it, and says so with what it offers. */
async function nodeFor({ cacheDirectory, log }: BwrapOptions): Promise<string> {
  return ownNode(NOBODY, cacheDirectory).catch((error: unknown) => {
    log(`bwrap runs no TypeScript: Node could not be placed where its account can read it: ${String(error)}`);
    return process.execPath;
  });
}

/** As it starts a program here. Throws when it does not. */
async function startable(parts: Omit<Bubblewrap, 'scratch'>, log: BwrapOptions['log']): Promise<Bubblewrap> {
  const starts = (bubblewrap: Bubblewrap) => said((job, signal) => launch(bubblewrap, job, signal), ['true']);
  const joint = { ...parts, scratch: 'joint' } as const;
  try {
    await starts(joint);
    return joint;
  } catch {
    const apart = { ...parts, scratch: 'apart' } as const;
    await starts(apart);
    log('bwrap bounds the bytes that a job writes, and not the number of its files: unshare makes no namespaces here');
    return apart;
  }
}

interface Inside {
  readonly bubblewrap: Bubblewrap;
  readonly envOf: (job: Pick<Job, 'env'>) => Readonly<Record<string, string>>;
}

/** Where Python may be forked, the parents that do so, proven by one that has nothing loaded. */
async function parentsFor(
  { fork, log }: BwrapOptions,
  { bubblewrap, envOf, tools, size }: Inside & { readonly tools: readonly ProvenTool[]; readonly size: number },
): Promise<Parents | undefined> {
  const tool = tools.find(({ toolchain }) => toolchain === 'python');
  if (!fork || size === 0 || tool === undefined) return undefined;
  return provenParents({ bubblewrap, tool, env: envOf({}) }, { size, idle: IDLE, kept: IDLE / 10, log });
}

const SYSTEM_PATH = ['/usr/local/bin', '/usr/bin', '/bin'];

/** Where pytest is inside. It comes last on Python's path. */
const PYTEST = '/opt/pytest';

interface Shown {
  readonly bare: Bubblewrap;
  readonly tools: readonly ProvenTool[];
  readonly pytest: string | undefined;
}

function insideOf({ bare, tools, pytest }: Shown): Inside {
  const mounts = [
    ...tools.flatMap((tool) => tool.mounts),
    ...(pytest === undefined ? [] : [{ source: pytest, at: PYTEST }]),
  ];
  const own = { PATH: pathOf(tools), HOME: '/tmp', TMPDIR: '/tmp', LANG: 'C.UTF-8' };
  return {
    bubblewrap: { ...bare, mounts },
    envOf: ({ env }) => ({
      ...own,
      ...env,
      ...(pytest !== undefined && { PYTHONPATH: pathWith(env?.['PYTHONPATH']) }),
    }),
  };
}

interface Parts extends Inside {
  readonly tools: readonly ProvenTool[];
  readonly waiting: Interpreters;
  readonly version: string;
  readonly keptIn: string;
}

function sandboxOf({ bubblewrap, envOf, tools, waiting, version, keptIn }: Parts): Sandbox {
  const jobs = openJobs('bwrap');
  return {
    name: 'bwrap',
    version: [version, ...tools.map((tool) => tool.version)].join(', '),
    capabilities: {
      level: 'os',
      toolchains: [...tools.map(({ toolchain }) => toolchain), 'command'],
      hard: ['wall', 'cpu', 'memory', 'processes', 'disk', 'output'],
    },
    keptIn,
    start(job, signal) {
      const program = programOf(tools, job);
      return jobs.run(signal, (either) =>
        waiting.start(job, either, () => launch(bubblewrap, { ...job, program, env: envOf(job) }, either)),
      );
    },
    pool: waiting.figures,
    async close() {
      await Promise.all([jobs.close(), waiting.close()]);
    },
  };
}

/** A command finds the interpreters that the toolchains have before those of the system. */
function pathOf(tools: readonly ProvenTool[]): string {
  const folders = tools
    .map(({ command }) => path.dirname(command[0]))
    .filter((folder) => !SYSTEM_PATH.includes(folder));
  return [...folders, ...SYSTEM_PATH].join(':');
}

function pathWith(folders: string | undefined): string {
  return folders ? `${folders}:${PYTEST}` : PYTEST;
}

async function pytestFor(tools: readonly ProvenTool[], options: BwrapOptions): Promise<string | undefined> {
  if (!tools.some(({ toolchain }) => toolchain === 'python')) return undefined;
  const { cacheDirectory, log } = options;
  return options.pytestFolder ?? pytestFolder({ cacheDirectory, account: NOBODY, log });
}

async function onPath(name: string): Promise<string | undefined> {
  const folders = (process.env['PATH'] ?? '').split(path.delimiter).filter((folder) => path.isAbsolute(folder));
  for (const file of folders.map((folder) => path.join(folder, name))) {
    const found = await access(file, constants.X_OK).then(
      () => true,
      () => false,
    );
    if (found) return file;
  }
  return undefined;
}
