import type { Endpoint, EndpointProfile } from '../../src/generators/endpoint.ts';
import { type Generator, GeneratorError, type ModelRequest } from '../../src/generators/generator.ts';
import { createOpenAiGenerator, type OpenAiGeneratorOptions } from '../../src/generators/openai-generator.ts';

export const API_KEY = 'test-key-0123456789';

export const PROFILE: EndpointProfile = {
  jsonSchema: 'strict',
  seed: true,
  maxTokensField: 'max_tokens',
  usage: 'stream_option',
  systemRole: 'system',
};

export function anEndpoint(fields: Partial<Endpoint> & Pick<Endpoint, 'baseUrl'>): Endpoint {
  return { name: 'main', apiKey: API_KEY, profile: PROFILE, ...fields };
}

export function aGenerator(
  endpoint: Partial<Endpoint> & Pick<Endpoint, 'baseUrl'>,
  options: Partial<OpenAiGeneratorOptions> = {},
): Generator {
  const timeouts = { timeoutMs: 5_000, idleTimeoutMs: 5_000 };
  return createOpenAiGenerator({
    endpoint: anEndpoint(endpoint),
    price: () => undefined,
    maxTokens: () => 8_192,
    sendPlace: false,
    ...timeouts,
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
