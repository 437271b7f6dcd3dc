import type { AnswersAs } from './answering-model.ts';

/** What the service knows of one endpoint. Structurally the same as the settings that the configuration reads. */
interface EndpointSettings {
  /** Up to and with `/v1`, as the `openai` client takes it; left out only beside `provider`: the adapter's own. */
  readonly baseUrl?: string;
  /** The package of the AI SDK that speaks the endpoint's protocol; left out: OpenAI's protocol. */
  readonly provider?: string;
  /** The variables that hold its keys, as the settings name them. */
  readonly apiKeyEnv?: string | readonly string[];
  /** Its keys; left out or empty: it needs none, or an adapter reads its own variables. */
  readonly apiKeys?: readonly ApiKey[];
  /** The models it offers; left out: any. */
  readonly models?: readonly string[];
  /** Of each key, of all workers together: requests and tokens a minute, calls at once; left out: what the provider says. */
  readonly requestsPerMinute?: number;
  readonly tokensPerMinute?: number;
  readonly concurrency?: number;
  readonly profile: EndpointProfile;
}

/** What the server understands; nothing else is asked of it. */
export interface EndpointProfile {
  readonly jsonSchema: 'strict' | 'soft' | 'none';
  readonly seed: boolean;
  readonly maxTokensField: 'max_tokens' | 'max_completion_tokens';
  /** `always`: it counts without being asked; `stream_option`: when asked by `stream_options`; `none`: never. */
  readonly usage: 'always' | 'stream_option' | 'none';
  /** `user`: the text stands before the first user message, within it. */
  readonly systemRole: 'system' | 'developer' | 'user';
  /** Whether the reasoning of an assistant message goes back with it; `drop` where left out (llm 1.5). */
  readonly reasoning?: 'echo' | 'drop';
  /** Reasons for the end of an answer that dsap does not know and that stand for a whole one (llm 1.1). */
  readonly endReasons?: readonly string[];
  /** The end of the stream is the end of the answer: the server names no reason (llm 1.4). */
  readonly doneIsEnd?: boolean;
  /** Milliseconds of silence after the reason for the end, within which more may come; 5,000 where left out. */
  readonly tailMs?: number;
  /** Further names that its models answer under, such as those of deployments (llm 1.8). */
  readonly answersAs?: AnswersAs;
}

export interface Endpoint extends EndpointSettings {
  readonly name: string;
}

/** One key of an endpoint. */
export interface ApiKey {
  /** The variable that holds it: how people and messages call it. */
  readonly variable: string;
  readonly value: string;
}

/** USD per million tokens. */
export interface ModelPrice {
  readonly input: number;
  /** Left out: as `input`. */
  readonly cachedInput?: number;
  /** Of what the provider writes into its cache; left out: as `input`. */
  readonly cacheWrite?: number;
  readonly output: number;
}

/** Milliseconds. */
export interface ModelTimeouts {
  /** From the request to the last byte. */
  readonly timeoutMs: number;
  /** From the headers, and from each piece of content, to the next one; bytes that carry no content do not count. */
  readonly idleTimeoutMs: number;
}
