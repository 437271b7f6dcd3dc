import {
  type ActivityOptions,
  type LocalActivityOptions,
  proxyActivities,
  proxyLocalActivities,
  workflowInfo,
} from '@temporalio/workflow';
import type { Activities } from '../activities/index.ts';
import { QUEUES } from '../ports/calls.ts';

/**
 * Unlimited, with growing waits: a dead worker or a failing store must never use anything up. Faults of the provider and of guards
 * are counted by the activities themselves, which give up by answering so (R32).
 */
const retry = { initialInterval: '500ms', backoffCoefficient: 2, maximumInterval: '30s' } as const;

/** What a call takes beside its own work, in milliseconds: storing events, reading its material, storing its answer. */
const MARGIN = 20_000;
/** How long it may hold an answer that the database cannot take, in milliseconds: it heartbeats meanwhile (R100). */
const HOLD = 15 * 60_000;

// Tokens decide, not promises: a revoked call is not waited for (R27), hence TRY_CANCEL. The timeouts are given per call.
const call = { retry, cancellationType: 'TRY_CANCEL', startToCloseTimeout: '10 minutes' } as const;

export const { generate, runCode, agentTurn, agentEffect, evaluateGuard, evaluateWhen, verifyBaseCase, runCommand } =
  proxyActivities<Activities>(call);

export const { flush } = proxyActivities<Activities>({
  startToCloseTimeout: '15s',
  heartbeatTimeout: '3s',
  retry: { ...retry, initialInterval: '200ms', maximumInterval: '5s' },
});

/** Of schedules: neither may be lost, so each is tried until it is done. */
export const { announceFire, recallFire } = proxyActivities<Activities>({
  startToCloseTimeout: '15s',
  heartbeatTimeout: '3s',
  retry: { ...retry, maximumInterval: '5s' },
});

/** A person is told when it cannot be done after all, so it is not tried for ever. */
export const { storeAmendment, prepareRedirect } = proxyActivities<Activities>({
  startToCloseTimeout: '15s',
  heartbeatTimeout: '3s',
  scheduleToCloseTimeout: '10 minutes',
  retry: { ...retry, initialInterval: '200ms', maximumInterval: '5s' },
});

const local = proxyLocalActivities<Pick<Activities, 'evaluateGuard'>>({
  scheduleToCloseTimeout: '1s',
  retry: { maximumAttempts: 1 },
  cancellationType: 'TRY_CANCEL',
});

/** Judges by pure guards alone, within the workflow task: until it ends the run hears nothing. Rejects when that takes a second, or cannot be done so. */
export const { evaluateGuard: evaluateGuardLocally } = local;

/** What the marker shows. */
export function localOptions(summary: string): LocalActivityOptions {
  return { summary };
}

/** The options of one call. `timeout` and `heartbeatTimeout` in milliseconds. */
export function callOptions(
  queue: keyof typeof QUEUES,
  summary: string,
  { timeout, heartbeatTimeout }: { timeout: number; heartbeatTimeout: number },
): ActivityOptions {
  return { taskQueue: queueName(queue), summary, startToCloseTimeout: timeout + MARGIN + HOLD, heartbeatTimeout };
}

/** The flush has a queue of its own, so that full model slots never hold up a stop (R83). */
export function flushOptions(): ActivityOptions {
  return logOptions('store events');
}

export function logOptions(summary: string): ActivityOptions {
  return { taskQueue: queueName('log'), summary };
}

function queueName(queue: keyof typeof QUEUES): string {
  return `${workflowInfo().taskQueue}${QUEUES[queue]}`;
}
