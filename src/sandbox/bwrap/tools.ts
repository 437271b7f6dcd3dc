import { execFile } from 'node:child_process';
import path from 'node:path';
import { promisify } from 'node:util';
import type { Toolchain } from '../../model/isolation.ts';
import { childEnvironment } from '../../platform/child-environment.ts';
import { type Job, SandboxFault } from '../sandbox.ts';
import { type Bubblewrap, launch } from './launch.ts';
import type { Mount } from './profile.ts';
import { said } from './said.ts';

const run = promisify(execFile);

/** A program of the host that runs the files of jobs inside. */
interface Tool {
  readonly toolchain: Toolchain;
  /** Where it is inside, and its own arguments before those of a job. */
  readonly command: readonly [file: string, ...options: string[]];
  readonly mounts: readonly Mount[];
}

/** One that was seen to run inside. */
export interface ProvenTool extends Tool {
  /** Such as `python 3.11.2`. */
  readonly version: string;
}

/** The Node that runs us: it strips the types of TypeScript by itself. */
function nodeFrom(source: string): Tool {
  return {
    toolchain: 'typescript',
    command: ['/opt/node/node', '--disable-warning=ExperimentalWarning'],
    mounts: [{ source, at: '/opt/node/node' }],
  };
}

/** The first Python that runs inside, and Node, which lies at `node`, if it does. */
export async function provenTools(bubblewrap: Bubblewrap, node: string): Promise<readonly ProvenTool[]> {
  const found = await Promise.all([
    firstProven(bubblewrap, await pythons()),
    firstProven(bubblewrap, [nodeFrom(node)]),
  ]);
  return found.filter((tool) => tool !== undefined);
}

/** What runs a job: its interpreter and its arguments, or the command alone. */
export function programOf(tools: readonly ProvenTool[], { toolchain, argv }: Job): readonly string[] {
  if (toolchain === 'command') return argv;
  const tool = tools.find((one) => one.toolchain === toolchain);
  if (tool) return [...tool.command, ...argv];
  throw new SandboxFault(`The sandbox bwrap has found no program on this machine that runs ${toolchain} inside.`);
}

/** The Python on PATH with all that belongs to it, then the system's: the first may lie where the sandbox's account cannot read. */
async function pythons(): Promise<readonly Tool[]> {
  const prefix = await run('python3', ['-c', 'import sys; print(sys.base_prefix)'], {
    timeout: 10_000,
    env: childEnvironment(process.env),
  }).then(
    ({ stdout }) => stdout.trim(),
    () => '/usr',
  );
  const ofSystem = prefix === '/usr' || prefix.startsWith('/usr/');
  if (ofSystem) return [pythonIn(prefix, [])];
  return [pythonIn(prefix, [{ source: prefix, at: prefix }]), pythonIn('/usr', [])];
}

/** Without the packages of a user, and without leaving compiled files beside the job's. */
function pythonIn(prefix: string, mounts: readonly Mount[]): Tool {
  return { toolchain: 'python', command: [path.join(prefix, 'bin/python3'), '-B', '-s'], mounts };
}

async function firstProven(bubblewrap: Bubblewrap, tools: readonly Tool[]): Promise<ProvenTool | undefined> {
  for (const tool of tools) {
    const seeing = { ...bubblewrap, mounts: tool.mounts };
    const asked = said((job, signal) => launch(seeing, job, signal), [tool.command[0], '--version']);
    const answer = await asked.catch(() => '');
    const version = /\d+\.\d+\.\d+/.exec(answer)?.[0];
    if (version !== undefined) return { ...tool, version: `${path.basename(tool.command[0])} ${version}` };
  }
  return undefined;
}
