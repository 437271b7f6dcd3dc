import { setImmediate, setTimeout } from 'node:timers';

/** Milliseconds that what tests have left behind, such as a timer, may take until it has come to its end. */
export const MAX_SETTLING = 500;

/** Resolves when there is nothing left to wait for in this process, or after so many milliseconds. No module may wait for it. */
export function drained(patience: number): Promise<void> {
  // The event only comes after a turn in which there was something to do.
  setImmediate(() => {});
  return new Promise((resolve) => {
    process.once('beforeExit', () => resolve());
    setTimeout(resolve, patience).unref();
  });
}
