import path from 'node:path';
import type { WorkerDeploymentVersion } from '@temporalio/common';
import type { NativeConnection, Worker, WorkerOptions } from '@temporalio/worker';
import type { Activities } from './activities/index.ts';
import { QUEUES } from './ports/calls.ts';
import { createGate, type Gate } from './ports/gate.ts';
import type { CallSigner } from './remote-guards/signed-token.ts';
import { gatedSlots } from './temporal/gated-slots.ts';
import { dataConverter, LeanWorker } from './temporal/lean-worker.ts';
import { signingCodec } from './temporal/signing-codec.ts';
import { type WorkflowSlots, workflowSlots } from './temporal/workflow-slots.ts';

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
  /** Signs what is scheduled for guards. */
  readonly signer: Pick<CallSigner, 'signedTokenOf'>;
  /**
   * How many calls of each kind run at once; none at all where another process serves them. `text`: guards without a program, 50 when left
   * out: they take moments, or wait for a model that has limits of its own.
   */
  readonly slots: { readonly generate: number; readonly guard: number; readonly text?: number };
  /** Left out: unversioned, which is what development wants. */
  readonly deployment?: WorkerDeploymentVersion | undefined;
  /** Milliseconds that calls under way have to settle at shutdown. */
  readonly grace: number;
  /** While it is shut nothing is polled (R99); left out: it is always open. */
  readonly gate?: Gate;
  /** Of workflow tasks; by default as many as their thread ends in good time. */
  readonly workflowSlots?: WorkflowSlots;
}

type GuardWorkerSettings = Omit<WorkerSettings, 'codePath' | 'slots' | 'signer' | 'activities'> & {
  readonly activities: Pick<Activities, 'evaluateGuard' | 'verifyBaseCase' | 'runCommand'>;
};

const TEXT_SLOTS = 50;

/**
 * One Temporal worker per task queue, so that full model slots hold up neither guards nor the log (R83), and a program no guard that runs
 * none (R119).
 */
export function createWorkers(settings: WorkerSettings): Promise<readonly Worker[]> {
  const { activities, slots, codePath, signer, gate = createGate() } = settings;
  const { generate, agentTurn, agentEffect, evaluateGuard } = activities;
  const asking = { generate, agentTurn, agentEffect };
  return Promise.all([
    create(settings, QUEUES.workflow, {
      workflowBundle: { codePath },
      ...(!settings.deployment && { buildId: buildOf(codePath) }),
      dataConverter: { ...dataConverter, payloadCodecs: [signingCodec(signer)] },
      // Guards are asked here as local activities alone.
      activities: { ...asking, evaluateGuard },
      // Whatever one workflow task opens comes back with its completion, as far as there are slots.
      maxEagerActivityReservationsPerWorkflowTask: slots.generate,
      ...slotsOf(
        slots.generate,
        { gate },
        settings.workflowSlots ?? workflowSlots({ gate, now: () => performance.now() }),
      ),
    }),
    // Of runs that began before models were asked on the run's own queue.
    create(settings, QUEUES.generate, { activities: asking, ...slotsOf(slots.generate, settings) }),
    ...(slots.guard > 0 ? [createGuardWorker(settings, slots.guard)] : []),
    ...(slots.text === 0 ? [] : [createTextWorker(settings, slots.text)]),
    create(settings, QUEUES.log, {
      activities: {
        flush: activities.flush,
        announceFire: activities.announceFire,
        recallFire: activities.recallFire,
        storeAmendment: activities.storeAmendment,
        prepareRedirect: activities.prepareRedirect,
        evaluateWhen: activities.evaluateWhen,
        runCode: activities.runCode,
      },
      ...slotsOf(20, settings),
    }),
  ]);
}

/** The worker of `dsap worker --queue guards`: runs programs, judges where some are run, and does nothing else. */
export function createGuardWorker(settings: GuardWorkerSettings, slots: number): Promise<Worker> {
  return create(settings, QUEUES.guard, {
    activities: {
      evaluateGuard: settings.activities.evaluateGuard,
      verifyBaseCase: settings.activities.verifyBaseCase,
      runCommand: settings.activities.runCommand,
    },
    ...slotsOf(slots, settings),
  });
}

/** Judges where no program is run, so that nobody waits for one (R119). */
export function createTextWorker(
  settings: Omit<GuardWorkerSettings, 'activities'> & {
    readonly activities: Pick<Activities, 'evaluateGuard' | 'verifyBaseCase'>;
  },
  slots = TEXT_SLOTS,
): Promise<Worker> {
  const { evaluateGuard, verifyBaseCase } = settings.activities;
  return create(settings, QUEUES.text, {
    activities: { evaluateGuard, verifyBaseCase },
    ...slotsOf(slots, settings),
  });
}

function create(
  { connection, namespace, taskQueue, grace, deployment, identity }: Omit<GuardWorkerSettings, 'activities'>,
  suffix: string,
  options: Partial<WorkerOptions>,
): Promise<Worker> {
  return LeanWorker.create({
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
    dataConverter,
    ...options,
  });
}

/** As many polls at once as the SDK has by itself. */
const POLLS = 10;
/** For what ours serve none of. */
const NO_MATTER = { type: 'fixed-size', numSlots: 100 } as const;

/** How many activities run at once, and how many workflow tasks where the queue has any. */
function slotsOf(
  activities: number,
  { gate }: Pick<WorkerSettings, 'gate'>,
  workflows?: WorkflowSlots,
): Partial<WorkerOptions> {
  if (!gate) return { maxConcurrentActivityTaskExecutions: activities };
  return {
    tuner: {
      workflowTaskSlotSupplier: workflows?.tasks ?? NO_MATTER,
      activityTaskSlotSupplier: gatedSlots(activities, gate),
      localActivityTaskSlotSupplier: workflows?.locals ?? NO_MATTER,
      nexusTaskSlotSupplier: NO_MATTER,
    },
    activityTaskPollerBehavior: { type: 'simple-maximum', maximum: Math.min(POLLS, activities) },
  };
}

/** What three events of each attempt name as the code that took it: a part of the digest in the bundle's name will do. */
function buildOf(codePath: string): string {
  return path.parse(codePath).name.replace('workflows-', '').slice(0, 12);
}

/** A run stays with the version that it began on: its history is never replayed by other code. */
function versioned(version: WorkerDeploymentVersion) {
  return { version, useWorkerVersioning: true, defaultVersioningBehavior: 'PINNED' } as const;
}
