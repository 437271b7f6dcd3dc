import type { Endpoint } from './endpoint.ts';
import { at, listOf, textOf } from './fields.ts';

const LIMIT_MS = 2_000;

/**
 * The models of an endpoint, without its prefix: what it lists itself within two seconds, and of that what the configuration offers.
 * The configured list where it does not answer or knows those models under other names. Never throws.
 */
export async function listedModels(endpoint: Endpoint): Promise<readonly string[]> {
  const listed = await ask(endpoint).catch((): readonly string[] => []);
  if (endpoint.models === undefined) return listed;
  const both = endpoint.models.filter((model) => listed.includes(model));
  return both.length > 0 ? both : endpoint.models;
}

/** An adapter has no way to ask for its models. */
async function ask({ baseUrl, apiKey, provider }: Endpoint): Promise<readonly string[]> {
  if (baseUrl === undefined || provider !== undefined) return [];
  const response = await fetch(`${baseUrl.replace(/\/+$/, '')}/models`, {
    headers: apiKey === undefined ? {} : { authorization: `Bearer ${apiKey}` },
    signal: AbortSignal.timeout(LIMIT_MS),
  });
  const answer: unknown = await response.json();
  return listOf(at(answer, 'data')).flatMap((model) => textOf(at(model, 'id')) ?? []);
}
