import { answerLength } from '../prompts/answer-limit.ts';
import { messageOf } from '../text/message-of.ts';
import { createDeferred } from '../text/node-20.ts';
import { cut } from '../text/text.ts';
import { AdapterAnswer, PARTS, type ProviderOptions, StreamFault } from './adapter-answer.ts';
import { type AdapterModel, AdapterRefused, type CreateAdapterModel, loadAdapter } from './adapter-package.ts';
import { adapterPrompt } from './adapter-prompt.ts';
import { answerUsage } from './answer-usage.ts';
import { AnswerTooLong, BrokenAnswer } from './broken-answer.ts';
import { asGeneratorError } from './broken-call.ts';
import { type CallTimers, startTimers } from './call-timers.ts';
import type { Endpoint, ModelPrice, ModelTimeouts } from './endpoint.ts';
import { codeOf } from './failure-words.ts';
import { at, isRecord, parsedJson, textOf } from './fields.ts';
import { isSameWord } from './finish-reasons.ts';
import {
  type EndpointGenerator,
  type FinishReason,
  GeneratorError,
  type ModelAnswer,
  type ModelRequest,
} from './generator.ts';
import { type Fetch, type GuardedFetch, guardedFetch } from './guarded-fetch.ts';
import { createLearned, type Learned } from './learned.ts';
import { type Fault, type FaultSource, kindOf, readFault } from './provider-fault.ts';
import { type SystemRole, withoutSystemRole } from './system-roles.ts';
import {
  askedModel,
  filteredPrompt,
  HALF_A_PAIR,
  MOST_OF_WORD,
  originOf,
  secretsOf,
  sendUntilTaken,
  streamBytes,
  trimmedKey,
  wireNameOf,
} from './until-taken.ts';
import { priceFor, whoAnswered } from './who-answered.ts';
import { sentLimit, type WireRequest } from './wire-request.ts';

export interface AdapterGeneratorOptions extends ModelTimeouts {
  readonly endpoint: Endpoint & { readonly provider: string };
  /** The key that the adapter is given; left out: it reads its own variables, unless the endpoint has a `baseUrl`. */
  readonly apiKey?: string | undefined;
  /** What the endpoint's other keys know, too; left out: nothing yet. */
  readonly learned?: Learned;
  /** By the model's name as a definition writes it. */
  price(model: string): ModelPrice | undefined;
  /** The limit of an answer for which no author wrote one, in tokens, by the same name. */
  maxTokens(model: string): number;
  /** The model's name as the endpoint knows it; left out: without the endpoint's own prefix. */
  readonly wireName?: (model: string) => string;
  /** What sends requests in the place of the process's own `fetch`. */
  readonly fetch?: Fetch | undefined;
  /** Where the adapter's package is looked for; left out: the working folder, then dsap. */
  readonly folders?: readonly string[];
}

/**
 * Models behind a provider adapter of the AI SDK, which speaks the provider's own protocol (llm 2.2). The adapter writes and reads the
 * wire; limits, clocks, faults and what is learned from refusals are those of every other endpoint. The first call loads the package.
 */
