import { proxyActivities } from '@temporalio/workflow';
import type { BareActivities } from './bare-activities.ts';
import { BARE_QUEUES, isEager, type Shape } from './bare-queues.ts';

const LIMIT = { startToCloseTimeout: '2 minutes' } as const;
const generating = proxyActivities<BareActivities>({ taskQueue: BARE_QUEUES.generate, ...LIMIT });
const judging = proxyActivities<BareActivities>({ taskQueue: BARE_QUEUES.guard, ...LIMIT });
const eager = proxyActivities<BareActivities>(LIMIT);

export interface BareInput {
  readonly workflow: string;
  readonly steps: readonly string[];
  readonly shape: Shape;
}

/** The same work without a store, a log or control: for each step generate and judge until it passes. */
export async function BareRun({ workflow, steps, shape }: BareInput): Promise<{ status: 'completed' }> {
  const [generate, judge] = isEager(shape) ? [eager, eager] : [generating, judging];
  const attempt = async (step: string, n: number) => {
    if (shape === 'one' || shape === 'one-eager') return generate.generateAndJudge({ workflow, step, n });
    return judge.judge({ workflow, step, n, text: await generate.generate({ workflow, step, n }) });
  };
  for (const step of steps) for (let n = 1; !(await attempt(step, n)); ) n += 1;
  return { status: 'completed' };
}
