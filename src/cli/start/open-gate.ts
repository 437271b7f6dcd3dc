import type { Gate } from '../../ports/gate.ts';
import { StoreUnavailable } from '../../ports/store.ts';
import { openQuestions, type WatchOptions, watchAnswers } from '../../store/log/watch-answers.ts';
import { closeAll } from '../close-all.ts';
import type { WorkerSurroundings } from './composition.ts';

interface GateOptions extends Pick<WorkerSurroundings, 'databaseUrl' | 'logger'>, Pick<WatchOptions, 'patience'> {
  readonly gate: Pick<Gate, 'set'>;
  /** Stores what waits in the spool; answers how many. Throws `StoreUnavailable` while the database is away. */
  readonly restore: () => Promise<number>;
}

/**
 * Shuts the gate while the database is silent (R99). Before it opens again, what went to the spool meanwhile is stored, so that calls
 * that are tried again find it (R100). Answers what ends that.
 */
export async function openGateBy({
  gate,
  databaseUrl,
  logger,
  restore,
  ...watching
}: GateOptions): Promise<() => Promise<void>> {
  const { ask, close } = await openQuestions(databaseUrl);
  const watch = watchAnswers({
    ...watching,
    ask,
    onSilence() {
      logger.warn('the database is silent: nothing is polled until it answers; what is in hand is kept');
      gate.set(false);
    },
    async onAnswer() {
      const stored = await restore().catch((error: unknown) => {
        // It has gone again: the gate stays shut until it answers for good.
        if (error instanceof StoreUnavailable) throw error;
        logger.error({ err: error }, 'what waits in the spool cannot be stored; a restart tries it again');
        return 0;
      });
      if (stored > 0) logger.info(`${stored} answers that were held too long were stored`);
      logger.info('the database answers again: polling');
      gate.set(true);
    },
  });
  return () => closeAll([watch.close, close]);
}
