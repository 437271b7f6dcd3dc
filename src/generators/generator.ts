import type { Answered } from '../model/answer-warning.ts';
import type { CallPlace } from '../model/call-place.ts';
import type { Payer, Settlement } from '../model/caps.ts';
import type { ChatMessage, ToolCall, ToolSpec } from '../model/chat.ts';
import type { Usage } from '../model/usage.ts';
import type { Answer } from '../prompts/content-failure.ts';

/** The sampling settings of a definition's `model`; fields the port does not know travel in `extra` untouched. */
export interface ModelSettings {
  readonly name: string;
  readonly temperature?: number;
  readonly topP?: number;
  readonly seed?: number;
  readonly maxTokens?: number;
  readonly stop?: readonly string[];
  readonly extra?: Readonly<Record<string, unknown>>;
}

export interface ModelRequest {
  readonly model: ModelSettings;
  readonly messages: readonly ChatMessage[];
  /** UTF-16 units at the beginning of the first user message that a retry sends again: where a cache may be marked; left out: not known. */
  readonly constant?: number;
  /** JSON Schema that the answer should fit; a hint where the endpoint knows none, never a guarantee. */
  readonly schema?: unknown;
  /** What the model may call; left out: nothing. */
  readonly tools?: readonly ToolSpec[];
  /** The longest answer in tokens where no author wrote one; left out: what the settings say for the model (R111). */
  readonly maxTokens?: number;
  /** Goes to simulated endpoints only (running 4). */
  readonly place: CallPlace;
  /** Whose call it is, for the caps that apply to it; left out: none does. */
  readonly payer?: Payer;
  readonly signal: AbortSignal;
  /**
   * Milliseconds that the call may wait for a rate limit: where its turn would come later, it is deferred until then and keeps no turn. Left out:
   * any.
   */
  readonly patience?: number;
  /** Called when the request goes out: from here on it may have to be paid. */
  readonly onSent?: () => void;
  /** Called with the headers of each response, of those that refuse as well. */
  readonly onHeaders?: (headers: Headers) => void;
  /** Called with the entry of a route that the call goes to, before it is asked; never where the model was asked by its own name. */
  readonly onEntry?: (entry: string) => void;
  /** Milliseconds that the call may take while its model thinks; left out: ten minutes. */
  readonly thinkingMs?: number;
  /**
   * Called when the provider begins to answer, then as content arrives, with what there is so far. `thoughts`: what the model has thought, where
   * the newest content was that.
   */
  readonly onProgress?: (partial: {
    readonly text: string;
    readonly outputTokens: number;
    readonly thoughts?: string;
  }) => void;
}

/**
 * How an answer ended. Everything but `stop`, and `other` where it ends a whole answer, is a content failure (running 5, last paragraph;
 * `too_long`: R111).
 */
export type FinishReason = Answer['finishReason'];
export { GeneratorDeferred } from '../ports/generator-deferred.ts';
export { FINISH_REASONS } from '../prompts/content-failure.ts';

export interface ModelAnswer extends Answered {
  readonly text: string;
  readonly finishReason: FinishReason;
  /** The provider's own word for it, where that is another one. */
  readonly rawFinishReason?: string;
  /** `other`, but the endpoint's profile takes the word for the end of a whole answer (`endReasons`). */
  readonly endsWhole?: boolean;
  /** The limit that the request named, in tokens; left out: none. */
  readonly maxTokens?: number;
  readonly refusal?: string;
  /** As the model wrote them; left out: none. */
  readonly toolCalls?: readonly ToolCall[];
  /** Fields of the message that dsap does not know, as they came; for the conversation that goes on (llm 1.5). */
  readonly extra?: Readonly<Record<string, unknown>>;
  /** Endpoint and model that sent `extra` and that of the calls; left out where there is none. */
  readonly origin?: string;
  readonly usage: Usage;
  /** The provider's own usage object, as it came. */
  readonly rawUsage?: unknown;
  /** What was reserved for the call under caps, to be settled by the statement that stores the answer; left out: nothing. */
  readonly settles?: Settlement;
}

