import type { ToolCall } from '../model/chat.ts';
import { BrokenAnswer } from './broken-answer.ts';
import { at, isRecord, listOf, textOf } from './fields.ts';
import type { FinishReason } from './generator.ts';

/** Puts an answer together from the chunks of a stream, or from the one document of a server that does not stream. */
export class AnswerCollector {
  text = '';
  refusal = '';
  model: string | undefined;
  /** The provider's own usage object; the last one counts where several come. */
  usage: unknown;
  /** Characters of what the model wrote: text, a refusal, calls of tools. */
  length = 0;
  #finish: string | undefined;
  #hasChoice = false;
  #hasTools = false;
  readonly #calls = new Map<number, { id: string; name: string; arguments: string }>();

  /** In the order of their indexes. Where a server gives no ids, or one twice, some are made: a reply names the call it answers. */
  get toolCalls(): readonly ToolCall[] {
    const inOrder = [...this.#calls.entries()].toSorted(([one], [other]) => one - other);
    const ids = inOrder.map(([, { id }]) => id);
    return inOrder.map(([index, call], place) => {
      const isOwn = call.id !== '' && ids.indexOf(call.id) === place;
      return { ...call, id: isOwn ? call.id : `call_${index}${call.id}` };
    });
  }

  /** The provider has said how the answer ended; only usage can follow. */
  get finished(): boolean {
    return this.#finish !== undefined;
  }

  /** Answers whether the chunk carried content: text, reasoning, a refusal or a tool call. */
  add(chunk: unknown): boolean {
    this.model = textOf(at(chunk, 'model')) ?? this.model;
    if (isRecord(at(chunk, 'usage'))) this.usage = at(chunk, 'usage');
    const choice = listOf(at(chunk, 'choices')).find((each) => (at(each, 'index') ?? 0) === 0);
    if (choice === undefined) return false;
    this.#hasChoice = true;
    const whole = isRecord(at(choice, 'message'));
    this.#finish = textOf(at(choice, 'finish_reason')) ?? (whole ? 'stop' : this.#finish);
    return this.#addMessage(at(choice, whole ? 'message' : 'delta'));
  }

  #addMessage(message: unknown): boolean {
    const text = contentOf(at(message, 'content'));
    const refusal = textOf(at(message, 'refusal')) ?? '';
    const calls = listOf(at(message, 'tool_calls'));
    const tools = calls.length > 0 || isRecord(at(message, 'function_call'));
    for (const [position, call] of calls.entries()) this.#addCall(call, position);
    this.text += text;
    this.refusal += refusal;
    this.length += text.length + refusal.length;
    this.#hasTools ||= tools;
    return text !== '' || refusal !== '' || tools || REASONING.some((key) => contentOf(at(message, key)) !== '');
  }

  /** A name and an id come once and whole, arguments in pieces; a server that sends whole calls may leave the index out. */
  #addCall(piece: unknown, position: number): void {
    const told = at(piece, 'index');
    const index = typeof told === 'number' ? told : position;
    const added = argumentsOf(at(piece, 'function', 'arguments'));
    this.length += added.length;
    const call = this.#calls.get(index) ?? { id: '', name: '', arguments: '' };
    this.#calls.set(index, {
      id: textOf(at(piece, 'id')) ?? call.id,
      name: textOf(at(piece, 'function', 'name')) ?? call.name,
      arguments: call.arguments + added,
    });
  }

  /** How the answer ended; throws where it has no choices or did not end (R32). */
  finishReason(): FinishReason {
    if (!this.#hasChoice) throw new BrokenAnswer('has no choices', { isShown: true });
    if (this.#finish === undefined) throw new BrokenAnswer('was cut off: the stream ended without a finish_reason');
    if (BROKEN_OFF.has(this.#finish)) throw new BrokenAnswer(`was cut off by the provider (${this.#finish})`);
    if (this.refusal !== '') return 'refusal';
    const reason = FINISH_REASONS[this.#finish] ?? 'stop';
    return reason === 'stop' && this.text === '' && this.#hasTools ? 'tool_calls' : reason;
  }
}

/** Where servers put what a model thinks: a sign of life, not a part of the answer. */
const REASONING = ['reasoning_content', 'reasoning'] as const;

/** The server gave up (OpenRouter, vLLM and SGLang, DeepSeek). */
const BROKEN_OFF: ReadonlySet<string> = new Set(['error', 'abort', 'cancelled', 'insufficient_system_resource']);

/** What is not here ended by itself, whatever the server calls it. */
const FINISH_REASONS: Readonly<Record<string, FinishReason>> = {
  length: 'length',
  max_tokens: 'length',
  content_filter: 'content_filter',
  safety: 'content_filter',
  refusal: 'refusal',
  tool_calls: 'tool_calls',
  tool_use: 'tool_calls',
  function_call: 'tool_calls',
};

/** Some servers send the object itself instead of its text. */
function argumentsOf(value: unknown): string {
  return isRecord(value) ? JSON.stringify(value) : (textOf(value) ?? '');
}

/** A text, or the texts of a list of parts. */
function contentOf(content: unknown): string {
  if (typeof content === 'string') return content;
  return listOf(content)
    .map((part) => textOf(at(part, 'text')) ?? '')
    .join('');
}
