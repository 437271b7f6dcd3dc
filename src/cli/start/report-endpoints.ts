import type { Models } from '../../generators/registry.ts';
import type { Endpoints } from '../../ports/store/endpoints.ts';
import { HEARTBEAT_EVERY } from '../../ports/worker-heartbeats.ts';

/** Milliseconds after which a reading that did not change is reported again. */
const AGAIN = 10_000;

/** Reports what this worker knows of the endpoints with each of its heartbeats, where there is news, until it is closed. */
export function reportEndpoints(
  endpoints: Pick<Endpoints, 'report'>,
  worker: string,
  models: Pick<Models, 'readings'>,
): { close(): Promise<void> } {
  let last = { text: '[]', at: 0 };
  const timer = setInterval(() => {
    const readings = models.readings();
    const [text, now] = [JSON.stringify(readings), Date.now()];
    if (readings.length === 0 || (text === last.text && now - last.at < AGAIN)) return;
    last = { text, at: now };
    // A database that is away is told later.
    endpoints.report(worker, readings, now).catch(() => {
      last = { text: '[]', at: 0 };
    });
  }, HEARTBEAT_EVERY).unref();
  return { close: async () => clearInterval(timer) };
}
