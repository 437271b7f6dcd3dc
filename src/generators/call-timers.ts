import type { ModelTimeouts } from './endpoint.ts';

/** After an answer has ended only its usage is waited for, and not for long. */
const TAIL_MS = 1_000;

export interface CallTimers {
  /** Aborts with the caller's signal or when a time is up. */
  readonly signal: AbortSignal;
  /** What ran out; undefined while nothing has. */
  readonly expired: string | undefined;
  /** Starts the idle time anew: at the headers and at each piece of content. */
  alive(): void;
  /** The answer has ended. */
  ended(): void;
  stop(): void;
}

/**
 * The two clocks of a call (llm 1.4): a deadline for all of it, and an idle time that only content puts off, because relays send
 * comments that keep a dead connection open for ever.
 */
export function startTimers({ timeoutMs, idleTimeoutMs }: ModelTimeouts, caller: AbortSignal): CallTimers {
  const own = new AbortController();
  let expired: string | undefined;
  let idle: NodeJS.Timeout | undefined;
  let answered = false;
  const expire = (what: string) => {
    expired ??= what;
    own.abort();
  };
  const deadline = setTimeout(() => expire(`no complete answer within ${timeoutMs} ms`), timeoutMs);
  const wait = (limit: number) => {
    clearTimeout(idle);
    idle = setTimeout(() => expire(`no content for ${limit} ms`), limit);
  };
  return {
    signal: AbortSignal.any([caller, own.signal]),
    get expired() {
      return expired;
    },
    alive: () => {
      if (!answered) wait(idleTimeoutMs);
    },
    ended: () => {
      if (!answered) wait(Math.min(TAIL_MS, idleTimeoutMs));
      answered = true;
    },
    stop: () => {
      clearTimeout(deadline);
      clearTimeout(idle);
    },
  };
}