/**
 * The port to models. Contract: one request to the provider, no retries of its own; a fault of the transport or the provider is a
 * `GeneratorError`; a call that must not go out now rejects with `GeneratorDeferred`; an abort rejects with the signal's reason; whatever text the model gave is an answer, never an error.
 */
export interface Generator {
  complete(request: ModelRequest): Promise<ModelAnswer>;
}

/** The generator of one endpoint, for all of its models, whatever protocol it speaks. */
export interface EndpointGenerator extends Generator {
  /** The messages as the model is sent them now: fields that are not echoed take no room (llm 1.5). */
  asSent(model: string, messages: readonly ChatMessage[]): readonly ChatMessage[];
}

/**
 * `transport`: worth another try (connection, timeouts, 408, 409, 429, 5xx, unreadable envelopes, cut streams).
 * `configuration`: will not change by trying (400, 401, 403, 404, 422, `x-should-retry: false`).
 * `quota`: used up (R77). `context_overflow`: the prompt is too long (R65).
 */
export type GeneratorErrorKind = 'transport' | 'configuration' | 'quota' | 'context_overflow';

/** What equal faults have in common, and what a person can change about it. */
export interface PaidAgain {
  readonly by: string;
  readonly advice: string;
  /** Another model may answer otherwise. */
  readonly isOfModel?: boolean;
}

export interface GeneratorErrorFacts {
  readonly status?: number | undefined;
  readonly retryAfter?: number | undefined;
  readonly waitUntil?: number | undefined;
  readonly partial?: string | undefined;
  readonly usage?: Usage | undefined;
  readonly settles?: Settlement | undefined;
  readonly neverConnected?: boolean | undefined;
  readonly isKeyRefused?: boolean | undefined;
  readonly isRateLimit?: boolean | undefined;
  readonly again?: PaidAgain | undefined;
  readonly cause?: unknown;
}

export class GeneratorError extends Error {
  readonly kind: GeneratorErrorKind;
  readonly status: number | undefined;
  /** The endpoint that was called, once it is known. */
  endpoint: string | undefined;
  /** The breaker of the endpoint is open: others of its calls wait. */
  isAway = false;
  /** The entry that was called, where the model's name is a route's. */
  entry: string | undefined;
  /** Milliseconds the provider asks to wait, at most 60,000. */
  readonly retryAfter: number | undefined;
  /** A longer wait that the provider asks for: until then, in milliseconds since the epoch. */
  readonly waitUntil: number | undefined;
  /** What had arrived before the fault. */
  readonly partial: string | undefined;
  /** What was paid for an answer that broke off; undefined where none had begun (R111). */
  readonly usage: Usage | undefined;
  /** What was reserved under caps for an answer that came whole and led to nothing. */
  readonly settles: Settlement | undefined;
  /** No connection came about, so nothing of the request has reached the provider. */
  readonly neverConnected: boolean;
  /** The provider does not take the key that was sent, or its quota is used up: another key of the endpoint may do. */
  readonly isKeyRefused: boolean;
  /** It was refused for its rate, and passes after a while. */
  readonly isRateLimit: boolean;
  /** What another try is likely to meet and pay for again (R32); undefined where a connection broke. */
  readonly again: PaidAgain | undefined;
  constructor(kind: GeneratorErrorKind, message: string, facts: GeneratorErrorFacts = {}) {
    super(message, { cause: facts.cause });
    this.name = 'GeneratorError';
    this.kind = kind;
    this.status = facts.status;
    this.retryAfter = facts.retryAfter;
    this.waitUntil = facts.waitUntil;
    this.partial = facts.partial;
    this.usage = facts.usage;
    this.settles = facts.settles;
    this.neverConnected = facts.neverConnected ?? false;
    this.isKeyRefused = facts.isKeyRefused ?? kind === 'quota';
    this.isRateLimit = facts.isRateLimit ?? (kind === 'transport' && facts.status === 429);
    this.again = facts.again;
  }
}
