/** What an endpoint has turned out to take from one of its models, for as long as the process lives. */
export interface LearnedModel {
  readonly model: string;
  /** Parameters that it refuses. */
  readonly refused?: readonly string[];
  /** The longest answer that it writes, in tokens. */
  readonly maxTokens?: number;
  /** Prompt and answer together, in tokens. */
  readonly context?: number;
}

/** What a process knows of an endpoint, or of one of its keys, by its calls. Times in milliseconds since the epoch. */
export interface BreakerReading {
  /** `open`: its calls wait; `probing`: one of them finds out whether it is back. */
  readonly state: 'closed' | 'open' | 'probing';
  /** Since when it is away. */
  readonly since?: number;
  /** When the next call may go out. */
  readonly until?: number;
  readonly lastFault?: { readonly at: number; readonly message: string };
  /** When a call last showed that the endpoint is there. */
  readonly lastSuccess?: number;
  /** Calls in flight. */
  readonly inFlight: number;
}

/** What a process knows of one key of an endpoint. */
export interface KeyReading extends BreakerReading {
  /** The variable that holds the key. */
  readonly key: string;
  /** The provider refused the key, or its quota is used up: until then other keys are used. */
  readonly retired?: { readonly since: number; readonly until: number; readonly message: string };
}

/** What a process knows of an endpoint. It is `closed` if any of its keys that can be used is. */
export interface EndpointReading extends BreakerReading {
  readonly endpoint: string;
  readonly learned: readonly LearnedModel[];
  /** Left out: it has none. */
  readonly keys?: readonly KeyReading[];
}

/** What workers report of the endpoints, with their heartbeat, so that every API knows it. */
export interface Endpoints {
  report(worker: string, readings: readonly EndpointReading[], now: number): Promise<void>;
  /** What was reported after this time, of every worker. */
  reported(after: number): Promise<readonly EndpointReading[]>;
  /** How many calls wait for each endpoint. */
  waiting(): Promise<ReadonlyMap<string, number>>;
}
