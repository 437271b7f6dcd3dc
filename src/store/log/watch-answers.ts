import { setTimeout as wait } from 'node:timers/promises';
import { connectionSettings } from '../connection.ts';
import { openDatabase } from '../pool.ts';

export interface WatchOptions {
  /** Rejects when there is no answer; in so short a time that it can be asked again. */
  readonly ask: () => Promise<unknown>;
  /** Called when no answer has come for so long, and when one comes after that; what it rejects with is one more silence. */
  readonly onSilence: () => void;
  readonly onAnswer: () => Promise<void>;
  /** Milliseconds without an answer that are silence, and between two questions. */
  readonly patience?: number;
  readonly every?: number;
}

const PATIENCE = 5_000;
const EVERY = 500;
/** Milliseconds for an answer. */
const LIMIT = 1_000;
/** One question that went unanswered may be our own doing, as when this process was suspended. */
const FEWEST = 3;

/** Asks again and again, and tells when the answers stop and when they come again (R99). */
export function watchAnswers({ ask, onSilence, onAnswer, patience = PATIENCE, every = EVERY }: WatchOptions): {
  readonly close: () => Promise<void>;
} {
  const closing = new AbortController();
  const watching = watch();
  async function watch(): Promise<void> {
    let unanswered: { readonly since: number; readonly times: number } | undefined;
    let isSilent = false;
    while (!closing.signal.aborted) {
      const asked = Date.now();
      const isAnswered = await ask()
        .then(() => (isSilent ? onAnswer() : undefined))
        .then(
          () => true,
          () => false,
        );
      unanswered = isAnswered ? undefined : { since: unanswered?.since ?? asked, times: (unanswered?.times ?? 0) + 1 };
      const lasts = unanswered !== undefined && unanswered.times >= FEWEST && Date.now() - unanswered.since >= patience;
      if (!isSilent && lasts) onSilence();
      isSilent = !isAnswered && (isSilent || lasts);
      await wait(every, undefined, { signal: closing.signal }).catch(() => undefined);
    }
  }
  return {
    async close() {
      closing.abort();
      await watching;
    },
  };
}

/** A connection of its own for `ask`, so that nobody's work delays the answer. Throws `StoreUnavailable` as the store does. */
export async function openQuestions(
  databaseUrl: string,
): Promise<{ readonly ask: () => Promise<unknown>; readonly close: () => Promise<void> }> {
  const limits = { connectionTimeoutMillis: LIMIT, statementLimit: LIMIT, query_timeout: LIMIT };
  const database = openDatabase({ ...(await connectionSettings(databaseUrl)), ...limits }, 1, {
    warn: () => undefined,
  });
  return { ask: () => database.query({ text: 'select' }), close: () => database.close() };
}
