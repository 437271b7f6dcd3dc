import { setTimeout as wait } from 'node:timers/promises';
import type { Toolchain } from '../../../src/model/isolation.ts';
import type { Preload, Sandbox } from '../../../src/sandbox/sandbox.ts';
import { REST } from '../../../src/sandbox/warm/start.ts';
import { until } from '../../support/until.ts';

const NOTHING: Readonly<Record<Toolchain, Preload>> = {
  python: { files: {}, imports: [] },
  typescript: { files: {}, imports: [] },
  command: { files: {}, imports: [] },
};

/** The same sandbox, whose jobs all take the way of those that have something loaded ahead, though nothing is. */
export function warmly(sandbox: Sandbox): Sandbox {
  return { ...sandbox, start: (job, signal) => sandbox.start({ preload: NOTHING[job.toolchain], ...job }, signal) };
}

/** Resolves when so many processes are ready for their job. Those that waited for other kinds are let go by then: that is done after a rest. */
export async function readyIn({ name, pool }: Sandbox, count = 1): Promise<void> {
  await wait(2 * REST);
  await until(`${count} processes of ${name} are ready`, () => (pool?.().waiting ?? 0) >= count || undefined);
}
