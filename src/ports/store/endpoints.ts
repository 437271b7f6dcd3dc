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

/** What a process knows of an endpoint by its calls. Times in milliseconds since the epoch. */
export interface EndpointReading {
  readonly endpoint: string;
  /** `open`: its calls wait; `probing`: one of them finds out whether it is back. */
  readonly state: 'closed' | 'open' | 'probing';
  /** Since when it is away. */
  readonly since?: number;
  /** When the next call may go out. */
  readonly until?: number;
  readonly lastFault?: { readonly at: number; readonly message: string };
  /** Calls in flight. */
  readonly inFlight: number;
  readonly learned: readonly LearnedModel[];
}

/** What workers report of the endpoints, with their heartbeat, so that every API knows it. */
export interface Endpoints {
  report(worker: string, readings: readonly EndpointReading[], now: number): Promise<void>;
  /** What was reported after this time, of every worker. */
  reported(after: number): Promise<readonly EndpointReading[]>;
  /** How many calls wait for each endpoint. */
  waiting(): Promise<ReadonlyMap<string, number>>;
}
