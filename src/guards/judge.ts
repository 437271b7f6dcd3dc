import type { Answered } from '../model/answer-warning.ts';
import type { CallPlace } from '../model/call-place.ts';
import type { Payer } from '../model/caps.ts';
import type { Usage } from '../model/usage.ts';

/** One question to the model of a judged guard. */
export interface JudgeRequest {
  /** The service's default model when left out. */
  readonly model?: string;
  readonly system: string;
  readonly user: string;
  /** JSON Schema that the answer should fit; a hint, never a guarantee. */
  readonly schema: unknown;
  /** The longest answer, in tokens. */
  readonly maxTokens: number;
  /** Whose artifact is judged. */
  readonly place: CallPlace;
  /** For the caps that apply; left out: none does. */
  readonly payer?: Payer;
  /** The leaf that asks. */
  readonly leaf?: string;
  readonly signal: AbortSignal;
}

export interface JudgeAnswer extends Answered {
  /** The name of the model that was asked, as definitions write it. */
  readonly model: string;
  readonly text: string;
  readonly usage: Usage;
}

/**
 * The port through which judged guards reach models. Contract: one request, no retries of its own; a fault of the provider is a
 * `JudgeFault`; an abort rejects with the signal's reason; whatever text the model gave is an answer.
 */
export type Judge = (request: JudgeRequest) => Promise<JudgeAnswer>;

/** The model answered, and nothing can be read in it: a guard error, whose price was paid. */
export class UnreadableAnswer extends Error {
  override readonly name = 'UnreadableAnswer';
  readonly usage: Usage;
  /** The model that was asked; undefined where another worker asked it. */
  readonly model: string | undefined;
  constructor(message: string, usage: Usage, model?: string) {
    super(message);
    this.usage = usage;
    this.model = model;
  }
}

export interface JudgeFaultFacts extends Pick<JudgeFault, 'final'>, Partial<Omit<JudgeFault, keyof Error | 'final'>> {
  readonly cause?: unknown;
}

/** The model did not answer: a guard error, never a verdict (R32). */
export class JudgeFault extends Error {
  /** Another try cannot help. */
  readonly final: boolean;
  /** Milliseconds the provider asks to wait. */
  readonly retryAfter: number | undefined;
  /** What was paid for an answer that broke off (R111). */
  readonly usage: Usage | undefined;
  /** The endpoint that was asked, once it is known. */
  readonly endpoint: string | undefined;
  /** The endpoint is there, and said that too much was asked of it. */
  readonly isRateLimit: boolean;
  /** What equal faults have in common, and what a person can change about it (R32). */
  readonly again: { readonly by: string; readonly advice: string } | undefined;
  constructor(message: string, facts: JudgeFaultFacts) {
    const { final, retryAfter, usage, endpoint, isRateLimit = false, again, cause } = facts;
    super(message, { cause });
    this.name = 'JudgeFault';
    this.final = final;
    this.retryAfter = retryAfter;
    this.usage = usage;
    this.endpoint = endpoint;
    this.isRateLimit = isRateLimit;
    this.again = again;
  }
}
