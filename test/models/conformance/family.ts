/** The form of the conformance suite: what a family of providers sends, byte for byte, and what dsap makes of it. */
import type { FileEndpoint } from '../../../src/config/file.ts';
import type { ModelAnswer, ModelSettings } from '../../../src/generators/generator.ts';

/** What each family shows, in the order of the table in `docs/providers.md`. */
export const FEATURES = {
  streamed: 'plain answer',
  whole: 'not streamed',
  length: 'cut by length',
  filtered: 'filtered',
  thinking: 'thinking',
  toolCalls: 'two tool calls',
  secondTurn: 'second turn',
  refusedParameter: 'refused parameter',
  rateLimit: 'rate limit',
  outage: 'outage',
  streamError: 'error in the stream',
  usage: 'usage',
} as const;

export type Feature = keyof typeof FEATURES;

/** A reply of the stub, byte for byte. */
export interface WireReply {
  /** 200 where left out. */
  readonly status?: number;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: string;
}

export interface Transcript {
  /** Beside the family's own: what the endpoint's profile needs for this feature. */
  readonly profile?: FileEndpoint['profile'];
  /** Beside the profile: what has to be set, in the words of the table. */
  readonly setting?: string;
  /** What the model of the definition sets. */
  readonly model?: Omit<ModelSettings, 'name'>;
  /** The output schema of the step. */
  readonly schema?: unknown;
  /** To the requests, in order. */
  readonly replies: readonly WireReply[];
  /** What the bodies of the requests hold, in order, and what they do not. */
  readonly sent?: readonly object[];
  readonly notSent?: readonly (readonly string[])[];
  /** Of a second turn: fields that the assistant's message carries back, and fields that it does not. */
  readonly echoed?: object;
  readonly dropped?: readonly string[];
  /** What the answer holds, beside what every family gives for the feature; left out of a fault. */
  readonly answer?: Partial<Omit<ModelAnswer, 'usage'>> & { readonly usage?: object };
  /** What the fault holds. */
  readonly fault?: {
    readonly kind?: string;
    readonly status?: number;
    readonly retryAfter?: unknown;
    readonly partial?: string;
    readonly says?: RegExp;
  };
  /** Told in the table: what is peculiar to this family. */
  readonly note?: string;
}

/** A feature that a family does not have, or that its public pages do not describe. */
type Absent = 'not documented' | 'not offered';

export interface Family {
  readonly name: string;
  /** Public documentation that the transcripts are written from. */
  readonly source: string;
  /** As a user writes it into the settings file; the stub is put in the place of its host. */
  readonly endpoint: FileEndpoint & { readonly baseUrl: string };
  /** As the provider names it. */
  readonly model: string;
  /** Where requests go behind the base URL, of a protocol of the family's own; left out: chat completions. */
  readonly path?: string;
  readonly features: Readonly<Record<Feature, Transcript | Absent>>;
}

export const TEA = 'Tea grows in the hills. It is picked by hand.';
export const HALF = 'Tea grows in the hills. It is';
export const THOUGHT = 'I should write about tea.';

/** A stream of events: a JSON text becomes a `data` line, anything else is sent as it is. Ends with `[DONE]`. */
export function sse(...frames: readonly string[]): WireReply {
  return unfinished(...frames, 'data: [DONE]');
}

/** A stream of events that just ends. */
export function unfinished(...frames: readonly string[]): WireReply {
  const body = frames.map((frame) => `${/^[{[]/.test(frame) ? 'data: ' : ''}${frame}\n\n`).join('');
  return { headers: { 'content-type': 'text/event-stream' }, body };
}

/** A JSON document. */
export function reply(
  status: number,
  body: string | object,
  headers: Readonly<Record<string, string>> = {},
): WireReply {
  const text = typeof body === 'string' ? body : JSON.stringify(body);
  return { status, headers: { 'content-type': 'application/json', ...headers }, body: text };
}

export interface Envelope {
  /** An event with a piece of an answer. */
  readonly chunk: (delta: object, finishReason?: string | null, more?: object) => string;
  /** An answer that is not streamed. */
  readonly document: (message: object, finishReason: string, more?: object) => string;
}

/** The JSON texts of chat completions within what the family puts around them; `choice`: beside the delta. */
export function envelope(base: object, choice: object = {}): Envelope {
  const around = (object: string, fields: object, more: object) =>
    JSON.stringify({ ...base, object, choices: [fields], ...more });
  return {
    chunk: (delta, finish_reason = null, more = {}) =>
      around('chat.completion.chunk', { index: 0, delta, ...choice, finish_reason }, more),
    document: (message, finish_reason, more = {}) =>
      around(
        'chat.completion',
        { index: 0, message: { role: 'assistant', ...message }, ...choice, finish_reason },
        more,
      ),
  };
}

/** A call of the agent's tool; `more`: fields of the provider's own. */
export function call(id: string, city: string, more: object = {}): object {
  return { id, type: 'function', function: { name: 'get_weather', arguments: JSON.stringify({ city }) }, ...more };
}

/** A piece of a call in a stream. */
export function piece(
  index: number,
  text: string,
  begin: { readonly id?: string; readonly more?: object } = {},
): object {
  const { id, more = {} } = begin;
  const named = id === undefined ? {} : { id, type: 'function' };
  const name = id === undefined ? {} : { name: 'get_weather' };
  return { index, ...named, function: { ...name, arguments: text }, ...more };
}
