import path from 'node:path';
import { Worker as Thread } from 'node:worker_threads';
import type { DataConverter, Logger } from '@temporalio/common';
import { type CompiledWorkerOptions, Worker } from '@temporalio/worker';
import type { WorkflowCreator } from '@temporalio/worker/lib/workflow/interface.js';
import { ThreadedVMWorkflowCreator, WorkerThreadClient } from '@temporalio/worker/lib/workflow/threaded-vm.js';
import type { WorkflowBundleWithSourceMapAndFilename } from '@temporalio/worker/lib/workflow/workflow-worker-thread/input.js';
import { PAYLOAD_CONVERTER } from '../platform/workflow-bundle.ts';

/** How workers read the arguments of workflows and activities. */
export const dataConverter: DataConverter = { payloadConverterPath: PAYLOAD_CONVERTER };

const THREAD = new URL(`workflow-thread${path.extname(import.meta.url)}`, import.meta.url);

/** A worker whose workflows run in a thread of ours (`workflow-thread.ts`). */
export class LeanWorker extends Worker {
  protected static override async createWorkflowCreator(
    workflowBundle: WorkflowBundleWithSourceMapAndFilename,
    { activities, isolateExecutionTimeoutMs }: CompiledWorkerOptions,
    logger: Logger,
  ): Promise<WorkflowCreator> {
    const client = new WorkerThreadClient(new Thread(THREAD), logger);
    await client.send({
      type: 'init',
      workflowBundle,
      isolateExecutionTimeoutMs,
      reuseV8Context: true,
      registeredActivityNames: new Set(activities.keys()),
      hasPatchActivationCallback: false,
    });
    return new ThreadedVMWorkflowCreator([client]);
  }
}
