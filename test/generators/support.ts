import { type AdapterGeneratorOptions, createAdapterGenerator } from '../../src/generators/adapter-generator.ts';
import type { Endpoint, EndpointProfile, ModelTimeouts } from '../../src/generators/endpoint.ts';
import { type EndpointGenerator, GeneratorError, type ModelRequest } from '../../src/generators/generator.ts';
import { createOpenAiGenerator, type OpenAiGeneratorOptions } from '../../src/generators/openai-generator.ts';

export const API_KEY = 'test-key-0123456789';

const KEYS = [{ variable: 'MAIN_KEY', value: API_KEY }];

export const PROFILE: EndpointProfile = {
  jsonSchema: 'strict',
  seed: true,
  maxTokensField: 'max_tokens',
  usage: 'stream_option',
  systemRole: 'system',
};

export function anEndpoint(fields: Partial<Endpoint> & Pick<Endpoint, 'baseUrl'>): Endpoint {
  return { name: 'main', apiKeys: KEYS, profile: PROFILE, ...fields };
}

/** Limits that no slow machine meets: only a test of a limit sets one that is met. */
const UNHURRIED: ModelTimeouts = { timeoutMs: 60_000, idleTimeoutMs: 60_000 };

/** For endpoints that never begin to answer. */
export const SHORT_DEADLINE: ModelTimeouts = { ...UNHURRIED, timeoutMs: 1_000 };
/** For endpoints that fall silent, long enough that what they have sent is read before. */
export const SHORT_IDLE: ModelTimeouts = { ...UNHURRIED, idleTimeoutMs: 1_000 };

export function aGenerator(
  endpoint: Partial<Endpoint> & Pick<Endpoint, 'baseUrl'>,
  options: Partial<OpenAiGeneratorOptions> = {},
): EndpointGenerator {
  return createOpenAiGenerator({
    endpoint: anEndpoint(endpoint),
    apiKey: API_KEY,
    price: () => undefined,
    maxTokens: () => 8_192,
    sendPlace: false,
    ...UNHURRIED,
    ...options,
  });
}

/** The same for an endpoint that names a provider adapter. */
export function anAdapterGenerator(
  endpoint: Partial<AdapterGeneratorOptions['endpoint']> & Pick<AdapterGeneratorOptions['endpoint'], 'provider'>,
  options: Partial<AdapterGeneratorOptions> = {},
): EndpointGenerator {
  return createAdapterGenerator({
    endpoint: { name: 'main', apiKeys: KEYS, profile: PROFILE, ...endpoint },
    apiKey: API_KEY,
    price: () => undefined,
    maxTokens: () => 8_192,
    ...UNHURRIED,
    ...options,
  });
}

export function aRequest(fields: Partial<ModelRequest> = {}): ModelRequest {
  return {
    model: { name: 'main/tiny' },
    messages: [
      { role: 'system', content: 'Be brief.' },
      { role: 'user', content: 'Say hello.' },
    ],
    place: { runId: 'run_1', step: 'greet', epoch: 1, attempt: 2, n: 3, faults: 4 },
    signal: new AbortController().signal,
    ...fields,
  };
}

/** The error of a call that must fail. */
export async function failureOf(call: Promise<unknown>): Promise<GeneratorError> {
  const error = await call.then(
    () => undefined,
    (reason: unknown) => reason,
  );
  if (error instanceof GeneratorError) return error;
  throw new TypeError(`expected a GeneratorError, got ${String(error)}`);
}
