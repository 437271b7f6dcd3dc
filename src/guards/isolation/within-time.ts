import { createContext, Script } from 'node:vm';

/**
 * Runs synchronous work and stops it when it takes longer than `milliseconds`: a schema or pattern made to run for ever would
 * otherwise hold up every other activity of the worker. Throws `TookTooLong` then, and whatever the work throws.
 */
export function withinTime<Result>(milliseconds: number, work: () => Result): Result {
  const results: Result[] = [];
  stage.work = () => {
    results.push(work());
  };
  try {
    script.runInContext(context, { timeout: milliseconds });
  } catch (error) {
    throw isTimeout(error) ? new TookTooLong(milliseconds, error) : error;
  } finally {
    delete stage.work;
  }
  for (const result of results) return result;
  throw new Error('the work has not run');
}

class TookTooLong extends Error {
  constructor(milliseconds: number, cause: unknown) {
    super(`took longer than ${milliseconds} ms and was stopped`, { cause });
    this.name = 'TookTooLong';
  }
}

/** The timer of `vm` also stops functions that were made outside of its context, which is all it is here for. */
const stage: { work?: () => void } = {};
const context = createContext(stage);
const script = new Script('work()');

function isTimeout(error: unknown): boolean {
  return (
    typeof error === 'object' && error !== null && 'code' in error && error.code === 'ERR_SCRIPT_EXECUTION_TIMEOUT'
  );
}
