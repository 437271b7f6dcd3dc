import { setTimeout as wait } from 'node:timers/promises';
import type { Logger } from 'pino';

/** Milliseconds between two tries. */
const PAUSE = 2_000;

/**
 * Publishes what comes with dsap; what fails, such as by one time-out of the database, is tried again beside the service until it is there.
 * Resolves after the first try. `closing` gives it up.
 */
export async function publishPatiently(
  publish: () => Promise<void>,
  logger: Pick<Logger, 'warn' | 'info'>,
  closing: AbortSignal,
): Promise<void> {
  if (await succeeds(publish, logger)) return;
  void (async () => {
    do await wait(PAUSE, undefined, { signal: closing }).catch(() => undefined);
    while (!closing.aborted && !(await succeeds(publish, logger)));
    if (!closing.aborted) logger.info('the definitions that come with dsap are published');
  })();
}

async function succeeds(publish: () => Promise<void>, logger: Pick<Logger, 'warn'>): Promise<boolean> {
  try {
    await publish();
    return true;
  } catch (error) {
    logger.warn(
      { err: error },
      'the definitions that come with dsap could not be published yet; it is tried again, and `dsap definition bundled` prints them',
    );
    return false;
  }
}
