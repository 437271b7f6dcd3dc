/** How an answer ends, in the words of the definition (running 4). On the wire a refusal is a message field, not a finish reason. */
export const FINISHES = ['stop', 'length', 'content_filter', 'refusal'] as const;
export type Finish = (typeof FINISHES)[number];

export interface SimToolCall {
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
      readonly toolCalls?: readonly SimToolCall[];
      readonly finish: Finish;
      /** Milliseconds before the first token. */
      readonly delayMs: number;
      /** 0: all at once. */
      readonly tokensPerSecond: number;
    }
  /** An error status; `retryAfter` in seconds. */
  | { readonly kind: 'fault'; readonly status: number; readonly retryAfter?: number }
  /** The connection breaks in the middle of an answer. */
  | { readonly kind: 'drop' }
  /** The answer begins and never goes on. */
  | { readonly kind: 'stall' };

/** An answer that comes at once and ends well. */
export function plainAnswer(text: string): Extract<Reply, { kind: 'answer' }> {
  return { kind: 'answer', text, finish: 'stop', delayMs: 0, tokensPerSecond: 0 };
}
