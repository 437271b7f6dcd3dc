import OpenAI, { APIConnectionError, APIError } from 'openai';
import type { Answered } from '../model/answer-warning.ts';
import type { ChatMessage } from '../model/chat.ts';
import { answerLength } from '../prompts/answer-limit.ts';
import { cut } from '../text/text.ts';
import { AnswerCollector } from './answer-collector.ts';
import { answerUsage } from './answer-usage.ts';
import { AnswerTooLong, BrokenAnswer } from './broken-answer.ts';
import { asGeneratorError } from './broken-call.ts';
import { type CallTimers, startTimers } from './call-timers.ts';
import type { Endpoint, EndpointProfile, ModelPrice, ModelTimeouts } from './endpoint.ts';
import { at, isRecord, listOf, sizeOf } from './fields.ts';
import { isSameWord } from './finish-reasons.ts';
import type { EndpointGenerator, FinishReason, ModelAnswer, ModelRequest } from './generator.ts';
import { type Fetch, type GuardedFetch, guardedFetch } from './guarded-fetch.ts';
import { createLearned, type Learned } from './learned.ts';
import { type Fault, kindOf, readFault } from './provider-fault.ts';
import {
  askedModel,
  filteredPrompt,
  HALF_A_PAIR,
  originOf,
  secretsOf,
  sendUntilTaken,
  streamBytes,
  trimmedKey,
  wireNameOf,
} from './until-taken.ts';
import { priceFor, whoAnswered } from './who-answered.ts';
import { sentLimit, type WireRequest, wireRequest, writtenLimit } from './wire-request.ts';

export interface OpenAiGeneratorOptions extends ModelTimeouts {
  readonly endpoint: Endpoint;
  /** The key that goes with each request; left out: none. */
  readonly apiKey?: string | undefined;
  /** What the endpoint's other keys know, too; left out: nothing yet. */
  readonly learned?: Learned;
  /** By the model's name as a definition writes it. */
  price(model: string): ModelPrice | undefined;
  /** The limit of an answer for which no author wrote one, in tokens, by the same name. */
  maxTokens(model: string): number;
  /** Whether the endpoint is simulated and is told where in the run a call is made; no other endpoint ever is. */
  readonly sendPlace: boolean;
  /** What sends requests in the place of the process's own `fetch`. */
  readonly fetch?: Fetch | undefined;
  /** The model's name as the endpoint knows it; left out: without the endpoint's own prefix. */
  readonly wireName?: (model: string) => string;
}

/**
 * Models behind an OpenAI-compatible endpoint. Always streams: that gives a fast stop, partial text and idle detection. Sends one
 * request, and further ones only where the endpoint has just refused a parameter that the model can do without, or a limit that no
 * author wrote (R111).
 */
export function createOpenAiGenerator(options: OpenAiGeneratorOptions): EndpointGenerator {
  const client = createClient(options);
  const { endpoint, learned = createLearned(endpoint) } = options;
  const { profile } = endpoint;
  return {
    asSent: (model, messages) => learned.echoed.asSent(originOf(options, model), messages),
    async complete(request) {
      request.signal.throwIfAborted();
      const call: Call = {
        client,
        request,
        timers: startTimers({ ...options, tailMs: profile.tailMs, thinkingMs: request.thinkingMs }, request.signal),
        collector: new AnswerCollector(),
        sent: { messages: request.messages },
      };
      try {
        await converseUntilTaken(options, learned, call);
        return await answer(options, call);
      } catch (error) {
        request.signal.throwIfAborted();
        if (error instanceof AnswerTooLong) return await answer(options, call, 'too_long');
        const ended = error instanceof APIError ? await contentOfFault(options, call, faultOf(error)) : undefined;
        if (ended) return ended;
        throw await brokenCall(options, call, error);
      } finally {
        call.timers.stop();
      }
    },
  };
}

interface Call {
  readonly client: OpenAI;
  readonly request: ModelRequest;
  readonly timers: CallTimers;
  readonly collector: AnswerCollector;
  /** Of the last request. */
  readonly sent: { messages: readonly ChatMessage[]; limit?: number | undefined; http?: GuardedFetch };
}

/**
 * The client reads its settings from the environment where it is given none, so each is given: an organisation's id or a key must not
 * reach an endpoint that it was not meant for.
 */
function createClient({ endpoint, apiKey, timeoutMs }: OpenAiGeneratorOptions): OpenAI {
  const key = trimmedKey(apiKey);
  return new OpenAI({
    baseURL: endpoint.baseUrl,
    apiKey: key ?? 'none',
    ...(key === undefined ? { defaultHeaders: { authorization: null } } : {}),
    adminAPIKey: null,
    organization: null,
    project: null,
    webhookSecret: null,
    maxRetries: 0,
    // Ours fires first and says why.
    timeout: timeoutMs + 1_000,
    logLevel: 'off',
  });
}

