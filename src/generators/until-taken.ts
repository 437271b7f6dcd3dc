/** What generators do alike, whatever protocol their endpoint speaks: they name models, and send a request until the endpoint takes it. */

import type { ChatMessage } from '../model/chat.ts';
import { NO_USAGE } from '../model/usage.ts';
import { LONGEST_ANSWER } from '../prompts/answer-limit.ts';
import type { Endpoint } from './endpoint.ts';
import type { ModelAnswer, ModelRequest } from './generator.ts';
import type { Fault } from './provider-fault.ts';
import type { RefusedParameters } from './refused-parameters.ts';
import type { TokenLimits } from './token-limits.ts';
import { countMessages, countTokens } from './tokens.ts';
import { sentLimit, type WireRequest } from './wire-request.ts';

/** An endpoint, and how its models are named there. */
export interface Named {
  readonly endpoint: Pick<Endpoint, 'name'>;
  /** The model's name as the endpoint knows it; left out: without the endpoint's own prefix. */
  readonly wireName?: (model: string) => string;
}

/** The model's name as the endpoint knows it. */
export function wireNameOf({ endpoint, wireName: named }: Named, model: string): string {
  if (named !== undefined) return named(model);
  return model.startsWith(`${endpoint.name}/`) ? model.slice(endpoint.name.length + 1) : model;
}

/** Who is asked, whatever names definitions have for it. */
export function originOf(options: Named, model: string): string {
  return `${options.endpoint.name}/${wireNameOf(options, model)}`;
}

/** The model that is asked, as definitions and as the endpoint name it. */
export function askedModel(options: Named, name: string): { readonly name: string; readonly wireName: string } {
  return { name, wireName: wireNameOf(options, name) };
}

/** The key as it is sent; undefined: there is none. */
export function trimmedKey(key: string | undefined): string | undefined {
  return key?.trim() || undefined;
}

/** What messages about a call must not repeat: every key of the endpoint, and that of the call. */
export function secretsOf(
  { endpoint, apiKey }: { readonly endpoint: Pick<Endpoint, 'apiKeys'>; readonly apiKey?: string | undefined },
  ...sent: readonly (string | undefined)[]
): readonly string[] {
  const keys = [...(endpoint.apiKeys ?? []).map(({ value }) => value), apiKey, ...sent];
  return [...new Set(keys.flatMap((key) => trimmedKey(key) ?? []))];
}

/** How often one call may be told to ask for less: the limit that was named, then none. */
const MOST_LIMITS = 2;

export interface UntilTaken {
  readonly learned: { readonly refused: RefusedParameters; readonly limits: TokenLimits };
  readonly request: ModelRequest;
  /** Its name as the endpoint knows it. */
  readonly model: string;
  /** The limit of an answer for which no author wrote one, in tokens. */
  readonly standard: number;
  /** An author wrote the limit, so the endpoint's is not put in its place. */
  readonly isWritten: boolean;
  /** The messages as they are sent. */
  messages(): readonly ChatMessage[];
  /** The request with such a limit, before what the endpoint refuses is left out. */
  wireRequest(maxTokens: number | undefined): WireRequest;
  send(body: WireRequest): Promise<void>;
  /** What the endpoint refused; undefined where the error is none that another request can mend. */
  refusalOf(error: unknown): Refusal | undefined;
  /** Learns what else the refusal says about how the endpoint is to be asked; true: the request is sent again. */
  learn(fault: Fault): boolean;
}

interface Refusal {
  readonly fault: Fault;
  /** It came before the endpoint answered anything. */
  readonly isEarly: boolean;
  /** The endpoint does not take the request as it is. */
  readonly isFinal: boolean;
}

/**
 * Sends the request; once more without each parameter that the model refuses, as often as another one is refused (llm 1.3). A limit that no
 * author wrote is made what the endpoint names, else left out (R111).
 */
export async function sendUntilTaken(of: UntilTaken): Promise<void> {
  const { learned, request, model } = of;
  const countPrompt = () => tokensOfPrompt({ ...request, messages: of.messages() });
  const asked = { model, standard: of.standard, countPrompt };
  let maxTokens = of.isWritten ? request.model.maxTokens : await learned.limits.limitFor(asked);
  let limits = 0;
  let learnt: { readonly name: string; readonly message: string } | undefined;
  for (;;) {
    const body = learned.refused.without(of.wireRequest(maxTokens));
    try {
      return await of.send(body);
    } catch (error) {
      const refusal = of.refusalOf(error);
      if (!refusal) throw error;
      const { fault, isEarly, isFinal } = refusal;
      const sent = sentLimit(body);
      const isOurs = !of.isWritten && sent !== undefined && limits < MOST_LIMITS && isEarly;
      const next = isOurs ? await learned.limits.afterRefusal(asked, { sent, fault, again: limits > 0 }) : undefined;
      if (next) {
        maxTokens = next.limit;
        limits += 1;
        continue;
      }
      if (isEarly && of.learn(fault)) continue;
      // The same words once more: the parameter was not the reason.
      if (learnt?.message === fault.message) {
        learned.refused.forget(model, learnt.name);
        throw error;
      }
      // What is said of the prompt or of what the model wrote names no parameter, whatever words it holds.
      const isOfContent = fault.filter !== undefined || fault.failedText !== undefined;
      const name = isFinal && !isOfContent ? learned.refused.learn(body, fault) : undefined;
      if (name === undefined) throw error;
      learnt = { name, message: fault.message };
    }
  }
}

/** Tokens of a request's messages and of its tools, which endpoints write into the prompt. */
async function tokensOfPrompt({ messages, tools }: ModelRequest): Promise<number> {
  return (await countMessages(messages)) + (tools ? await countTokens(JSON.stringify(tools)) : 0);
}

/** What a token takes in a stream of events is many times what it takes as text. */
const EVENT_BYTES = 1_024;

/** Bytes that the stream of an answer of so many tokens may take. */
export function streamBytes(maxTokens = 8_192): number {
  return LONGEST_ANSWER + maxTokens * EVENT_BYTES;
}

/** Of a lone surrogate there is no UTF-8: it would become another character in the artifact. */
export const HALF_A_PAIR = /\p{Surrogate}/u;

/** Characters of a provider's own word that are kept. */
export const MOST_OF_WORD = 100;

/** The provider's content filter refused the prompt: the prompt's fault, and nothing to pay (llm 1.7). */
export function filteredPrompt(filter: string, limit: number | undefined): ModelAnswer {
  return {
    text: '',
    finishReason: 'prompt_filter',
    rawFinishReason: filter.slice(0, MOST_OF_WORD),
    ...(limit !== undefined && { maxTokens: limit }),
    usage: { ...NO_USAGE, llmCalls: 1 },
  };
}