export function createAdapterGenerator(options: AdapterGeneratorOptions): EndpointGenerator {
  const { endpoint, learned = createLearned(endpoint) } = options;
  const load = loadedOnce(endpoint.provider, options.folders);
  // Of every adapter there are only a message's parts and their metadata to echo, so refusals teach nothing about them.
  const asSent: EndpointGenerator['asSent'] = (model, messages) =>
    learned.echoed.asSent(originOf(options, model), messages);
  return {
    asSent,
    async complete(request) {
      request.signal.throwIfAborted();
      const call: Call = {
        request: { ...request, messages: asSent(request.model.name, request.messages) },
        timers: startTimers(
          { ...options, tailMs: endpoint.profile.tailMs, thinkingMs: request.thinkingMs },
          request.signal,
        ),
        answer: new AdapterAnswer(),
        sent: {},
      };
      try {
        await converseUntilTaken(options, learned, call, await load());
        if (call.answer.promptFilter !== undefined && call.answer.length === 0)
          return filteredPrompt(call.answer.promptFilter, call.sent.limit);
        return await modelAnswer(options, call);
      } catch (error) {
        request.signal.throwIfAborted();
        if (causeOf(error, AnswerTooLong)) return await modelAnswer(options, call, 'too_long');
        const fault = faultOf(call, error);
        if (fault?.filter !== undefined && call.answer.text === '')
          return filteredPrompt(fault.filter, call.sent.limit);
        if (fault?.failedText !== undefined && call.answer.length === 0)
          return {
            ...(await modelAnswer(options, call, 'other')),
            text: fault.failedText,
            rawFinishReason: fault.code ?? 'failed_generation',
          };
        throw await brokenCall(options, call, error, fault);
      } finally {
        call.timers.stop();
      }
    },
  };
}

/** A package that is missing may be installed before the next call. */
function loadedOnce(provider: string, folders: readonly string[] | undefined): () => Promise<CreateAdapterModel> {
  let loaded: CreateAdapterModel | undefined;
  return async () => {
    loaded ??= await loadAdapter(provider, folders);
    return loaded;
  };
}

interface Call {
  readonly request: ModelRequest;
  readonly timers: CallTimers;
  readonly answer: AdapterAnswer;
  /** Of the last request. */
  readonly sent: {
    limit?: number | undefined;
    http?: GuardedFetch;
    isSent?: true;
    /** The key in its headers, which an adapter may have read from a variable of its own. */
    key?: string | undefined;
    /** The request never arrived, for this reason. */
    failure?: unknown;
    /** The provider answered with a status that is no success. */
    refusal?: FaultSource | undefined;
  };
}

/** Sends the request until the provider takes it, with the names of parameters that adapters' providers use for OpenAI's. */
function converseUntilTaken(
  options: AdapterGeneratorOptions,
  learned: Learned,
  call: Call,
  create: CreateAdapterModel,
): Promise<void> {
  const { request } = call;
  const model = wireNameOf(options, request.model.name);
  return sendUntilTaken({
    learned,
    request,
    model,
    standard: request.maxTokens ?? options.maxTokens(request.model.name),
    isWritten: request.model.maxTokens !== undefined,
    messages: () => request.messages,
    wireRequest: (maxTokens) => parametersOf(options.endpoint, request, model, maxTokens),
    send: (parameters) => converse(options, call, create, { parameters, systemRole: learned.roles.roleFor(model) }),
    refusalOf(error) {
      const read = faultOf(call, error);
      if (!read || call.answer.length > 0) return undefined;
      const fault = inParameterNames(read);
      return { fault, isEarly: true, isFinal: fault.status !== undefined && kindOf(fault) === 'configuration' };
    },
    learn: (fault) => learned.roles.learn(model, request.messages, fault),
  });
}

/** What may be refused, under OpenAI's names, by which refusals are learned. */
function parametersOf(
  { profile }: Endpoint,
  { model, schema }: ModelRequest,
  name: string,
  maxTokens: number | undefined,
): WireRequest {
  const fields = {
    ...model.extra,
    temperature: model.temperature,
    top_p: model.topP,
    seed: profile.seed ? model.seed : undefined,
    stop: model.stop,
    response_format: profile.jsonSchema === 'none' ? undefined : schema,
    max_tokens: maxTokens,
    [CACHE_MARKS]: true,
  };
  const set = Object.fromEntries(Object.entries(fields).filter(([, value]) => value !== undefined));
  return { ...set, model: name, messages: [], stream: true };
}

/** Servers that only resemble Anthropic's may refuse the marks of its cache. */
const CACHE_MARKS = 'cache_control';