/** Sends the request until the endpoint takes it; the messages anew each time, since a refusal may say what of them goes back. */
function converseUntilTaken(options: OpenAiGeneratorOptions, learned: Learned, call: Call): Promise<void> {
  const { request, sent } = call;
  const model = wireNameOf(options, request.model.name);
  const origin = originOf(options, request.model.name);
  sent.messages = learned.echoed.asSent(origin, request.messages);
  return sendUntilTaken({
    learned,
    request,
    model,
    standard: request.maxTokens ?? options.maxTokens(request.model.name),
    isWritten: writtenLimit(request.model) !== undefined,
    messages: () => sent.messages,
    wireRequest(maxTokens) {
      sent.messages = learned.echoed.asSent(origin, request.messages);
      const systemRole = learned.roles.roleFor(model);
      return wireRequest({
        ...options,
        request: { ...request, messages: sent.messages },
        wireName: model,
        maxTokens,
        systemRole,
      });
    },
    send: (body) => converse(options, call, body),
    refusalOf: (error) =>
      error instanceof APIError
        ? { fault: faultOf(error), isEarly: isEarly(error, call), isFinal: isRefusal(error, call) }
        : undefined,
    learn: (fault) =>
      learned.echoed.learn(origin, request.messages, fault) || learned.roles.learn(model, sent.messages, fault),
  });
}

/** The endpoint refused before it answered anything. */
function isEarly({ status }: APIError, { collector }: Call): boolean {
  return status !== undefined || collector.text === '';
}

/**
 * Reads the answer into the collector, to the end of the stream. What breaks after the provider has said how the answer ended cannot take it
 * back. An abort may
 * end the loop like the end of the stream does (llm 1.1), so whoever goes on from here looks at the signal and the timers.
 */
async function converse({ fetch: send }: OpenAiGeneratorOptions, call: Call, body: WireRequest): Promise<void> {
  const { client, timers, collector, request, sent } = call;
  sent.limit = sentLimit(body);
  sent.http = guardedFetch(streamBytes(sent.limit), send, { onHeaders: request.onHeaders });
  try {
    request.onSent?.();
    const { fetch } = sent.http;
    const stream = await client.withOptions({ fetch }).chat.completions.create(body, { signal: timers.signal });
    timers.alive();
    request.onProgress?.({ text: '', outputTokens: 0 });
    for await (const chunk of stream) read(call, chunk);
    const { lastError } = sent.http;
    if (!collector.finished && lastError !== undefined)
      throw new APIError(undefined, Object(lastError), undefined, undefined);
  } catch (error) {
    if (!collector.finished) throw error;
  }
}

function read({ request, timers, collector, sent }: Call, chunk: unknown): void {
  const failure = failureIn(chunk);
  if (failure !== undefined) throw new APIError(undefined, Object(failure), undefined, undefined);
  const { usage: before, finished: wasFinished } = collector;
  const hasContent = collector.add(chunk);
  if (hasContent) timers.alive();
  if (hasContent && collector.isThinking) timers.thought();
  // What says nothing new keeps no answer that has ended.
  if (collector.finished && (hasContent || !wasFinished || collector.usage !== before)) timers.ended();
  if (collector.length > answerLength(sent.limit)) throw new AnswerTooLong('goes on past its limit');
  if (!hasContent) return;
  const { text, thoughts, isThinking } = collector;
  const outputTokens = Math.ceil((text.length + thoughts.length) / 4);
  request.onProgress?.({ text, outputTokens, ...(isThinking && { thoughts }) });
}

/** A fault that is about what the model was asked or wrote, and so an answer: undefined where it is about anything else. */
async function contentOfFault(
  options: OpenAiGeneratorOptions,
  call: Call,
  { filter, failedText, code = '' }: Fault,
): Promise<ModelAnswer | undefined> {
  const { collector } = call;
  if (filter !== undefined && collector.text === '') return filteredPrompt(filter, call.sent.limit);
  if (filter !== undefined) {
    collector.rawFinishReason = filter;
    return answer(options, call, 'content_filter');
  }
  if (failedText === undefined) return undefined;
  collector.text = failedText;
  collector.rawFinishReason = code || 'failed_generation';
  return answer(options, call, 'other');
}

