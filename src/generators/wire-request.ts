import type { ChatMessage, ToolCall, ToolSpec } from '../model/chat.ts';
import type { Endpoint, EndpointProfile } from './endpoint.ts';
import type { ModelRequest, ModelSettings } from './generator.ts';
import { type SystemRole, withoutSystemRole } from './system-roles.ts';

type WireMessage =
  | { readonly role: 'system' | 'developer' | 'user'; readonly content: string }
  | {
      readonly role: 'assistant';
      readonly content: string | null;
      readonly tool_calls?: WireToolCall[];
      readonly [field: string]: unknown;
    }
  | { readonly role: 'tool'; readonly content: string; readonly tool_call_id: string };

interface WireToolCall {
  readonly id: string;
  readonly type: 'function';
  readonly function: { readonly name: string; readonly arguments: string };
}

/** The body of a chat completion; fields that only some servers know have no type. */
export interface WireRequest {
  readonly model: string;
  readonly messages: WireMessage[];
  readonly stream: true;
  readonly [field: string]: unknown;
}

type WireFields = Readonly<Record<string, unknown>>;

export interface WireRequestOptions {
  readonly endpoint: Endpoint;
  readonly request: ModelRequest;
  readonly wireName: string;
  /** Of what the request may answer, in tokens; undefined: no limit is sent. */
  readonly maxTokens: number | undefined;
  readonly sendPlace: boolean;
  /** As the model takes it. */
  readonly systemRole: SystemRole;
}

/**
 * The body of a chat completion. What a definition puts in `extra` is passed through as it is, but cannot replace the model, the
 * messages, streaming, or a field that the definition sets by its own name.
 */
export function wireRequest({
  endpoint,
  request,
  wireName,
  maxTokens,
  sendPlace,
  systemRole,
}: WireRequestOptions): WireRequest {
  const messages = systemRole === 'user' ? withoutSystemRole(request.messages) : request.messages;
  return {
    ...request.model.extra,
    ...sampling(endpoint.profile, request),
    ...(maxTokens !== undefined && { [endpoint.profile.maxTokensField]: maxTokens }),
    ...schemaHint(endpoint.profile, request.schema),
    ...(request.tools ? { tools: request.tools.map(wireTool) } : {}),
    ...(endpoint.profile.usage === 'stream_option' ? { stream_options: { include_usage: true } } : {}),
    ...(sendPlace ? { metadata: place(request) } : {}),
    model: wireName,
    messages: messages.map((message) => wireMessage(systemRole, message)),
    stream: true,
  };
}

/** The two names of one limit. */
export const LIMIT_FIELDS = ['max_tokens', 'max_completion_tokens'] as const;

/** The limit that an author wrote, by its own name or in `extra`; null where that is no number. Undefined: none is written. */
export function writtenLimit({ maxTokens, extra = {} }: ModelSettings): number | null | undefined {
  if (maxTokens !== undefined) return maxTokens;
  const name = LIMIT_FIELDS.find((field) => field in extra);
  if (name === undefined) return undefined;
  const value = extra[name];
  return typeof value === 'number' ? value : null;
}

/** The limit that a request carries. */
export function sentLimit(body: WireRequest): number | undefined {
  const value = LIMIT_FIELDS.map((name) => body[name]).find((each) => each !== undefined);
  return typeof value === 'number' ? value : undefined;
}

function sampling(profile: EndpointProfile, { model }: ModelRequest): WireFields {
  const fields = {
    temperature: model.temperature,
    top_p: model.topP,
    seed: profile.seed ? model.seed : undefined,
    stop: model.stop,
  };
  return Object.fromEntries(Object.entries(fields).filter(([, value]) => value !== undefined));
}

/** Only a hint: a guard checks the answer whatever the server makes of it. */
function schemaHint(profile: EndpointProfile, schema: unknown): WireFields {
  if (schema === undefined || profile.jsonSchema === 'none') return {};
  const strict = profile.jsonSchema === 'strict';
  return { response_format: { type: 'json_schema', json_schema: { name: 'answer', strict, schema } } };
}

function wireMessage(systemRole: SystemRole, message: ChatMessage): WireMessage {
  const { content } = message;
  switch (message.role) {
    case 'system':
      return { role: systemRole, content };
    case 'user':
      return { role: 'user', content };
    case 'tool':
      return { role: 'tool', content, tool_call_id: message.toolCallId };
    case 'assistant': {
      const { toolCalls, extra } = message;
      if (!toolCalls) return { ...extra, role: 'assistant', content };
      // Beside calls some servers refuse an empty text and take none.
      const text = content === '' ? null : content;
      return { ...extra, role: 'assistant', content: text, tool_calls: toolCalls.map(wireCall) };
    }
  }
}

/** With the fields that the provider sent beside: a call without its signature may be refused. */
function wireCall({ id, name, arguments: text, extra = {} }: ToolCall): WireToolCall {
  return { ...extra, id, type: 'function', function: { ...Object(extra['function']), name, arguments: text } };
}

function wireTool({ name, description, parameters }: ToolSpec): WireFields {
  return { type: 'function', function: { name, description, parameters } };
}

/** Where in the run the call is made; simulated endpoints index their answers by it (running 4). */
function place({ place: where }: ModelRequest): WireFields {
  return {
    dsap_run: where.runId,
    dsap_step: where.step,
    dsap_epoch: String(where.epoch),
    dsap_attempt: String(where.attempt),
    dsap_n: String(where.n),
    dsap_faults: String(where.faults),
  };
}