/** The names that Anthropic and Google have for the same parameters. */
const OTHER_NAMES: readonly (readonly [RegExp, string])[] = [
  [/\b(?:generation_?config\.)?top_?p\b/gi, 'top_p'],
  [/\b(?:generation_?config\.)?stop_?sequences\b/gi, 'stop'],
  [/\b(?:generation_?config\.)?max_?output_?tokens\b/gi, 'max_tokens'],
  [
    /\b(?:generation_?config\.)?(?:output_?(?:config|format)|response_?(?:json_?)?schema|response_?mime_?type)\b/gi,
    'response_format',
  ],
  [/[\w.]*\bcache_control\b[\w.]*/g, "'cache_control'"],
  [/\bgeneration_?config\.(?=temperature|seed)/gi, ''],
];

function inParameterNames(fault: Fault): Fault {
  const renamed = (text: string) => OTHER_NAMES.reduce((rest, [pattern, name]) => rest.replace(pattern, name), text);
  return {
    ...fault,
    message: renamed(fault.message),
    parameter: fault.parameter === undefined ? undefined : renamed(fault.parameter),
  };
}

/** What a request holds besides what every request of the call holds. */
interface Asked {
  readonly parameters: WireRequest;
  readonly systemRole: SystemRole;
}

/** Sends one request and reads the answer to its end. What breaks after the provider has said how the answer ended cannot take it back. */
async function converse(
  options: AdapterGeneratorOptions,
  call: Call,
  create: CreateAdapterModel,
  asked: Asked,
): Promise<void> {
  const { parameters } = asked;
  const { endpoint } = options;
  const { request, timers, answer, sent } = call;
  sent.limit = sentLimit(parameters);
  sent.refusal = undefined;
  const http = guardedFetch(streamBytes(sent.limit), options.fetch, {
    documents: 'keep',
    onHeaders: request.onHeaders,
  });
  sent.http = http;
  const replay: { document?: string } = {};
  const key = keyOf(options);
  const model = create(
    {
      ...(key !== undefined && { apiKey: key }),
      ...(endpoint.baseUrl !== undefined && { baseURL: endpoint.baseUrl }),
      fetch: (input, init) =>
        replay.document === undefined
          ? sendOnce(call, http, input, init)
          : Promise.resolve(new Response(replay.document, { headers: { 'content-type': 'application/json' } })),
    },
    parameters.model,
  );
  const callOptions = callOptionsOf(model, request, asked, timers.signal);
  try {
    const { stream } = Object(await unlessAborted(model.doStream(callOptions), timers.signal));
    request.onProgress?.({ text: '', outputTokens: 0 });
    await readStream(stream, timers.signal, (part) => take(call, part));
    if (answer.finished || http.document === '') return;
    // The server does not stream: the adapter reads the document that has come as the answer of a call without a stream.
    answer.add({ type: 'raw', rawValue: parsedJson(http.document) });
    replay.document = http.document;
    answer.addWhole(await unlessAborted(model.doGenerate(callOptions), timers.signal));
  } catch (error) {
    if (!answer.finished || answer.lacksContent) throw error;
  }
}

/** A key of the environment must reach no address that it was not meant for, so an address without a key gets none of the adapter's own. */
function keyOf({ apiKey, endpoint: { baseUrl } }: AdapterGeneratorOptions): string | undefined {
  return trimmedKey(apiKey) ?? (baseUrl === undefined ? undefined : 'none');
}

/** An adapter may ask for the rest of a long answer, but not for the same answer again: who tries again is Temporal. */
async function sendOnce(
  { request, timers, sent }: Call,
  http: GuardedFetch,
  ...[input, init]: Parameters<Fetch>
): Promise<Response> {
  if (sent.refusal !== undefined) throw new TypeError('the request was refused, and is not sent again');
  sent.isSent = true;
  sent.key = keyIn(new Headers(init?.headers));
  request.onSent?.();
  try {
    const response = await http.fetch(input, init);
    const { ok, status, headers } = response;
    if (ok) timers.alive();
    else sent.refusal = { status, headers, body: await response.clone().text() };
    return response;
  } catch (error) {
    sent.failure = error;
    throw error;
  }
}

