import OpenAI, { APIConnectionError, APIError } from 'openai';
import { AnswerCollector } from './answer-collector.ts';
import { answerUsage } from './answer-usage.ts';
import { BrokenAnswer } from './broken-answer.ts';
import { type CallTimers, startTimers } from './call-timers.ts';
import type { Endpoint, ModelPrice, ModelTimeouts } from './endpoint.ts';
import { describeBreak, describeFault, withoutSecrets } from './failure-words.ts';
import { isRecord } from './fields.ts';
import { type Generator, GeneratorError, type ModelAnswer, type ModelRequest } from './generator.ts';
import { guardedFetch } from './guarded-fetch.ts';
import { type Fault, kindOf, readFault } from './provider-fault.ts';
import { createRefusedParameters, type RefusedParameters } from './refused-parameters.ts';
import { type WireRequest, wireRequest } from './wire-request.ts';

export interface OpenAiGeneratorOptions extends ModelTimeouts {
  readonly endpoint: Endpoint;
  /** By the model's name as a definition writes it. */
  price(model: string): ModelPrice | undefined;
  /** Whether the endpoint is simulated and is told where in the run a call is made; no other endpoint ever is. */
  readonly sendPlace: boolean;
  /** The model's name as the endpoint knows it; left out: without the endpoint's own prefix. */
  readonly wireName?: (model: string) => string;
}

/**
 * Models behind an OpenAI-compatible endpoint. Always streams: that gives a fast stop, partial text and idle detection. Sends one
 * request, and a second one only where the endpoint has just refused a parameter that the model can do without.
 */
export function createOpenAiGenerator(options: OpenAiGeneratorOptions): Generator {
  const client = createClient(options);
  const refused = createRefusedParameters();
  return {
    async complete(request) {
      request.signal.throwIfAborted();
      const timers = startTimers(options, request.signal);
      const call: Call = { client, request, timers, collector: new AnswerCollector() };
      const body = wireRequest({ ...options, request, wireName: wireName(options, request.model.name) });
      try {
        await converseTwice(call, body, refused);
        return await answer(options, call);
      } catch (error) {
        request.signal.throwIfAborted();
        throw asGeneratorError(error, options.endpoint, call);
      } finally {
        timers.stop();
      }
    },
  };
}

interface Call {
  readonly client: OpenAI;
  readonly request: ModelRequest;
  readonly timers: CallTimers;
  readonly collector: AnswerCollector;
}

/**
 * The client reads its settings from the environment where it is given none, so each is given: an organisation's id or a key must not
 * reach an endpoint that it was not meant for.
 */
function createClient({ endpoint, timeoutMs }: OpenAiGeneratorOptions): OpenAI {
  return new OpenAI({
    baseURL: endpoint.baseUrl,
    apiKey: keyOf(endpoint) ?? 'none',
    ...(keyOf(endpoint) === undefined ? { defaultHeaders: { authorization: null } } : {}),
    adminAPIKey: null,
    organization: null,
    project: null,
    webhookSecret: null,
    maxRetries: 0,
    // Ours fires first and says why.
    timeout: timeoutMs + 1_000,
    logLevel: 'off',
    fetch: guardedFetch,
  });
}

function keyOf({ apiKey }: Endpoint): string | undefined {
  return apiKey?.trim() === '' ? undefined : apiKey?.trim();
}

function wireName({ endpoint, wireName: named }: OpenAiGeneratorOptions, model: string): string {
  if (named !== undefined) return named(model);
  return model.startsWith(`${endpoint.name}/`) ? model.slice(endpoint.name.length + 1) : model;
}

/**
 * A request whose model refuses a parameter is sent once more without it. When that one is refused for another parameter the next call
 * will leave out both, so the fault is worth another try.
 */
async function converseTwice(call: Call, body: WireRequest, refused: RefusedParameters): Promise<void> {
  const first = refused.without(body);
  try {
    return await converse(call, first);
  } catch (error) {
    if (!isRefusal(error) || !refused.learn(first, faultOf(error))) throw error;
  }
  const second = refused.without(body);
  try {
    return await converse(call, second);
  } catch (error) {
    if (!isRefusal(error) || !refused.learn(second, faultOf(error))) throw error;
    throw new BrokenAnswer(`refuses one more parameter: ${faultOf(error).message}`);
  }
}

/**
 * Reads the answer into the collector. What happens after the provider has said how the answer ended cannot take it back. An abort may
 * end the loop like the end of the stream does (llm 1.1), so whoever goes on from here looks at the signal and the timers.
 */
async function converse(call: Call, body: WireRequest): Promise<void> {
  const { client, timers, collector } = call;
  try {
    const stream = await client.chat.completions.create(body, { signal: timers.signal });
    timers.alive();
    call.request.onProgress?.({ text: '', outputTokens: 0 });
    for await (const chunk of stream) read(call, chunk);
  } catch (error) {
    if (!collector.finished) throw error;
  }
}

function read({ request, timers, collector }: Call, chunk: unknown): void {
  if (isRecord(chunk) && chunk['object'] === 'error') throw new APIError(undefined, chunk, undefined, undefined);
  const hasContent = collector.add(chunk);
  if (hasContent) timers.alive();
  if (collector.finished) timers.ended();
  if (hasContent) request.onProgress?.({ text: collector.text, outputTokens: Math.ceil(collector.text.length / 4) });
}

async function answer(options: OpenAiGeneratorOptions, { request, collector }: Call): Promise<ModelAnswer> {
  const { text, refusal, usage: raw, toolCalls } = collector;
  const finishReason = collector.finishReason();
  const { model, messages } = request;
  const price = options.price(model.name);
  const written = toolCalls.map((call) => call.name + call.arguments).join('');
  const usage = await answerUsage({ raw, messages, text: text + refusal + written, price });
  request.signal.throwIfAborted();
  return {
    text,
    finishReason,
    ...(refusal === '' ? {} : { refusal }),
    ...(toolCalls.length === 0 ? {} : { toolCalls }),
    usage,
    ...(raw === undefined ? {} : { rawUsage: raw }),
    model: collector.model ?? model.name,
  };
}

function isRefusal(error: unknown): error is APIError {
  return error instanceof APIError && error.status !== undefined && kindOf(faultOf(error)) === 'configuration';
}

function faultOf({ status, headers, error }: APIError): Fault {
  return readFault({ status, headers, body: error });
}

/** The error keeps no cause: the client's own carry headers and the provider's words, and those may repeat the key. */
function asGeneratorError(error: unknown, endpoint: Endpoint, { timers, collector }: Call): GeneratorError {
  const partial = collector.text === '' ? {} : { partial: collector.text };
  const say = (what: string) => `endpoint ${endpoint.name}: ${withoutSecrets(what, keyOf(endpoint))}`;
  if (timers.expired !== undefined) {
    return new GeneratorError('transport', say(`the answer did not come: ${timers.expired}`), partial);
  }
  if (error instanceof BrokenAnswer) {
    return new GeneratorError('transport', say(`the answer ${error.message}`), partial);
  }
  if (!(error instanceof APIError) || error instanceof APIConnectionError) {
    return new GeneratorError('transport', say(describeBreak(error)), partial);
  }
  const fault = faultOf(error);
  return new GeneratorError(kindOf(fault), say(describeFault(fault)), { ...known(fault), ...partial });
}

function known({ status, retryAfter }: Fault): { status?: number; retryAfter?: number } {
  return { ...(status === undefined ? {} : { status }), ...(retryAfter === undefined ? {} : { retryAfter }) };
}
