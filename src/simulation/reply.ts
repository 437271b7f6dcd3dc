import { z } from 'zod';
import { Milliseconds } from './duration.ts';

/**
 * How an answer ends: the word for it on the wire, any at all; null: none is said. `refusal` is a field of the message there, and ends by
 * `stop` (running 4).
 */
export const Finish = z.string().min(1).max(100).nullable().default('stop');
type Finish = z.infer<typeof Finish>;

/** What a model thinks before it answers: a text, and over how long it is sent. */
export const Thinking = z.preprocess(
  (value) => (typeof value === 'string' ? { text: value } : value),
  z.strictObject({ text: z.string().min(1).default('Let me think. '), for: Milliseconds.default(0) }),
);
export type Thinking = z.infer<typeof Thinking>;

/** How endpoints differ in what they say beside the text. */
export const ASIDE = {
  thinking: Thinking.optional(),
  /** The model that answered, as it is named in the answer; left out: the one that was asked. */
  model: z.string().min(1).optional(),
  /** How long after the end of the answer its usage comes. */
  lateUsage: Milliseconds.optional(),
};

/** What an answer is broken off with, in a stream after its text. */
export const StreamError = z.preprocess(
  (value) => (typeof value === 'string' ? { message: value } : value),
  z.strictObject({
    message: z.string(),
    type: z.string().default('server_error'),
    code: z.union([z.string(), z.number()]).nullable().default(null),
  }),
);
export type StreamError = z.infer<typeof StreamError>;

interface SimToolCall {
  readonly name: string;
  /** A text is sent as it is, JSON or not; anything else as JSON. */
  readonly arguments: unknown;
}

/** What a simulated model does with one request. */
export type Reply =
  | {
      readonly kind: 'answer';
      readonly text: string;
      /** Left out: none. The answer then ends with them, whatever `finish` says. */
      readonly toolCalls?: readonly SimToolCall[] | undefined;
      readonly finish: Finish;
      /** Milliseconds before the first token. */
      readonly delayMs: number;
      /** 0: all at once. */
      readonly tokensPerSecond: number;
      readonly thinking?: Thinking | undefined;
      /** The model that says it answers; left out: the one that was asked. */
      readonly model?: string | undefined;
      /** Milliseconds from the end of the answer to its usage. */
      readonly lateUsage?: number | undefined;
      /** Ends the answer in the place of its reason. */
      readonly error?: StreamError | undefined;
    }
  /** An error status; `retryAfter` in seconds. */
  | { readonly kind: 'fault'; readonly status: number; readonly retryAfter?: number; readonly message?: string }
  /** The connection breaks in the middle of an answer, or before it. */
  | { readonly kind: 'drop'; readonly beforeAnswer?: true }
  /** The answer begins and never goes on. */
  | { readonly kind: 'stall' };

/** An answer that comes at once and ends well. */
export function plainAnswer(text: string): Extract<Reply, { kind: 'answer' }> {
  return { kind: 'answer', text, finish: 'stop', delayMs: 0, tokensPerSecond: 0 };
}