function keyIn(headers: Headers): string | undefined {
  const own = KEY_HEADERS.map((name) => headers.get(name)).find((key) => key !== null);
  return own ?? headers.get('authorization')?.replace(/^bearer\s+/i, '');
}

const KEY_HEADERS = ['x-api-key', 'x-goog-api-key', 'api-key'] as const;

function callOptionsOf(
  model: AdapterModel,
  request: ModelRequest,
  { parameters, systemRole }: Asked,
  signal: AbortSignal,
) {
  const { temperature, top_p: topP, seed, stop: stopSequences, response_format: schema } = parameters;
  const extra = Object.entries(request.model.extra ?? {}).filter(([name]) => name in parameters);
  return {
    prompt: promptOf(request, systemRole, CACHE_MARKS in parameters && model.provider.includes('anthropic')),
    maxOutputTokens: sentLimit(parameters),
    temperature,
    topP,
    seed,
    stopSequences,
    ...(schema !== undefined && { responseFormat: { type: 'json', schema, name: 'answer' } }),
    ...(request.tools && {
      tools: request.tools.map(({ name, description, parameters: inputSchema }) => ({
        type: 'function',
        name,
        description,
        inputSchema,
      })),
    }),
    providerOptions: providerOptions(model.provider, Object.fromEntries(extra)),
    includeRawChunks: true,
    abortSignal: signal,
  };
}

/** An agent's conversation goes on, so it is marked at its end; any other prompt where a retry parts from it (llm 1.6). */
function promptOf({ messages, constant, tools }: ModelRequest, systemRole: SystemRole, isMarked: boolean) {
  if (systemRole === 'user') return adapterPrompt(withoutSystemRole(messages));
  return adapterPrompt(messages, isMarked ? { constant, end: tools !== undefined } : {});
}

/**
 * The options of a definition under the names by which adapters look for theirs: `amazon-bedrock` is `amazonBedrock` and `bedrock` too.
 * A field of one of these names holds options itself.
 */
function providerOptions(provider: string, extra: Readonly<Record<string, unknown>>): ProviderOptions {
  const [name = ''] = provider.split('.');
  const camel = name.replace(/-(\w)/g, (_, letter: string) => letter.toUpperCase());
  const names = [...new Set([name, camel, name.slice(name.lastIndexOf('-') + 1)])];
  const flat = Object.entries(extra).filter(([field]) => !names.includes(field));
  const named = names.map((field) => extra[field]).filter(isRecord);
  const all = Object.assign(Object.fromEntries(flat), ...named);
  return Object.keys(all).length === 0 ? {} : Object.fromEntries(names.map((field) => [field, all]));
}

/** An adapter that pays no heed to the signal holds up nobody. */
async function unlessAborted<T>(work: PromiseLike<T>, signal: AbortSignal): Promise<T> {
  signal.throwIfAborted();
  const { promise: aborted, reject } = createDeferred<never>();
  const abort = () => reject(signal.reason);
  signal.addEventListener('abort', abort, { once: true });
  try {
    return await Promise.race([work, aborted]);
  } finally {
    signal.removeEventListener('abort', abort);
  }
}

async function readStream(stream: unknown, signal: AbortSignal, taken: (part: unknown) => void): Promise<void> {
  if (!(stream instanceof ReadableStream)) throw new BrokenAnswer('is no stream');
  const reader = stream.getReader();
  try {
    for (;;) {
      const { done, value } = await unlessAborted(reader.read(), signal);
      if (done) return;
      taken(value);
    }
  } finally {
    void reader.cancel().catch(() => undefined);
  }
}

