import type { WaitReason } from './store/waits.ts';

/** The type of the failure by which a task that waits goes back to Temporal. */
export const DEFERRED = 'GeneratorDeferred';

/** A call that must not go out now. */
export interface DeferralFacts {
  readonly reason: WaitReason;
  /** The endpoint that the call waits for. */
  readonly endpoint?: string;
  /** The cap that the call waits for. */
  readonly cap?: string;
  /** When to try again, in milliseconds since the epoch. */
  readonly until: number;
  /** Where the wait may be over before that: when to look, in milliseconds since the epoch. */
  readonly retryAt?: number;
}

/**
 * What a generator rejects with, before anything is sent, where a call must not go out now. It is no fault: whoever made the call tries
 * again at `retryAt` and counts nothing.
 */
export class GeneratorDeferred extends Error {
  override readonly name = DEFERRED;
  readonly reason: WaitReason;
  readonly endpoint: string | undefined;
  readonly cap: string | undefined;
  readonly until: number;
  readonly retryAt: number;
  constructor(message: string, { reason, endpoint, cap, until, retryAt = until }: DeferralFacts) {
    super(message);
    this.reason = reason;
    this.endpoint = endpoint;
    this.cap = cap;
    this.until = until;
    this.retryAt = retryAt;
  }
}
