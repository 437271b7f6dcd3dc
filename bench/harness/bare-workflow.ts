import { proxyActivities } from '@temporalio/workflow';
import type { BareActivities } from './bare-activities.ts';
import { BARE_QUEUES } from './bare-queues.ts';

const { generate } = proxyActivities<BareActivities>({
  taskQueue: BARE_QUEUES.generate,
  startToCloseTimeout: '2 minutes',
});
const { judge } = proxyActivities<BareActivities>({ taskQueue: BARE_QUEUES.guard, startToCloseTimeout: '1 minute' });

export interface BareInput {
  readonly workflow: string;
  readonly steps: readonly string[];
}

/** The same work without a store, a log or control: for each step generate and judge until it passes. */
export async function BareRun({ workflow, steps }: BareInput): Promise<{ status: 'completed' }> {
  for (const step of steps) {
    for (let n = 1; ; n += 1) {
      const text = await generate({ workflow, step, n });
      if (await judge({ workflow, step, n, text })) break;
    }
  }
  return { status: 'completed' };
}
