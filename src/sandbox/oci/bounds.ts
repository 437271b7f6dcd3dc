import { said } from '../bwrap/said.ts';
import { BOUNDS, type Bound, DEFAULT_LIMITS } from '../sandbox.ts';
import { FEWEST_OF_GVISOR, processesOf } from './arguments.ts';
import type { Client } from './client.ts';
import { launchIn } from './container.ts';
import type { OciSettings } from './settings.ts';

/** The limits of the control group, in the words of both its versions, a line each. */
const SHOW = `
cd /sys/fs/cgroup && cat memory.max pids.max memory/memory.limit_in_bytes pids/pids.max 2>/dev/null
true
`;

/**
 * What an engine bounds by force. One that cannot bound memory or processes says so at most in a warning, so that is looked at from
 * inside. Throws when it starts no program.
 */
export async function boundsOf(settings: OciSettings, client: Client): Promise<readonly Bound[]> {
  const shown = await said((job, signal) => launchIn(settings, client, job, signal), ['sh', '-c', SHOW]);
  const values = shown.split('\n').map(Number);
  const processes = processesOf(settings, { limits: DEFAULT_LIMITS, toolchain: 'command' });
  const missing: readonly Bound[] = [
    ...(values.includes(DEFAULT_LIMITS.memory) ? [] : (['memory'] as const)),
    // So many as gVisor needs for its own threads bound nothing.
    ...(values.includes(processes) && processes < FEWEST_OF_GVISOR ? [] : (['processes'] as const)),
  ];
  return BOUNDS.filter((bound) => !missing.includes(bound));
}
