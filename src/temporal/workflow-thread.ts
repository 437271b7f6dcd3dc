/**
 * The thread of a worker in which its workflows run: the SDK's, without two things that took most of its time, and with one that it lacks.
 *
 * - No stack is kept of every promise. `__stack_trace` is refused; current details say where a run stands.
 * - One watchdog looks after an activation, in the place of one for each of the calls that it is made of: each is a thread that is started and
 *   ended. An activation that takes longer than `isolateExecutionTimeout` is ended and fails its task, as before.
 * - A query waits for what is judged within the workflow task (docs/decisions/2026-11-25-queries-beside-local-guards.md).
 */
import { ReusableVMWorkflow, ReusableVMWorkflowCreator } from '@temporalio/worker/lib/workflow/reusable-vm.js';
import { BaseVMWorkflow, globalHandlers } from '@temporalio/worker/lib/workflow/vm-shared.js';
import { createHeldQueries } from './held-queries.ts';
import { watched } from './watched.ts';

globalHandlers.install();
globalHandlers['stopPromiseHook']();
globalHandlers.promiseHookInstalled = false;

/** Milliseconds of one activation; the worker says it when it sets the thread up. */
let limit = 0;

const create = ReusableVMWorkflowCreator.create.bind(ReusableVMWorkflowCreator);
ReusableVMWorkflowCreator.create = (bundle, milliseconds, ...others) => {
  limit = milliseconds;
  return Reflect.apply(create, undefined, [bundle, undefined, ...others]);
};

const heldQueries = createHeldQueries();

ReusableVMWorkflow.prototype.activate = async function activate(activation) {
  const activated = (one: typeof activation) => watched(limit, () => BaseVMWorkflow.prototype.activate.call(this, one));
  try {
    if (heldQueries.hold(this, activation)) return { runId: this.runId, successful: { commands: [] } };
    const completion = await activated(activation);
    const queries = heldQueries.due(this, activation, completion);
    if (queries.length === 0) return completion;
    const { successful } = await activated({ ...activation, jobs: [...queries] });
    completion.successful?.commands?.push(...(successful?.commands ?? []));
    return completion;
  } catch (error) {
    return { runId: this.runId, failed: { failure: this['activator'].errorToFailure(error) } };
  }
};

// Hears what the worker asks for.
await import('@temporalio/worker/lib/workflow/workflow-worker-thread.js');
