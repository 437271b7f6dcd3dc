import type { RunningApi, Surroundings, WorkerSurroundings } from './composition.ts';
import type { Part } from './lifecycle.ts';

/** The API, put together from all its layers. */
export async function startApi(surroundings: Surroundings): Promise<RunningApi> {
  throw new Error(`startApi is not composed yet (${surroundings.config.host})`);
}

/** The workers, put together from all their layers. */
export async function startWorkers(surroundings: WorkerSurroundings): Promise<Part> {
  throw new Error(`startWorkers is not composed yet (${surroundings.queues})`);
}
