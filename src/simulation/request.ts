import { z } from 'zod';

const TextPart = z.object({ type: z.string(), text: z.string().optional() });
const Message = z.object({
  role: z.string(),
  content: z
    .union([z.string(), z.array(TextPart)])
    .nullish()
    .transform((content) => textOf(content ?? '')),
});
const Tool = z.object({ function: z.object({ name: z.string(), parameters: z.unknown().optional() }) });
const ResponseFormat = z.object({
  type: z.string(),
  json_schema: z.object({ schema: z.unknown().optional() }).optional(),
});

/** The part of a chat completion request that the simulated models read. Everything else is let through unread. */
const ChatBody = z.object({
  model: z.string().min(1),
  messages: z.array(Message).min(1),
  stream: z.boolean().nullish(),
  stream_options: z.object({ include_usage: z.boolean().nullish() }).nullish(),
  response_format: ResponseFormat.nullish(),
  tools: z.array(Tool).nullish(),
  metadata: z.record(z.string(), z.coerce.string().catch('')).nullish(),
  sim: z.unknown().optional(),
});

/** A request as the simulated models see it. A client that sends no metadata is at its first attempt of a step without a name. */
export interface SimRequest {
  /** The name of the card, without `sim:`. */
  readonly card: string;
  /** The model as asked for. */
  readonly model: string;
  readonly system: string;
  readonly user: string;
  /** All messages, oldest first. */
  readonly prompt: string;
  readonly step: string;
  readonly epoch: number;
  /** The step's ordinal over all epochs (R25). */
  readonly n: number;
  /** Provider faults this call has already met. */
  readonly faults: number;
  /** The answers since the newest user message, and this one: an agent's turn within its attempt, from 1. */
  readonly turn: number;
  /** What may be called: name → JSON Schema of the arguments. */
  readonly tools: Readonly<Record<string, unknown>>;
  /** What the answer should fit; `undefined` when any text will do. */
  readonly schema: unknown;
  /** The model's own settings: `extra.sim` of the definition. */
  readonly sim: unknown;
  readonly stream: boolean;
  readonly includeUsage: boolean;
}

/** Parses a request body; the problems, as one text, when it is no chat completion request. */
export function parseSimRequest(body: unknown): { readonly request: SimRequest } | { readonly problem: string } {
  const parsed = ChatBody.safeParse(body);
  return parsed.success ? { request: toSimRequest(parsed.data) } : { problem: z.prettifyError(parsed.error) };
}

function toSimRequest(body: z.infer<typeof ChatBody>): SimRequest {
  const textsOf = (role: string) =>
    body.messages.filter((message) => message.role === role).map(({ content }) => content);
  return {
    card: body.model.replace(/^sim:/, ''),
    model: body.model,
    system: textsOf('system').join('\n\n'),
    user: textsOf('user').join('\n\n'),
    prompt: body.messages.map(({ content }) => content).join('\n\n'),
    step: body.metadata?.['dsap_step'] ?? '',
    epoch: countOf(body.metadata?.['dsap_epoch'], 1),
    n: countOf(body.metadata?.['dsap_n'], 1),
    faults: countOf(body.metadata?.['dsap_faults'], 0),
    turn: turnOf(body.messages),
    tools: Object.fromEntries((body.tools ?? []).map(({ function: { name, parameters } }) => [name, parameters])),
    schema: schemaOf(body.response_format),
    sim: body.sim,
    stream: body.stream === true,
    includeUsage: body.stream_options?.include_usage === true,
  };
}

function turnOf(messages: readonly { readonly role: string }[]): number {
  const asked = messages.findLastIndex(({ role }) => role === 'user');
  return 1 + messages.slice(asked + 1).filter(({ role }) => role === 'assistant').length;
}

/** Metadata values are strings; what is no whole number counts as not sent. */
function countOf(value: unknown, least: number): number {
  const count = Number(value);
  return Number.isSafeInteger(count) && count >= least ? count : least;
}

function schemaOf(format: z.infer<typeof ResponseFormat> | null | undefined): unknown {
  if (format?.type === 'json_schema') return format.json_schema?.schema ?? {};
  return format?.type === 'json_object' ? { type: 'object' } : undefined;
}

function textOf(content: string | readonly z.infer<typeof TextPart>[]): string {
  return typeof content === 'string' ? content : content.map(({ text }) => text ?? '').join('');
}
