import { ChildProcess, spawn } from 'node:child_process';
import { Socket } from 'node:net';
import type { Readable, Writable } from 'node:stream';
import { messageOf } from '../text/message-of.ts';
import { withoutInherited } from './inherited-fds.ts';
import type { Plan } from './plan.ts';
import { type ProcessTree, processTree } from './process-tree.ts';
import { holdLeash } from './reaper.ts';
import { type Ending, SandboxFault } from './sandbox.ts';

/** What runs a job by a plan. */
export interface Contained {
  readonly plan: Plan;
  /** Its streams. Undefined when it could not be started, as `exit` tells. */
  readonly child?: {
    readonly stdin: Writable | null;
    readonly stdout: Readable | null;
    readonly stderr: Readable | null;
  };
  readonly tree?: ProcessTree;
  /** When it was started, on the clock of `performance.now()`. */
  readonly made: number;
  /** Settles once, never rejects. */
  readonly exit: Promise<Ending | SandboxFault>;
  /** The reaper lets it go. */
  readonly release: () => void;
}

/** The command of a plan, started in a session of its own and held by the reaper. */
export interface Spawned extends Contained {
  readonly child?: ChildProcess;
}

export function spawnContained(plan: Plan): Spawned {
  const made = performance.now();
  const spawned = trySpawn(plan);
  if (spawned instanceof SandboxFault) return notContained(plan, Promise.resolve(spawned));
  const exit = exitOf(spawned, plan);
  // Whoever reads or writes may go first; the job's ending tells all there is to tell.
  for (const stream of spawned.stdio) stream?.on('error', () => {});
  if (spawned.pid === undefined) return notContained(plan, exit);
  const { directory, markedByDirectory, fds = [] } = plan;
  const release = holdLeash({ pid: spawned.pid, directory });
  const tree = processTree(spawned.pid, markedByDirectory ? directory : undefined);
  fds.forEach((bytes, index) => write(spawned.stdio[index + 3], bytes));
  return { plan, child: spawned, tree, made, exit, release };
}

/** What is done once no process is left. */
export async function leave({ plan, release }: Contained): Promise<void> {
  await plan.cleanUp?.();
  release();
}

/** Whether our own process waits for it when there is nothing else to do. */
export function keepsUsAlive({ child }: Spawned, kept: boolean): void {
  for (const handle of [child, ...(child?.stdio ?? [])]) {
    if (handle instanceof ChildProcess || handle instanceof Socket) handle[kept ? 'ref' : 'unref']();
  }
}

export function nameOf({ name, command }: Plan): string {
  return name ?? command;
}

/** What broke, as a fault of the sandbox. */
export function faultOf(plan: Plan, cause: unknown): SandboxFault {
  return new SandboxFault(`${nameOf(plan)}: ${messageOf(cause)}`, { cause });
}

function trySpawn(plan: Plan): ChildProcess | SandboxFault {
  const { command, args, env, cwd, uid, gid, fds = [] } = plan;
  const account = { ...(uid !== undefined && { uid }), ...(gid !== undefined && { gid }) };
  const stdio = withoutInherited(['pipe', 'pipe', 'pipe', ...fds.map(() => 'pipe' as const)]);
  try {
    return spawn(command, args, { cwd, env, ...account, detached: true, stdio });
  } catch (cause) {
    return notStarted(plan, cause);
  }
}

function exitOf(child: ChildProcess, plan: Plan): Promise<Ending | SandboxFault> {
  return new Promise((resolve) => {
    child.on('error', (cause) => {
      if (child.pid === undefined) resolve(notStarted(plan, cause));
    });
    child.once('exit', (code, signal) => {
      resolve(signal === null ? { kind: 'exited', code: code ?? 0 } : { kind: 'signalled', signal });
    });
  });
}

function notContained(plan: Plan, exit: Contained['exit']): Spawned {
  return { plan, made: performance.now(), exit, release() {} };
}

function notStarted(plan: Plan, cause: unknown): SandboxFault {
  const why = messageOf(cause);
  return new SandboxFault(`${nameOf(plan)} could not be started: ${why}`, { cause });
}

function write(stream: ChildProcess['stdio'][number] | undefined, bytes: Uint8Array): void {
  if (stream && 'end' in stream) stream.end(bytes);
}
