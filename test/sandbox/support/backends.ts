import { cacheDirectory } from '../../../src/platform/cache-directory.ts';
import { type Attacker, isAttacker } from '../../../src/sandbox/attacks/program.ts';
import { createBwrap } from '../../../src/sandbox/bwrap/bwrap.ts';
import { createDeno } from '../../../src/sandbox/deno/deno.ts';
import { createOci } from '../../../src/sandbox/oci/oci.ts';
import type { Sandbox } from '../../../src/sandbox/sandbox.ts';
import { createUnsafeLocal } from '../../../src/sandbox/unsafe-local.ts';
import type { AttackName } from './attacks.ts';
import { warmly } from './warmly.ts';

/** A sandbox of this machine, or why it is not here. */
export interface Backend {
  readonly name: string;
  readonly sandbox?: Sandbox;
  readonly missing?: string;
  /** Attacks that are known to succeed on it. */
  readonly known: readonly AttackName[];
  /** Each job but the first finds a process that has waited for it. */
  readonly waits?: true;
}

type Log = (line: string) => void;

const CACHE = cacheDirectory(process.env);

/** Opens the sandboxes that hold something back. Without `TEST_OCI_ROOTFS` or `TEST_OCI_IMAGE` there is nothing to run in containers. */
export async function openBackends(): Promise<readonly Backend[]> {
  return Promise.all([
    backend('deno', (log) => createDeno({ cacheDirectory: CACHE, log })),
    waiting('deno, having waited', (log) => createDeno({ cacheDirectory: CACHE, log, pool: 1 })),
    backend('bwrap', (log) => createBwrap({ cacheDirectory: CACHE, log })),
    waiting('bwrap, having waited', (log) => createBwrap({ cacheDirectory: CACHE, log, pool: 1 })),
    waiting('bwrap, forking', (log) => createBwrap({ cacheDirectory: CACHE, log, pool: 1, fork: true })).then(pythonOf),
    // What the engine's own filter of system calls lets through.
    backend('oci', openOci, ['userns', 'vsock']),
  ]);
}

/** The yardstick: what it lets through shows that an attack works. */
export async function openUnsafe(): Promise<Sandbox> {
  return createUnsafeLocal();
}

/** The toolchains that attacks are tried with on a sandbox. */
export function attackersOf({ capabilities }: Sandbox): readonly Attacker[] {
  return capabilities.toolchains.filter(isAttacker);
}

async function backend(
  name: string,
  create: (log: Log) => Promise<Sandbox | undefined>,
  known: readonly AttackName[] = [],
): Promise<Backend> {
  const lines: string[] = [];
  const sandbox = await create((line) => lines.push(line));
  return sandbox ? { name, sandbox, known } : { name, missing: lines.join('; '), known };
}

async function waiting(name: string, create: (log: Log) => Promise<Sandbox | undefined>): Promise<Backend> {
  const { sandbox, ...rest } = await backend(name, create);
  return { ...rest, ...(sandbox && { sandbox: warmly(sandbox) }), waits: true };
}

/** Nothing else forks. */
function pythonOf({ sandbox, ...rest }: Backend): Backend {
  if (!sandbox) return rest;
  return { ...rest, sandbox: { ...sandbox, capabilities: { ...sandbox.capabilities, toolchains: ['python'] } } };
}

async function openOci(log: Log): Promise<Sandbox | undefined> {
  const {
    TEST_OCI_ROOTFS: rootfs,
    TEST_OCI_IMAGE: image,
    TEST_OCI_CLI: cli = 'podman',
    TEST_OCI_RUNTIME: runtime,
  } = process.env;
  if (cli !== 'podman' && cli !== 'docker') throw new Error(`TEST_OCI_CLI is podman or docker, not ${cli}`);
  if (rootfs || image) return createOci({ cli, rootfs, image, runtime, log });
  log('neither TEST_OCI_ROOTFS nor TEST_OCI_IMAGE names what to run');
  return undefined;
}
