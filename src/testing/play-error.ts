/** What keeps a play from its end; each is for whoever wrote the test. */
export type PlayProblem =
  | 'definition_refused'
  | 'input_refused'
  | 'answer_missing'
  | 'answer_left_over'
  | 'answer_refused'
  | 'run_refused'
  | 'decision_missing'
  | 'decision_left_over'
  | 'decision_refused'
  | 'sandbox_missing'
  | 'prompt_changed'
  | 'recording_refused'
  | 'not_aligned'
  | 'stuck';

export interface PlayErrorFacts {
  /** `baseCase`: it is of the base case. Left out: of the whole play. */
  readonly step?: string | undefined;
  /** 0: before the first. */
  readonly attempt?: number | undefined;
  /** What to write or to take away, in one or more sentences. */
  readonly add: string;
}

/** The message says where it happened, what happened and what to do. */
export class PlayError extends Error {
  override readonly name = 'PlayError';
  readonly code: PlayProblem;
  readonly step: string | undefined;
  readonly attempt: number | undefined;
  readonly add: string;
  readonly #what: string;

  constructor(code: PlayProblem, what: string, { step, attempt, add }: PlayErrorFacts) {
    super(`${placeOf(step, attempt)}${what}\n${add}`);
    this.code = code;
    this.step = step;
    this.attempt = attempt;
    this.add = add;
    this.#what = what;
  }

  /** The same, with more of what happened. */
  after(words: string): PlayError {
    return new PlayError(this.code, `${this.#what}${words}`, this);
  }
}

function placeOf(step: string | undefined, attempt: number | undefined): string {
  if (step === undefined) return '';
  if (attempt === undefined) return `${step}: `;
  return attempt === 0 ? `${step}, before its first attempt: ` : `${step}, attempt ${attempt}: `;
}
