import type { ChatMessage, ToolCall } from '../model/chat.ts';
import { parseJson } from '../text/exact-json.ts';
import { PARTS } from './adapter-answer.ts';
import { at, isRecord, listOf, textOf } from './fields.ts';

/** A part of a message of the AI SDK's `LanguageModel` interface, alike in its versions 2 to 4 as far as dsap uses it. */
interface PromptPart {
  readonly type: string;
  readonly [field: string]: unknown;
}

type PromptMessage =
  | { readonly role: 'system'; readonly content: string; readonly providerOptions?: unknown }
  | { readonly role: 'user'; readonly content: readonly PromptPart[]; readonly providerOptions?: unknown }
  | {
      readonly role: 'assistant' | 'tool';
      readonly content: readonly PromptPart[];
      readonly providerOptions?: unknown;
    };

/**
 * Writes a conversation as the prompt of a `LanguageModel`. Assistant messages get back the thoughts and signatures that came with them.
 * Replies to the calls of one answer become one message, since providers want them together. `marks`: for providers whose caches need them.
 */
export function adapterPrompt(messages: readonly ChatMessage[], marks: CacheMarks = {}): readonly PromptMessage[] {
  const names = new Map(messages.flatMap(callsOf).map(({ id, name }) => [id, name]));
  const prompt: PromptMessage[] = [];
  for (const message of messages) {
    const written = promptMessage(message, names);
    const before = prompt.at(-1);
    if (written.role === 'tool' && before?.role === 'tool')
      prompt.splice(-1, 1, { ...before, content: [...before.content, ...written.content] });
    // Providers refuse messages without words.
    else if (written.content.length > 0) prompt.push(written);
  }
  const first = prompt.findIndex(({ role }) => role === 'user');
  return prompt.map((message, index) => {
    if (index === first && marks.constant && message.role === 'user') return markedWithin(message, marks.constant);
    return marks.end && index === prompt.length - 1 ? { ...message, providerOptions: CACHE_MARK } : message;
  });
}

/** Where Anthropic is told that a prompt will begin alike again; other providers need no marks. */
interface CacheMarks {
  /** UTF-16 units of the first user message that a retry sends again. */
  readonly constant?: number | undefined;
  /** The conversation goes on behind its last message. */
  readonly end?: boolean;
}

const CACHE_MARK = { anthropic: { cacheControl: { type: 'ephemeral' } } };

/** The message as two parts: the one that stays is marked. */
function markedWithin(message: Extract<PromptMessage, { role: 'user' }>, constant: number): PromptMessage {
  const text = textOf(message.content[0]?.['text']) ?? '';
  const marked = { type: 'text', text: text.slice(0, constant), providerOptions: CACHE_MARK };
  return { ...message, content: [marked, ...textParts(text.slice(constant))] };
}

function callsOf(message: ChatMessage): readonly ToolCall[] {
  return message.role === 'assistant' ? (message.toolCalls ?? []) : [];
}

function promptMessage(message: ChatMessage, names: ReadonlyMap<string, string>): PromptMessage {
  switch (message.role) {
    case 'system':
      return { role: 'system', content: message.content };
    case 'user':
      return { role: 'user', content: textParts(message.content) };
    case 'tool':
      return { role: 'tool', content: [reply(message.toolCallId, names, message.content)] };
    case 'assistant':
      return { role: 'assistant', content: assistantParts(message.content, callsOf(message), message.extra) };
  }
}

function textParts(text: string): readonly PromptPart[] {
  return text === '' ? [] : [{ type: 'text', text }];
}

function reply(toolCallId: string, names: ReadonlyMap<string, string>, value: string): PromptPart {
  return { type: 'tool-result', toolCallId, toolName: names.get(toolCallId) ?? '', output: { type: 'text', value } };
}

/** In the order in which the parts came, as far as `AdapterAnswer.parts` has kept it; what it does not know of follows. */
function assistantParts(text: string, calls: readonly ToolCall[], extra: unknown): readonly PromptPart[] {
  const written = new Map(calls.map((call) => [call.id, callPart(call)]));
  let rest = text;
  const kept = listOf(at(extra, PARTS)).flatMap((part): readonly PromptPart[] => {
    const options = isRecord(at(part, 'providerOptions')) && { providerOptions: at(part, 'providerOptions') };
    if (at(part, 'type') === 'reasoning')
      return [{ type: 'reasoning', text: textOf(at(part, 'text')) ?? '', ...options }];
    if (at(part, 'type') === 'text') {
      const own = rest.slice(0, Number(at(part, 'length')));
      rest = rest.slice(own.length);
      return own === '' && !options ? [] : [{ type: 'text', text: own, ...options }];
    }
    const id = textOf(at(part, 'id')) ?? '';
    const call = written.get(id);
    written.delete(id);
    return call ? [call] : [];
  });
  return [...kept, ...textParts(rest), ...written.values()];
}

function callPart({ id, name, arguments: written, extra }: ToolCall): PromptPart {
  const options = at(extra, 'providerOptions');
  return {
    type: 'tool-call',
    toolCallId: id,
    toolName: name,
    input: inputOf(written),
    ...(isRecord(options) && { providerOptions: options }),
  };
}

/** Providers take objects only. What a model wrote instead goes back as the one field of an object. */
function inputOf(written: string): Readonly<Record<string, unknown>> {
  try {
    const value = written.trim() === '' ? {} : parseJson(written);
    return isRecord(value) ? value : { value };
  } catch {
    return { invalid_json: written };
  }
}
