import type { ToolCall } from '../model/chat.ts';
import { BrokenAnswer } from './broken-answer.ts';
import { at, isRecord, listOf, textOf } from './fields.ts';
import { endOfAnswer } from './finish-reasons.ts';
import type { FinishReason } from './generator.ts';
import { isThoughtPart, MessageFields } from './message-fields.ts';
import { ToolCalls } from './tool-calls.ts';

/** Puts an answer together from the chunks of a stream, or from the one document of a server that does not stream. */
export class AnswerCollector {
  text = '';
  refusal = '';
  model: string | undefined;
  /** The provider's own usage object; the last one counts where several come. */
  usage: unknown;
  /** Characters of what the model wrote: text, a refusal, calls of tools. */
  length = 0;
  /** The provider's word for how the answer ended; the last one counts. */
  rawFinishReason: string | undefined;
  hasChoice = false;
  /** The newest chunk carried reasoning. */
  isThinking = false;
  readonly #calls = new ToolCalls();
  readonly #fields = new MessageFields();

  get toolCalls(): readonly ToolCall[] {
    return this.#calls.whole;
  }

  /** Fields of the message that dsap does not read itself; undefined: none came. */
  get extra(): Readonly<Record<string, unknown>> | undefined {
    return this.#fields.all;
  }

  /** What the model has thought so far, where the provider sends it. */
  get thoughts(): string {
    return this.#fields.thoughts;
  }

  /** The provider has said how the answer ended; more may follow all the same. */
  get finished(): boolean {
    return this.rawFinishReason !== undefined;
  }

  /** Answers whether the chunk carried content: text, reasoning, a refusal or a tool call. */
  add(chunk: unknown): boolean {
    this.model = textOf(at(chunk, 'model'))?.slice(0, LONGEST_NAME).trim() || this.model;
    const choice = listOf(at(chunk, 'choices')).find((each) => (at(each, 'index') ?? 0) === 0);
    this.usage = usageIn(chunk, choice) ?? this.usage;
    if (choice === undefined) return false;
    this.hasChoice = true;
    const whole = isRecord(at(choice, 'message'));
    const word = textOf(at(choice, 'finish_reason')) ?? (whole ? 'stop' : '');
    if (endOfAnswer(word) !== 'none') this.rawFinishReason = word.slice(0, LONGEST_WORD);
    return this.#addMessage(messageIn(choice));
  }

  #addMessage(message: unknown): boolean {
    const content = at(message, 'content');
    const text = contentOf(content);
    const refusal = (textOf(at(message, 'refusal')) ?? '') + partsOf(content).map(refusalOf).join('');
    const calls = callsIn(message);
    this.text += text;
    this.refusal += refusal;
    this.length += text.length + refusal.length + this.#calls.add(calls);
    this.isThinking = this.#fields.add(message);
    return this.isThinking || text !== '' || refusal !== '' || calls.length > 0;
  }

  /** How the answer ended; throws where it has no choices, or did not end (R32). `isDone`: the end of the stream is enough. */
  finishReason({ isDone = false } = {}): FinishReason {
    if (!this.hasChoice) throw new BrokenAnswer('has no choices', { isShown: true });
    const word = this.rawFinishReason ?? (isDone ? 'stop' : undefined);
    if (word === undefined)
      throw new BrokenAnswer('was cut off: the stream ended without a finish_reason', { mayPass: true });
    const end = endOfAnswer(word);
    if (end === 'error') throw new BrokenAnswer(`was cut off by the provider (${word})`, { mayPass: true });
    if (this.refusal !== '') return 'refusal';
    if (end === 'none') return 'stop';
    return end === 'stop' && this.text === '' && this.toolCalls.length > 0 ? 'tool_calls' : end;
  }
}

/** Of a name, and of a word for the end: characters. */
/** Of a model's name, which may be a path. */
const LONGEST_NAME = 1_000;
const LONGEST_WORD = 100;

/** Kimi puts it into the choice, Groq into a field of its own. */
function usageIn(chunk: unknown, choice: unknown): unknown {
  return [at(chunk, 'usage'), at(choice, 'usage'), at(chunk, 'x_groq', 'usage')].find(isRecord);
}

/** The calls of a message: a list, the one object that some servers send, or the form before tools, `function_call`. */
function callsIn(message: unknown): readonly unknown[] {
  const calls = at(message, 'tool_calls');
  if (isRecord(calls)) return [calls];
  const before = at(message, 'function_call');
  return isRecord(before) && listOf(calls).length === 0 ? [{ function: before }] : listOf(calls);
}

/** The message of a document or the delta of a chunk; of completions as they were before chats, the text of the choice. */
function messageIn(choice: unknown): unknown {
  const message = at(choice, 'message') ?? at(choice, 'delta');
  const text = at(choice, 'text');
  return message === undefined && typeof text === 'string' ? { content: text } : message;
}

/** A text, the text of a part, or those of a list of parts; thoughts are none. */
function contentOf(content: unknown): string {
  return partsOf(content).map(textIn).join('');
}

function partsOf(content: unknown): readonly unknown[] {
  return typeof content === 'string' || isRecord(content) ? [content] : listOf(content);
}

function textIn(part: unknown): string {
  if (typeof part === 'string') return part;
  return isThoughtPart(part) ? '' : (textOf(at(part, 'text')) ?? textOf(at(part, 'text', 'value')) ?? '');
}

function refusalOf(part: unknown): string {
  return textOf(at(part, 'refusal')) ?? '';
}
