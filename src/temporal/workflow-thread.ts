/**
 * The thread of a worker in which its workflows run: the SDK's, without two things that took most of its time.
 *
 * - No stack is kept of every promise. `__stack_trace` is refused; current details say where a run stands.
 * - One watchdog looks after an activation, in the place of one for each of the calls that it is made of: each is a thread that is started and
 *   ended. An activation that takes longer than `isolateExecutionTimeout` is ended and fails its task, as before.
 */
import { ReusableVMWorkflow, ReusableVMWorkflowCreator } from '@temporalio/worker/lib/workflow/reusable-vm.js';
import { BaseVMWorkflow, globalHandlers } from '@temporalio/worker/lib/workflow/vm-shared.js';
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

ReusableVMWorkflow.prototype.activate = async function activate(activation) {
  try {
    return await watched(limit, () => BaseVMWorkflow.prototype.activate.call(this, activation));
  } catch (error) {
    return { runId: this.runId, failed: { failure: this['activator'].errorToFailure(error) } };
  }
};

// Hears what the worker asks for.
await import('@temporalio/worker/lib/workflow/workflow-worker-thread.js');
