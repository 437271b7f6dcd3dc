import { setTimeout as wait } from 'node:timers/promises';

const LIMIT = 20_000;
const LOOK_EVERY = 50;

/**
 * Resolves when the API says that a run can really be started: a worker that has just connected is known to the server only
 * a moment later. Throws with what it says instead when that lasts.
 */
export async function untilReady(apiUrl: string): Promise<void> {
  for (const deadline = Date.now() + LIMIT; ; await wait(LOOK_EVERY)) {
    const response = await fetch(`${apiUrl}/readyz`, { signal: AbortSignal.timeout(LIMIT) });
    const said = await response.text();
    if (response.ok) return;
    if (Date.now() > deadline) throw new Error(`The service came up, but no run can be started: ${said}`);
  }
}
