import { setTimeout as wait } from 'node:timers/promises';
import { StoreUnavailable } from '../../ports/store.ts';

/** Milliseconds between two tries. */
const PAUSE = 1_000;
/** Tries between two lines about it. */
const TOLD_EVERY = 30;

/** Refused by the server, which therefore answers: waiting changes nothing. SQLSTATE classes of logins and of names of databases. */
const REFUSED = /^(28|3D)...$/;

/** Tries until the database answers, and says so while it does not; any other failure is thrown. */
export async function untilAnswered<Answer>(
  ask: () => Promise<Answer>,
  tell: (line: string) => void,
  stopping: AbortSignal,
): Promise<Answer> {
  for (let tries = 0; ; tries += 1) {
    try {
      return await ask();
    } catch (error) {
      if (!(error instanceof StoreUnavailable) || isRefused(error) || stopping.aborted) throw error;
      if (tries % TOLD_EVERY === 0) tell(`waiting for the database: ${error.message}`);
      await wait(PAUSE, undefined, { signal: stopping }).catch(() => undefined);
    }
  }
}

function isRefused(error: unknown): boolean {
  if (!(error instanceof Error)) return false;
  const code = 'code' in error ? error.code : undefined;
  return (typeof code === 'string' && REFUSED.test(code)) || isRefused(error.cause);
}
