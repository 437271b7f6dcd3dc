import type { ModelTimeouts } from './endpoint.ts';

/** After the reason for the end of an answer more may come, usage above all, but not after so long a silence (llm 1.4). */
const TAIL_MS = 5_000;

export interface CallTimers {
  /** Aborts with the caller's signal or when a time is up. */
  readonly signal: AbortSignal;
  /** What ran out; undefined while nothing has. */
  readonly expired: string | undefined;
  /** Starts the idle time anew: at the headers and at each piece of content. */
  alive(): void;
  /** The reason for the end has come: from now on silence ends the call. Called again at whatever comes after it. */
  ended(): void;
  stop(): void;
}

/**
 * The two clocks of a call (llm 1.4): a deadline for all of it, and an idle time that only content puts off, because relays send
 * comments that keep a dead connection open for ever.
 */
export function startTimers(
  { timeoutMs, idleTimeoutMs, tailMs = TAIL_MS }: ModelTimeouts & { readonly tailMs?: number | undefined },
  caller: AbortSignal,
): CallTimers {
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
      answered = true;
      wait(Math.min(tailMs, idleTimeoutMs));
    },
    stop: () => {
      clearTimeout(deadline);
      clearTimeout(idle);
    },
  };
}
