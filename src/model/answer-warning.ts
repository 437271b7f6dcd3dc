/** Something that a person should know of an answer, though nothing has failed. */
export interface AnswerWarning {
  readonly code: 'other_model' | 'prompt_truncated';
  /** What it is about: a run is warned of the same once. */
  readonly about: string;
  /** What happened, why, and what to do, for a person. */
  readonly text: string;
}

/** Who answered a request, as far as the provider says. */
export interface Answered {
  /** The model's name in the answer; left out: it names none. */
  readonly answeredBy?: string;
  /** The entry of `prices` by which the cost was computed, or `provider` for a cost that the answer names; left out: neither is known. */
  readonly price?: string;
  readonly warnings?: readonly AnswerWarning[];
}
