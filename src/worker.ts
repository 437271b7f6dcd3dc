import type { WorkerDeploymentVersion } from '@temporalio/common';
import { type NativeConnection, Worker, type WorkerOptions } from '@temporalio/worker';
import type { Activities } from './activities/index.ts';
import { QUEUES } from './domain/calls.ts';

export interface WorkerSettings {
  readonly connection: NativeConnection;
  readonly namespace: string;
  /** The prefix of the task queues. */
  readonly taskQueue: string;
  /** Path of the workflow bundle. */
  readonly codePath: string;
  readonly activities: Activities;
  /** Under which Temporal shows the workers of this process. */
  readonly identity?: string;
  /** How many calls of each kind run at once. */
  readonly slots: { readonly generate: number; readonly guard: number };
  /** Left out: unversioned, which is what development wants. */
  readonly deployment?: WorkerDeploymentVersion | undefined;
  /** Milliseconds that calls under way have to settle at shutdown. */
  readonly grace: number;
}

/** One Temporal worker per task queue, so that full model slots hold up neither guards nor the log (R83). */
export function createWorkers(settings: WorkerSettings): Promise<readonly Worker[]> {
  const { activities, slots, codePath } = settings;
  return Promise.all([
    create(settings, QUEUES.workflow, { workflowBundle: { codePath } }),
    create(settings, QUEUES.generate, {
      activities: { generate: activities.generate },
      maxConcurrentActivityTaskExecutions: slots.generate,
    }),
    createGuardWorker(settings, slots.guard),
    create(settings, QUEUES.log, {
      activities: {
        flush: activities.flush,
        storeAmendment: activities.storeAmendment,
        prepareRedirect: activities.prepareRedirect,
      },
      maxConcurrentActivityTaskExecutions: 20,
    }),
  ]);
}

/** The worker of `dsap worker --queue guards`: what asks no model, and nothing else. */
export function createGuardWorker(
  settings: Omit<WorkerSettings, 'codePath' | 'slots'>,
  slots: number,
): Promise<Worker> {
  return create(settings, QUEUES.guard, {
    activities: { evaluateGuard: settings.activities.evaluateGuard, runCode: settings.activities.runCode },
    maxConcurrentActivityTaskExecutions: slots,
  });
}

function create(
  { connection, namespace, taskQueue, grace, deployment, identity }: Omit<WorkerSettings, 'codePath' | 'slots'>,
  suffix: string,
  options: Partial<WorkerOptions>,
): Promise<Worker> {
  return Worker.create({
    connection,
    namespace,
    taskQueue: `${taskQueue}${suffix}`,
    shutdownGraceTime: grace,
    // How long a run waits for a worker that was killed before any other may take its next task.
    stickyQueueScheduleToStartTimeout: '3s',
    // What does not settle even when cancelled is handed back to Temporal by its heartbeat's absence.
    shutdownForceTime: grace + 5_000,
    // The fallback of the direct path (R83): no heartbeat of a call is held back longer, so its next one brings the cancellation.
    maxHeartbeatThrottleInterval: 300,
    ...(identity !== undefined && { identity }),
    ...(deployment && { workerDeploymentOptions: versioned(deployment) }),
    ...options,
  });
}

/** A run stays with the version that it began on: its history is never replayed by other code. */
function versioned(version: WorkerDeploymentVersion) {
  return { version, useWorkerVersioning: true, defaultVersioningBehavior: 'PINNED' } as const;
}
