import type { PaidAgain } from '../generators/generator.ts';
import type { Broken } from '../model/call-result.ts';
import type { Settlement } from '../model/caps.ts';
import type { Usage } from '../model/usage.ts';
import type { FaultPhase, Faults } from '../ports/store/faults.ts';
import type { LiveCall } from './call.ts';
import { CallFailure } from './call-failure.ts';

/** Tries of one call after which a person is asked (R32). */
const MOST_FAULTS = 10;
/** Milliseconds until the next try of a call whose endpoint is away: a success of another call must release it within 5 s (llm 3.2). */
const FIRST_WAIT = 500;
const LONGEST_WAIT = 3_000;
/** The same for a call that met a rate limit: the endpoint is there, and no success of another call says that there is room. */
const LONGEST_RATE_WAIT = 15_000;

/** Equal paid tries of one call after which a person is asked (R32). */
const MOST_EQUAL = 2;

export interface Fault {
  readonly runId: string;
  readonly token: string;
  readonly phase: FaultPhase;
  /** For a person: what broke, and where. */
  readonly detail: string;
  readonly call: Pick<LiveCall, 'startedAt' | 'now'>;
  /** Milliseconds that faults of one call may go on. */
  readonly infraTimeout: number;
  /** Another try cannot help. */
  readonly final: boolean;
  /** Only `infraTimeout` ends the tries, not their number: a model's endpoint is away (llm 3.1). */
  readonly isOutage?: boolean;
  /** The endpoint is there, and said that too much was asked of it. */
  readonly isRateLimit?: boolean;
  /** `infrastructure` when left out. */
  readonly reason?: Broken['reason'];
  /** Milliseconds the provider asks to wait. */
  readonly retryAfter?: number;
  /** A longer wait that it asks for: until then, in milliseconds since the epoch. */
  readonly waitUntil?: number;
  readonly partial?: string;
  /** What was paid for it. */
  readonly usage?: Usage;
  /** What was reserved for it under caps. */
  readonly settles?: Settlement;
  /** What an equal fault has in common with it: the second one ends the tries (R32). Left out where it may pass. */
  readonly equal?: PaidAgain;
  readonly guard?: string;
  /** The endpoint that was called. */
  readonly endpoint?: string | undefined;
}

/**
 * Notes a fault of a provider or a guard. It costs no attempt: it is tried again, until the faults of this call are too many (unless
 * `isOutage`) or go on for too long; then the call answers so as data, and a person is asked (R32). Throws for another try.
 */
export async function noteFault(record: Faults['record'], fault: Fault): Promise<Broken> {
  const {
    runId,
    token,
    phase,
    detail,
    partial,
    usage,
    settles,
    equal,
    call: { startedAt, now },
    infraTimeout,
    final,
    isOutage = false,
    isRateLimit = false,
    retryAfter,
    waitUntil,
    guard,
    endpoint,
    reason = 'infrastructure',
  } = fault;
  const kept = {
    runId,
    token,
    phase,
    detail,
    startedAt,
    ...(partial !== undefined && { partial }),
    ...(usage && { usage }),
    ...(settles && { settles }),
    ...(equal && { equalBy: equal.by }),
  };
  const { count, equal: alike, firstStartedAt, paid } = await record(kept);
  const isPaidAgain = equal !== undefined && alike >= MOST_EQUAL;
  const going = now() - firstStartedAt;
  const longest = isRateLimit ? LONGEST_RATE_WAIT : LONGEST_WAIT;
  // A wait of 0 names none: the next try would follow at once.
  const named = retryAfter === 0 ? undefined : retryAfter;
  const wait = named ?? (isOutage ? Math.min(FIRST_WAIT * 2 ** (count - 1), longest) : undefined);
  if (!final && !isPaidAgain && (isOutage || count < MOST_FAULTS) && going < infraTimeout) {
    throw new CallFailure(detail, {
      type: FAILURES[phase],
      // What is nobody's fault but ours belongs into the log (R117).
      expected: phase !== 'internal',
      ...(wait !== undefined && { retryAfter: wait }),
    });
  }
  const tries = count === 1 ? 'after one try' : `after ${count} tries in ${Math.round(going / 1_000)} s`;
  const waits = waitUntil === undefined ? '' : `; it asks to wait until ${new Date(waitUntil).toISOString()}`;
  const given = isPaidAgain
    ? `the same came ${alike} times, and was paid each time: ${equal.advice}`
    : `given up ${tries}`;
  const question = `${detail}${waits} (${final ? 'not tried again: mend that first' : given})`;
  return {
    kind: 'broken',
    token,
    reason,
    detail: question,
    ...(guard !== undefined && { guard }),
    ...(endpoint !== undefined && { endpoint }),
    ...(paid && { paid }),
  };
}

const FAILURES: Readonly<Record<FaultPhase, string>> = {
  generate: 'ProviderFault',
  guard: 'GuardError',
  judge: 'GuardError',
  internal: 'InternalError',
};
