export const WARNING_CODES = ['other_model', 'prompt_truncated', 'passed_over'] as const;

/** Something that a person should know of an answer, though nothing has failed. */
export interface AnswerWarning {
  readonly code: (typeof WARNING_CODES)[number];
  /** What it is about: a run is warned of the same once. */
  readonly about: string;
  /** What happened, why, and what to do, for a person. */
  readonly text: string;
}

/** Why a call goes to the next entry of a route: the endpoint is away, its limits make the call wait for too long, or its quota is used up. */
export const PASSED_OVER_REASONS = ['outage', 'limit', 'quota'] as const;

/** An entry of a route that a call did not go to, or that refused it. */
export interface PassedOver {
  readonly entry: string;
  readonly reason: (typeof PASSED_OVER_REASONS)[number];
  /** What happened, in words for a person. */
  readonly why: string;
}

/** How a call came to the model that answered it, where its name stands for several (llm 3.8). */
export interface AnsweredRoute {
  /** The name of the route that was asked. */
  readonly name: string;
  /** The model that answered, as the settings write it. */
  readonly entry: string;
  /** In the order in which they were tried. */
  readonly passedOver: readonly PassedOver[];
}

/** Who answered a request, as far as the provider says. */
export interface Answered {
  /** Left out: the model was asked by its own name. */
  readonly route?: AnsweredRoute;
  /** The model's name in the answer; left out: it names none. */
  readonly answeredBy?: string;
  /** The entry of `prices` by which the cost was computed, or `provider` for a cost that the answer names; left out: neither is known. */
  readonly price?: string;
  readonly warnings?: readonly AnswerWarning[];
}
