import { THINKING_MS } from '../model/plan.ts';
import type { ModelTimeouts } from './endpoint.ts';

export interface Deadline {
  /** Reasoning has come: the time until now counts against `thinkingMs` alone. */
  thought(): void;
  /** The reasoning came so recently that the deadline has been put off by it. */
  readonly isThinking: boolean;
  stop(): void;
}

/**
 * Calls `expire` once a call has taken `limitMs`. Time in which its model thinks does not count, up to `thinkingMs` in all: a stream that
 * still sends reasoning is alive (llm 1.4).
 */
export function startDeadline(limitMs: number, thinkingMs: number, expire: (afterMs: number) => void): Deadline {
  const begun = performance.now();
  let lastThought: number | undefined;
  const end = () =>
    lastThought === undefined ? limitMs : Math.min(Math.max(limitMs, thinkingMs), lastThought - begun + limitMs);
  const arm = (): NodeJS.Timeout => {
    const at = end();
    const left = begun + at - performance.now();
    return setTimeout(() => {
      if (end() > at) timer = arm();
      else expire(Math.round(at));
    }, left);
  };
  let timer = arm();
  return {
    thought: () => {
      lastThought = performance.now();
    },
    get isThinking() {
      return lastThought !== undefined && end() > limitMs;
    },
    stop: () => clearTimeout(timer),
  };
}

/** After the reason for the end of an answer more may come, usage above all, but not after so long a silence (llm 1.4). */
const TAIL_MS = 5_000;

/** What a person can do where an answer that had begun takes longer than it may. */
export const OUT_OF_TIME = {
  by: 'time',
  advice:
    'raise timeouts.generate of the step and DSAP_LLM_TIMEOUT_SECONDS of the service, or ask for a shorter answer',
};

/** What a person can do where a model thinks for longer than it may. */
export const STILL_THINKING =
  '; the model was still thinking: raise timeouts.thinking of the step, or lower the reasoning effort in model.extra';

export interface CallTimers {
  /** Aborts with the caller's signal or when a time is up. */
  readonly signal: AbortSignal;
  /** What ran out; undefined while nothing has. */
  readonly expired: string | undefined;
  /** It was the time for all of it. */
  readonly isOver: boolean;
  /** Starts the idle time anew: at the headers and at each piece of content. */
  alive(): void;
  /** The content was reasoning, which puts off the deadline too. */
  thought(): void;
  /** The reason for the end has come: from now on silence ends the call. Called again at whatever comes after it. */
  ended(): void;
  stop(): void;
}

/**
 * The two clocks of a call (llm 1.4): a deadline for all of it, and an idle time that only content puts off, because relays send
 * comments that keep a dead connection open for ever.
 */
export function startTimers(
  {
    timeoutMs,
    idleTimeoutMs,
    tailMs = TAIL_MS,
    thinkingMs = THINKING_MS,
  }: ModelTimeouts & { readonly tailMs?: number | undefined; readonly thinkingMs?: number | undefined },
  caller: AbortSignal,
): CallTimers {
  const own = new AbortController();
  let expired: string | undefined;
  let isOver = false;
  let idle: NodeJS.Timeout | undefined;
  let answered = false;
  const expire = (what: string) => {
    expired ??= what;
    own.abort();
  };
  const deadline = startDeadline(timeoutMs, thinkingMs, (afterMs) => {
    isOver = expired === undefined;
    const still = deadline.isThinking ? STILL_THINKING : '';
    expire(`no complete answer within ${afterMs} ms${still}`);
  });
  const wait = (limit: number) => {
    clearTimeout(idle);
    idle = setTimeout(() => expire(`no content for ${limit} ms`), limit);
  };
  return {
    signal: AbortSignal.any([caller, own.signal]),
    get expired() {
      return expired;
    },
    get isOver() {
      return isOver;
    },
    alive: () => {
      if (!answered) wait(idleTimeoutMs);
    },
    thought: () => deadline.thought(),
    ended: () => {
      answered = true;
      wait(Math.min(tailMs, idleTimeoutMs));
    },
    stop: () => {
      deadline.stop();
      clearTimeout(idle);
    },
  };
}
