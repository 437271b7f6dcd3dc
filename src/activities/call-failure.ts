export interface CallFailureFacts {
  /** What whoever runs the call tells failures apart by. */
  readonly type: string;
  /** No other try follows. */
  readonly final?: boolean;
  /** It is nobody's fault, or not ours, and nobody needs to be told of it. */
  readonly expected?: boolean;
  /** Milliseconds until the next try; left out: as whoever runs the call decides. */
  readonly retryAfter?: number;
}

/** An execution of a call that ends without an answer. */
export class CallFailure extends Error {
  override readonly name = 'CallFailure';
  readonly facts: CallFailureFacts;

  constructor(message: string, facts: CallFailureFacts) {
    super(message);
    this.facts = facts;
  }
}