function take({ request, timers, answer, sent }: Call, part: unknown): void {
  const [before, thoughtBefore] = [answer.text.length, answer.thoughts.length];
  if (answer.add(part)) timers.alive();
  if (answer.finished) timers.ended();
  if (answer.length > answerLength(sent.limit)) throw new AnswerTooLong('goes on past its limit');
  const { text, thoughts } = answer;
  const isThinking = thoughts.length > thoughtBefore;
  if (isThinking) timers.thought();
  if (text.length > before || isThinking) {
    const outputTokens = Math.ceil((text.length + thoughts.length) / 4);
    request.onProgress?.({ text, outputTokens, ...(isThinking && { thoughts }) });
  }
}

/** `broken`: how it ended where the provider has not said so. */
async function modelAnswer(options: AdapterGeneratorOptions, call: Call, broken?: FinishReason): Promise<ModelAnswer> {
  const { request, answer, sent } = call;
  const { text, toolCalls, parts, rawFinishReason: raw } = answer;
  const finishReason = broken ?? answer.finishReason();
  if (HALF_A_PAIR.test(writtenBy(answer))) throw new BrokenAnswer('holds half a character, which is no text');
  const { endReasons = [] } = options.endpoint.profile;
  const endsWhole = finishReason === 'other' && raw !== undefined && endReasons.some((word) => isSameWord(word, raw));
  const usage = await usageOf(options, call);
  const answered = await whoAnswered({
    asked: askedModel(options, request.model.name),
    endpoint: options.endpoint,
    price: (model) => options.price(model),
    answeredBy: answer.model?.trim() || undefined,
    raw: usageInOpenAiTerms(answer),
    messages: request.messages,
    text: writtenBy(answer),
  });
  const rawUsage = at(answer.usage, 'raw') ?? answer.rawUsage ?? answer.usage;
  request.signal.throwIfAborted();
  return {
    text: cut(text, answerLength(sent.limit)),
    finishReason,
    ...(raw !== undefined && raw !== finishReason && { rawFinishReason: raw.slice(0, MOST_OF_WORD) }),
    ...(endsWhole && { endsWhole }),
    ...(sent.limit !== undefined && { maxTokens: sent.limit }),
    ...(toolCalls.length > 0 && { toolCalls }),
    ...(parts && { extra: { [PARTS]: parts } }),
    ...((parts || toolCalls.some(({ extra }) => extra)) && { origin: originOf(options, request.model.name) }),
    usage,
    ...(rawUsage !== undefined && { rawUsage }),
    ...answered,
  };
}

function writtenBy({ text, toolCalls }: AdapterAnswer): string {
  return text + toolCalls.map((one) => one.name + one.arguments).join('');
}

/** Of all that has arrived, whatever becomes of it. */
function usageOf(options: AdapterGeneratorOptions, { request, answer }: Call) {
  const { model, messages } = request;
  const raw = usageInOpenAiTerms(answer);
  const price = priceFor((name) => options.price(name), askedModel(options, model.name), answer.model)?.price;
  return answerUsage({ raw, messages, text: writtenBy(answer), thoughts: answer.thoughts, price });
}

/**
 * The counts under OpenAI's names. Those of the adapter, if it has them in the groups of versions 3 and 4; else the provider's own, of an answer
 * that broke off after its reason for the end, or of version 2, whose input leaves out cached tokens for some providers.
 */
