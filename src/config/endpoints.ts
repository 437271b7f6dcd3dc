import type { Environment } from './environment.ts';
import type { FileEndpoint } from './file.ts';

/** One endpoint, ready to be called. */
export interface EndpointSettings {
  /** Up to and with `/v1`; left out only beside `provider`: the adapter's own. */
  readonly baseUrl?: string;
  /** The package of the AI SDK that speaks its protocol; left out: OpenAI's protocol. */
  readonly provider?: string;
  /** The variable that holds its key. */
  readonly apiKeyEnv?: string;
  /** What that variable holds. */
  readonly apiKey?: string;
  /** The models it offers; left out: any. */
  readonly models?: readonly string[];
  /** Calls at once from this process. */
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
    const apiKey = apiKeyEnv === undefined ? undefined : env[apiKeyEnv];
    if (!baseUrl && !provider) problems.push(`endpoints.${name}.baseUrl: is needed, unless a provider is named`);
    if (apiKeyEnv !== undefined && !apiKey)
      problems.push(`endpoints.${name}.apiKeyEnv: the variable ${apiKeyEnv} is not set`);
    if (baseUrl || provider) endpoints[name] = settingsOf(endpoint, apiKey);
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
  const key = OPENAI_API_KEY ? { apiKeyEnv: 'OPENAI_API_KEY' } : {};
  return { ...file, default: { ...named, baseUrl: OPENAI_BASE_URL ?? named?.baseUrl ?? OPENAI, ...key } };
}

/** OpenAI's own models refuse `max_tokens`; most other servers know nothing else. */
function settingsOf(endpoint: FileEndpoint, apiKey: string | undefined): EndpointSettings {
  const { baseUrl, provider, apiKeyEnv, models, concurrency, profile = {} } = endpoint;
  const host = baseUrl === undefined ? '' : new URL(baseUrl).hostname;
  const own = host === new URL(OPENAI).hostname;
  return {
    ...(baseUrl === undefined ? {} : { baseUrl }),
    ...(provider === undefined ? {} : { provider }),
    ...(apiKeyEnv === undefined ? {} : { apiKeyEnv }),
    ...(apiKey === undefined ? {} : { apiKey }),
    ...(models === undefined ? {} : { models }),
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
