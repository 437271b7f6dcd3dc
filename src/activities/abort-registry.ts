import type { EventLog } from '../ports/store/events.ts';

/**
 * The direct path of a stop (R83): the log's own notification of discarded tokens aborts their calls in whichever process runs them,
 * without waiting for a heartbeat. It serves stop, cascade and a signal from the Web UI alike.
 */
export interface AbortRegistry {
  /** A signal that is aborted when the log discards the token; `done` forgets it. */
  open(runId: string, token: string): { readonly signal: AbortSignal; done(): void };
  close(): void;
}

/** Hears no notification: what is left is Temporal's heartbeat. */
export const NO_NOTIFICATIONS: AbortRegistry = {
  open: () => ({ signal: new AbortController().signal, done: () => true }),
  close: () => undefined,
};

/** Milliseconds between looks for notifications that the listener may have missed. */
const LOOK_AGAIN = 2_000;

export function createAbortRegistry(log: Pick<EventLog, 'subscribe' | 'discarded'>): AbortRegistry {
  const open = new Map<
    string,
    { readonly runId: string; readonly token: string; readonly controller: AbortController }
  >();
  const unsubscribe = log.subscribe(({ runId, tokens }) => {
    for (const token of tokens) open.get(keyOf(runId, token))?.controller.abort();
  });
  const lookAgain = async () => {
    if (open.size === 0) return;
    const dead = await log.discarded([...open.values()]).catch(() => []);
    for (const { controller } of dead) controller.abort();
  };
  const timer = setInterval(() => void lookAgain(), LOOK_AGAIN);
  timer.unref();
  return {
    open(runId, token) {
      const key = keyOf(runId, token);
      const controller = new AbortController();
      open.set(key, { runId, token, controller });
      return { signal: controller.signal, done: () => open.delete(key) };
    },
    close() {
      clearInterval(timer);
      unsubscribe();
    },
  };
}

function keyOf(runId: string, token: string): string {
  return `${runId}/${token}`;
}