function usageInOpenAiTerms({ usage, rawUsage: raw }: AdapterAnswer): unknown {
  const [input, output] = [at(usage, 'inputTokens'), at(usage, 'outputTokens')];
  if (typeof at(input, 'total') === 'number')
    return counts(at(input, 'total'), at(output, 'total'), {
      cached: at(input, 'cacheRead'),
      written: at(input, 'cacheWrite'),
      reasoning: at(output, 'reasoning'),
    });
  if (typeof at(raw, 'input_tokens') === 'number') {
    const [cached, written] = [at(raw, 'cache_read_input_tokens'), at(raw, 'cache_creation_input_tokens')];
    return counts(sum(at(raw, 'input_tokens'), cached, written), at(raw, 'output_tokens'), { cached, written });
  }
  if (typeof at(raw, 'promptTokenCount') === 'number') {
    const reasoning = at(raw, 'thoughtsTokenCount');
    const prompt = sum(at(raw, 'promptTokenCount'), at(raw, 'toolUsePromptTokenCount'));
    const cached = at(raw, 'cachedContentTokenCount');
    return counts(prompt, sum(at(raw, 'candidatesTokenCount'), reasoning), { cached, reasoning });
  }
  const of = { cached: at(usage, 'cachedInputTokens'), reasoning: at(usage, 'reasoningTokens') };
  return { ...counts(input, output, of), total_tokens: at(usage, 'totalTokens') };
}

function sum(...parts: readonly unknown[]): number {
  return parts.reduce<number>((all, part) => all + (typeof part === 'number' ? part : 0), 0);
}

function counts(
  prompt: unknown,
  completion: unknown,
  of: { readonly cached?: unknown; readonly written?: unknown; readonly reasoning?: unknown },
) {
  return {
    prompt_tokens: prompt,
    completion_tokens: completion,
    prompt_tokens_details: { cached_tokens: of.cached, cache_write_tokens: of.written },
    completion_tokens_details: { reasoning_tokens: of.reasoning },
  };
}

/** What the provider says went wrong; undefined where it says nothing. */
function faultOf({ sent }: Call, error: unknown): Fault | undefined {
  if (sent.refusal !== undefined) return readFault(sent.refusal);
  const told = causeOf(error, StreamFault)?.fault ?? error;
  const status = at({ ...Object(told) }, 'statusCode');
  const known = typeof status === 'number' && status >= 400 ? { status } : {};
  if (told instanceof Error) {
    if (known.status === undefined) return undefined;
    const { responseBody, responseHeaders: headers } = Object(told);
    // An adapter's own error, where an answer began with something that it cannot read.
    if (textOf(at(parsedJson(textOf(responseBody) ?? ''), 'name'))?.startsWith('AI_')) return undefined;
    return readFault({ ...known, headers: new Headers(headers), body: textOf(responseBody) ?? told.message });
  }
  return readFault({ ...known, body: at(told, 'data') ?? told });
}

/** The first error of that class among an error and its causes: adapters wrap what their `fetch` throws. */
function causeOf<E extends Error>(error: unknown, kind: abstract new (...given: never[]) => E): E | undefined {
  for (let each = error; each instanceof Error; each = each.cause) if (each instanceof kind) return each;
  return undefined;
}

function brokenCall(options: AdapterGeneratorOptions, call: Call, error: unknown, fault: Fault | undefined) {
  const { endpoint } = options;
  const { timers, answer, sent } = call;
  const isBeforeSending = !sent.isSent && fault === undefined;
  if (error instanceof AdapterRefused || (isBeforeSending && timers.expired === undefined))
    return new GeneratorError('configuration', `endpoint ${endpoint.name}: ${messageOf(error)}`);
  return asGeneratorError(fault ? error : (sent.failure ?? brokenAnswer(endpoint.provider, error)), {
    endpoint: endpoint.name,
    secrets: secretsOf(options, sent.key),
    fault,
    expired: timers.expired,
    isLate: timers.isOver && answer.text + answer.thoughts !== '',
    text: answer.text,
    start: sent.http?.start ?? '',
    usage: () => usageOf(options, call),
  });
}

/** Whatever else an adapter throws once the answer has begun, it could not read it. */
function brokenAnswer(provider: string, error: unknown): unknown {
  const broken = causeOf(error, BrokenAnswer);
  if (broken) return broken;
  const told = causeOf(error, StreamFault)?.fault ?? error;
  if (codeOf(told) !== undefined) return error;
  return new BrokenAnswer(`is none that ${provider} can read (${cut(messageOf(told), 200)})`, { isShown: true });
}