/** What a chunk says went wrong, in a form that the client does not know: flat, in a list, or of the choice. */
function failureIn(chunk: unknown): unknown {
  if (isRecord(chunk) && chunk['object'] === 'error') return chunk;
  if (Array.isArray(chunk)) return chunk.map((each) => at(each, 'error')).find(Boolean);
  return listOf(at(chunk, 'choices'))
    .map((choice) => at(choice, 'error'))
    .find(Boolean);
}

/** `broken`: how it ended where the provider has not said so. */
async function answer(options: OpenAiGeneratorOptions, call: Call, broken?: FinishReason): Promise<ModelAnswer> {
  const { request, collector, sent } = call;
  const { text, refusal, usage: raw, toolCalls, extra } = collector;
  const { profile } = options.endpoint;
  const isMarked = extra !== undefined || toolCalls.some((one) => one.extra !== undefined);
  const finishReason = broken ?? endOf(call, profile);
  const usage = await usageOf(options, call);
  const answered = await answeredOf(options, call);
  request.signal.throwIfAborted();
  return {
    text: cut(text, answerLength(sent.limit)),
    finishReason,
    ...endWords(collector.rawFinishReason, finishReason, profile),
    ...(sent.limit !== undefined && { maxTokens: sent.limit }),
    ...(refusal === '' ? {} : { refusal }),
    ...(toolCalls.length === 0 ? {} : { toolCalls }),
    ...(extra && { extra }),
    ...(isMarked && { origin: originOf(options, request.model.name) }),
    usage,
    ...(raw !== undefined && sizeOf(raw) <= LONGEST_USAGE && { rawUsage: raw }),
    ...answered,
  };
}

function answeredOf(options: OpenAiGeneratorOptions, call: Call): Promise<Answered> {
  const { request, collector, sent } = call;
  return whoAnswered({
    asked: askedModel(options, request.model.name),
    endpoint: options.endpoint,
    price: (model) => options.price(model),
    answeredBy: collector.model,
    raw: collector.usage,
    messages: sent.messages,
    text: writtenBy(call),
  });
}

/** All that has arrived of what the model wrote. */
function writtenBy({ collector: { text, refusal, toolCalls } }: Call): string {
  return text + refusal + toolCalls.map((one) => one.name + one.arguments).join('');
}

/** Throws where the answer did not end, or is no text. */
function endOf(call: Call, { doneIsEnd = false }: EndpointProfile): FinishReason {
  const { collector, sent } = call;
  const isDone = sent.http?.isDone ?? false;
  if (isDone && !doneIsEnd && collector.hasChoice && !collector.finished) throw new BrokenAnswer(NO_REASON);
  if (HALF_A_PAIR.test(writtenBy(call))) throw new BrokenAnswer('holds half a character, which is no text');
  return collector.finishReason({ isDone: isDone && doneIsEnd });
}

const NO_REASON =
  'was cut off: the stream ended with [DONE] and without a finish_reason; if this endpoint never sends one, set profile.doneIsEnd: true for it';

function endWords(raw: string | undefined, reason: FinishReason, { endReasons = [] }: EndpointProfile) {
  if (raw === undefined || raw === reason) return {};
  const endsWhole = reason === 'other' && endReasons.some((word) => isSameWord(word, raw));
  return { rawFinishReason: raw, ...(endsWhole && { endsWhole }) };
}

/** Characters. */
const LONGEST_USAGE = 16 * 1024;

/** Of all that has arrived, whatever becomes of it. */
function usageOf(options: OpenAiGeneratorOptions, call: Call) {
  const { request, collector, sent } = call;
  const { usage: raw, thoughts } = collector;
  const document = collector.finished || collector.text !== '' ? '' : (sent.http?.document ?? '');
  const asked = askedModel(options, request.model.name);
  const price = priceFor((model) => options.price(model), asked, collector.model)?.price;
  return answerUsage({ raw, messages: sent.messages, text: writtenBy(call) + document, thoughts, price });
}

function faultOf({ status, headers, error }: APIError): Fault {
  return readFault({ status, headers, body: error });
}

/** Some servers refuse within a 200, before they answer anything. */
function isRefusal(error: APIError, call: Call): boolean {
  return isEarly(error, call) && kindOf(faultOf(error)) === 'configuration';
}

function brokenCall(options: OpenAiGeneratorOptions, call: Call, error: unknown) {
  return asGeneratorError(error, {
    endpoint: options.endpoint.name,
    secrets: secretsOf(options),
    fault: error instanceof APIError && !(error instanceof APIConnectionError) ? faultOf(error) : undefined,
    expired: call.timers.expired,
    isLate: call.timers.isOver && (writtenBy(call) !== '' || call.collector.thoughts !== ''),
    text: call.collector.text,
    start: call.sent.http?.start ?? '',
    usage: () => usageOf(options, call),
  });
}
