/** Rate limits of the endpoints' keys, as all processes share them (llm 3.7). */
export interface Limits {
  /** Lets a call go out now, or books its turn, in one statement. */
  book(scope: LimitScope, call: BookedCall, asked: AskedLimits): Promise<Booking>;
  /** Notes what calls have shown of the limits, and gives back what they left unused. */
  note(scope: LimitScope, noted: NotedLimits): Promise<void>;
  /** What is known of the limits of a model. */
  look(scope: LimitScope): Promise<KnownLimits>;
  /** Goes on holding the leases of calls in flight, for 30 s. */
  renew(scope: LimitScope, executions: readonly string[]): Promise<void>;
  /** What is known of every key. */
  all(): Promise<readonly LimitsOfKey[]>;
}

export interface LimitScope {
  readonly endpoint: string;
  /** Empty for the only key of an endpoint. */
  readonly key: string;
  /** Its name as definitions write it. */
  readonly model: string;
  /** Milliseconds since the epoch; left out: by the clock of the database, which all workers share. */
  readonly now?: number;
}

export interface BookedCall {
  readonly runId: string;
  /** Of the attempt. */
  readonly token: string;
  /** Tells the calls of a run apart; the same when a call that waits comes back. */
  readonly call: string;
  /** Tells the tries of a call apart. */
  readonly execution: string;
  /** Tokens of the prompt and of the longest answer; 0 where no limit counts tokens. */
  readonly input: number;
  readonly longest: number;
  /** Milliseconds: where the wait would be longer, nothing is booked. Left out: any. */
  readonly patience?: number | undefined;
  /** Calls of this process that went out without a booking, and have not been noted yet. */
  readonly unasked: readonly UnaskedCalls[];
}

export interface UnaskedCalls {
  /** Milliseconds since they went out. */
  readonly age: number;
  readonly requests: number;
  readonly tokens: number;
  /** Of the requests, those that the provider refused. */
  readonly refused: number;
}

/** Of the settings, a minute and at once. */
export interface AskedLimits {
  readonly requestsPerMinute?: number | undefined;
  readonly tokensPerMinute?: number | undefined;
  readonly concurrency?: number | undefined;
}

export interface Booking {
  readonly admitted: boolean;
  /** Milliseconds until its turn is expected, and until it should look. */
  readonly wait: number;
  readonly look: number;
  /** What it counts under: seconds since the epoch, and tokens. */
  readonly second: number;
  readonly reserved: number;
  readonly reason: 'rate' | 'concurrency';
}

/** What headers say of one limit, in a minute. */
export interface SaidLimit {
  /** Null: it has turned out to be no limit of a minute. */
  readonly limit: number | null;
  readonly remaining?: number;
  /** Milliseconds until all of it is there again. */
  readonly reset?: number;
}

export interface NotedLimits {
  readonly requests?: SaidLimit | undefined;
  readonly tokens?: SaidLimit | undefined;
  readonly concurrency?: number | undefined;
  /** What is counted beyond the bookings, or given back. */
  readonly counts: readonly {
    readonly second: number;
    readonly requests: number;
    readonly tokens: number;
    readonly refused: number;
  }[];
  readonly unasked: readonly UnaskedCalls[];
  /** Milliseconds for which the provider asks to send nothing. */
  readonly blocked?: number | undefined;
  /** A request was refused, and nobody said which limit it met. */
  readonly presumes?: boolean;
  /** A request was refused for a few seconds only: where the limit was not used up, it is enforced over less than a minute. */
  readonly paces?: boolean;
  /** Tokens of an answer. */
  readonly answer?: number | undefined;
  /** Calls that have ended, which held a lease, and the milliseconds that one took. */
  readonly executions: readonly string[];
  readonly callTime?: number | undefined;
}

export interface KnownLimits {
  readonly requests?: number;
  readonly tokens?: number;
  /** Calls at once. */
  readonly concurrency?: number;
  /** `requests` is what has passed where refusals named no limit. */
  readonly isPresumed: boolean;
  /** Milliseconds for which nothing may be sent. */
  readonly blockedFor: number;
}

export interface LimitsOfKey extends KnownLimits {
  readonly endpoint: string;
  readonly key: string;
  /** Left out: of all its models. */
  readonly model?: string;
}
