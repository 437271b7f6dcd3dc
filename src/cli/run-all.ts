import type { Worker } from '@temporalio/worker';
import type { Part } from './lifecycle.ts';

/** Workers at work, until they are closed: then calls under way settle within their grace. */
export function runAll(workers: readonly Worker[]): Required<Part> {
  const ended = Promise.all(workers.map((worker) => worker.run()));
  ended.catch(() => {});
  return {
    ended,
    async close() {
      for (const worker of workers) if (worker.getState() === 'RUNNING') worker.shutdown();
      await ended;
    },
  };
}
