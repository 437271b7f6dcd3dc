import { type SandboxName, USUAL_POOL } from '../model/isolation.ts';
import { messageOf } from '../text/message-of.ts';
import { createBwrap } from './bwrap/bwrap.ts';
import { createDeno } from './deno/deno.ts';
import { createOci, type OciSettings } from './oci/oci.ts';
import type { Sandbox } from './sandbox.ts';
import { type Sandboxes, sandboxesOf } from './sandboxes.ts';
import { selfTest } from './self-test/self-test.ts';
import { createUnsafeLocal } from './unsafe-local.ts';

export interface SandboxSettings {
  /** What is tried, in order of preference. */
  readonly order: readonly SandboxName[];
  /** Where `order` names it. */
  readonly oci?: OciSettings | undefined;
  /** How many processes each of them keeps ready for jobs to come, at most. */
  readonly pool?: number | undefined;
  /** Python in `bwrap` forks for a job. */
  readonly fork?: boolean | undefined;
  /** For snapshots and fetched tools. */
  readonly cacheDirectory: string;
  /** Told why a sandbox is not offered, and of one that isolates nothing. */
  readonly warn: (line: string) => void;
}

/**
 * The sandboxes of this worker: those of the settings that are there and have just held against the self-test. A sandbox that lets an
 * attack through is not offered, so guards that need it cannot judge (guards 1.7).
 */
export async function openSandboxes(settings: SandboxSettings): Promise<Sandboxes> {
  const made = await Promise.all(settings.order.map((name) => trusted(name, settings)));
  return sandboxesOf(made.filter((sandbox) => sandbox !== undefined));
}

async function trusted(name: SandboxName, settings: SandboxSettings): Promise<Sandbox | undefined> {
  const { warn } = settings;
  try {
    const sandbox = await create(name, settings);
    if (sandbox === undefined) return undefined;
    if (sandbox.capabilities.level === 'none') {
      warn(`sandbox ${name}: UNSAFE. It isolates nothing: programs of models run with the rights of this worker.`);
      return sandbox;
    }
    const { passed, failures } = await selfTest(sandbox, AbortSignal.timeout(PATIENCE));
    if (passed) return sandbox;
    await sandbox.close();
    warn(`sandbox ${name}: not offered, since it failed its self-test: ${failures.join('; ')}`);
  } catch (error) {
    warn(`sandbox ${name}: not offered: ${messageOf(error)}`);
  }
  return undefined;
}

/** Milliseconds of a self-test, which takes far less; then it has failed. */
const PATIENCE = 30_000;

async function create(
  name: SandboxName,
  { cacheDirectory, oci, pool = USUAL_POOL, fork = false, warn }: SandboxSettings,
): Promise<Sandbox | undefined> {
  const log = (line: string) => warn(`sandbox ${name}: ${line}`);
  switch (name) {
    case 'deno':
      return createDeno({ cacheDirectory, pool, log });
    case 'bwrap':
      return createBwrap({ cacheDirectory, pool, fork, log });
    case 'oci':
      return oci && createOci({ ...oci, log });
    case 'unsafe-local':
      return createUnsafeLocal();
  }
}
