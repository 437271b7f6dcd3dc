import type { Endpoint } from './endpoint.ts';
import { at, listOf, textOf } from './fields.ts';
import { trimmedKey } from './until-taken.ts';

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

/** Asks with each key until one is taken. An adapter has no way to ask for its models. */
async function ask({ baseUrl, apiKeys = [], provider }: Endpoint): Promise<readonly string[]> {
  if (baseUrl === undefined || provider !== undefined) return [];
  const url = `${baseUrl.replace(/\/+$/, '')}/models`;
  const signal = AbortSignal.timeout(LIMIT_MS);
  const values = apiKeys.map(({ value }) => trimmedKey(value));
  for (const key of values.length > 0 ? values : [undefined]) {
    const headers: Record<string, string> = key === undefined ? {} : { authorization: `Bearer ${key}` };
    const response = await fetch(url, { headers, signal });
    if (!response.ok && key !== values.at(-1)) continue;
    const answer: unknown = await response.json();
    return listOf(at(answer, 'data')).flatMap((model) => textOf(at(model, 'id')) ?? []);
  }
  return [];
}
