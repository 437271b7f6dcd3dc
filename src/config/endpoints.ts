import type { Environment } from './environment.ts';
import type { FileEndpoint } from './file.ts';

/** One endpoint, ready to be called. */
export interface EndpointSettings {
  /** Up to and with `/v1`; left out only beside `provider`: the adapter's own. */
  readonly baseUrl?: string;
  /** The package of the AI SDK that speaks its protocol; left out: OpenAI's protocol. */
  readonly provider?: string;
  /** The variable that holds its key, or those that hold its keys. */
  readonly apiKeyEnv?: string | readonly string[];
  /** What they hold; left out: it has no key. */
  readonly apiKeys?: readonly { readonly variable: string; readonly value: string }[];
  /** The models it offers; left out: any. */
  readonly models?: readonly string[];
  /** Of each key, of all workers together: requests and tokens a minute, calls at once; left out: what the provider says. */
  readonly requestsPerMinute?: number;
  readonly tokensPerMinute?: number;
  readonly concurrency?: number;
  readonly profile: {
    readonly jsonSchema: 'strict' | 'soft' | 'none';
    readonly seed: boolean;
    readonly maxTokensField: 'max_tokens' | 'max_completion_tokens';
    readonly usage: 'always' | 'stream_option' | 'none';
    readonly systemRole: 'system' | 'developer' | 'user';
    readonly reasoning: 'echo' | 'drop';
    readonly endReasons?: readonly string[];
    readonly doneIsEnd?: boolean;
    readonly tailMs?: number;
    readonly answersAs?: readonly string[] | Readonly<Record<string, string | readonly string[]>>;
  };
}

export interface ReadEndpoints {
  /** The default endpoint, where there is one, is named `default`. */
  readonly endpoints: Readonly<Record<string, EndpointSettings>>;
  readonly problems: readonly string[];
}

const OPENAI = 'https://api.openai.com/v1';

/** The endpoints of the file, and the default one, whose address and key come from the environment first. */
export function endpointsOf(
  file: Readonly<Record<string, FileEndpoint>>,
  environment: Environment,
  env: Readonly<Record<string, string>>,
): ReadEndpoints {
  const problems: string[] = [];
  const endpoints: Record<string, EndpointSettings> = {};
  for (const [name, endpoint] of Object.entries(withDefault(file, environment))) {
    const { baseUrl, provider, apiKeyEnv } = endpoint;
    const variables = [apiKeyEnv ?? []].flat();
    if (!baseUrl && !provider) problems.push(`endpoints.${name}.baseUrl: is needed, unless a provider is named`);
    for (const variable of variables.filter((each) => !env[each]))
      problems.push(`endpoints.${name}.apiKeyEnv: the variable ${variable} is not set`);
    if (!baseUrl && !provider) continue;
    const apiKeys = variables.map((variable) => ({ variable, value: env[variable] ?? '' }));
    endpoints[name] = settingsOf(endpoint, apiKeys);
  }
  return { endpoints, problems };
}

function withDefault(
  file: Readonly<Record<string, FileEndpoint>>,
  { OPENAI_BASE_URL, OPENAI_API_KEY }: Environment,
): Readonly<Record<string, FileEndpoint>> {
  const named = file['default'];
  // The variables are those of OpenAI's protocol.
  if (named?.provider) return file;
  if (!named && !OPENAI_BASE_URL && !OPENAI_API_KEY) return file;
  // A list of keys in the file is there on purpose.
  const key = OPENAI_API_KEY && !Array.isArray(named?.apiKeyEnv) ? { apiKeyEnv: 'OPENAI_API_KEY' } : {};
  return { ...file, default: { ...named, baseUrl: OPENAI_BASE_URL ?? named?.baseUrl ?? OPENAI, ...key } };
}

/** OpenAI's own models refuse `max_tokens`; most other servers know nothing else. */
function settingsOf(endpoint: FileEndpoint, apiKeys: NonNullable<EndpointSettings['apiKeys']>): EndpointSettings {
  const { baseUrl, provider, apiKeyEnv, models, profile = {} } = endpoint;
  const { requestsPerMinute, tokensPerMinute, concurrency } = endpoint;
  const host = baseUrl === undefined ? '' : new URL(baseUrl).hostname;
  const own = host === new URL(OPENAI).hostname;
  return {
    ...(baseUrl === undefined ? {} : { baseUrl }),
    ...(provider === undefined ? {} : { provider }),
    ...(apiKeyEnv === undefined ? {} : { apiKeyEnv }),
    ...(apiKeys.length > 0 && { apiKeys }),
    ...(models === undefined ? {} : { models }),
    ...(requestsPerMinute === undefined ? {} : { requestsPerMinute }),
    ...(tokensPerMinute === undefined ? {} : { tokensPerMinute }),
    ...(concurrency === undefined ? {} : { concurrency }),
    profile: {
      jsonSchema: profile.jsonSchema ?? (own ? 'strict' : 'soft'),
      seed: profile.seed ?? true,
      maxTokensField: profile.maxTokensField ?? (own ? 'max_completion_tokens' : 'max_tokens'),
      usage: profile.usage ?? 'stream_option',
      systemRole: profile.systemRole ?? 'system',
      reasoning: profile.reasoning ?? (provider !== undefined || ECHOING.test(host) ? 'echo' : 'drop'),
      ...(profile.endReasons && { endReasons: profile.endReasons }),
      ...(profile.doneIsEnd !== undefined && { doneIsEnd: profile.doneIsEnd }),
      ...(profile.tail !== undefined && { tailMs: profile.tail }),
      ...(profile.answersAs && { answersAs: profile.answersAs }),
    },
  };
}

/** Hosts whose thinking models refuse the next turn, or lose the thread, without the reasoning of the turns before. */
const ECHOING =
  /(?:^|\.)(?:deepseek\.com|moonshot\.(?:ai|cn)|kimi\.com|openrouter\.ai|z\.ai|bigmodel\.cn|minimax\.io|minimaxi\.com|xiaomimimo\.com)$/;
