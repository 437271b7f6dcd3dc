import { ApplicationFailure, log } from '@temporalio/activity';
import { UnknownRun } from '../ports/store.ts';

/** Of an activity that reached a worker of another database. */
const FOREIGN_RUN = 'ForeignRun';

const WHAT_TO_DO =
  'A worker of another database took its task from a queue that both poll; it is tried again until a worker of its own has it. ' +
  'Stop and resume the run, which gives it queues of its own, or give each database a DSAP_TASK_QUEUE of its own.';

/**
 * An activity that does nothing for a run of another database (R99): it has asked nobody yet when it finds out, is tried again, by the
 * right worker in the end, and is logged. It counts nowhere.
 */
export function ofThisStore<Input, Output>(work: (input: Input) => Promise<Output>): (input: Input) => Promise<Output> {
  return async (input) => {
    try {
      return await work(input);
    } catch (error) {
      if (!(error instanceof UnknownRun)) throw error;
      const message = `${error.message} ${WHAT_TO_DO}`;
      log.warn(message);
      throw ApplicationFailure.create({ message, type: FOREIGN_RUN, category: 'BENIGN' });
    }
  };
}
