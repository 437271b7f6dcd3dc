/** One execution of a call, as whoever runs it tells of it: a worker of Temporal's, or a player in memory. */
export interface Execution {
  /** Which execution of the call this is, from 1. */
  readonly attempt: number;
  /** Aborted, with the reason, when nobody wants the answer or this process goes down. */
  readonly cancelled: AbortSignal;
  /** Whoever asked has said that nobody wants the answer: a process that goes down says no such thing. */
  readonly isRevoked: () => boolean;
  /** Milliseconds since the epoch. */
  readonly now: () => number;
}

/** Whoever makes calls knows which execution is at hand. */
export interface Running {
  readonly execution: () => Execution;
}
