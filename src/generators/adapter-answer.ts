import type { ToolCall } from '../model/chat.ts';
import { BrokenAnswer } from './broken-answer.ts';
import { at, isRecord, listOf, textOf } from './fields.ts';
import { endOfAnswer } from './finish-reasons.ts';
import type { FinishReason } from './generator.ts';

/** Metadata of a provider by its name, such as `{anthropic: {signature: "…"}}`; sent back as the options of the same part. */
export type ProviderOptions = Readonly<Record<string, Readonly<Record<string, unknown>>>>;

/**
 * One part of an assistant message in the order in which it came. A text is the next `length` characters of the message; a call is the one
 * of that id.
 */
export type MessagePart =
  | { readonly type: 'reasoning'; readonly text: string; readonly providerOptions?: ProviderOptions }
  | { readonly type: 'text'; readonly length: number; readonly providerOptions?: ProviderOptions }
  | { readonly type: 'tool-call'; readonly id: string };

/** The field of a message's `extra` that holds its parts; its name says that thoughts are among them, which profiles may drop. */
export const PARTS = 'reasoning_parts';

interface GrowingPart {
  readonly type: 'reasoning' | 'text';
  text: string;
  providerOptions: ProviderOptions | undefined;
}

/** What the stream of an adapter says went wrong, as the provider or the adapter wrote it. */
export class StreamFault extends Error {
  override readonly name = 'StreamFault';
  readonly fault: unknown;
  constructor(fault: unknown) {
    super('the stream of the answer holds an error');
    this.fault = fault;
  }
}

/**
 * Puts an answer together from the parts of a `LanguageModel` stream, in any of its versions. Besides the parts it reads the raw chunks of the
 * provider: they name the end of the answer, the model and errors before an adapter does, or where it leaves them out.
 */
export class AdapterAnswer {
  text = '';
  /** Its reasoning, as far as it is shown. */
  thoughts = '';
  /** Characters of what the model wrote: text and arguments of tools. */
  length = 0;
  model: string | undefined;
  /** As the adapter counts it: the usage of the `finish` part. */
  usage: unknown;
  /** The provider's own usage object, put together from its chunks. */
  rawUsage: Readonly<Record<string, unknown>> | undefined;
  readonly toolCalls: ToolCall[] = [];
  /** What Google objects to in the prompt. */
  promptFilter: string | undefined;
  readonly #parts: (GrowingPart | { readonly type: 'tool-call'; readonly id: string })[] = [];
  readonly #open = new Map<string, GrowingPart>();
  #unified: string | undefined;
  #adapterReason: string | undefined;
  #rawReason: string | undefined;
  /** The newest chunk of the provider has content that no part has told yet. */
  #isUntold = false;
  #lacksContent = false;

  /** The provider's own word for how the answer ended; the last one counts. */
  get rawFinishReason(): string | undefined {
    return this.#adapterReason ?? this.#rawReason ?? (this.#isTold ? this.#unified : undefined);
  }

  /** The provider has said how the answer ended; more may follow all the same. */
  get finished(): boolean {
    return this.rawFinishReason !== undefined || this.promptFilter !== undefined;
  }

  /** The adapter could not read a chunk that has content, so the answer is not whole, however it ended. */
  get lacksContent(): boolean {
    return this.#lacksContent;
  }

  /** Takes one part of the stream; returns whether it carries content. Throws `StreamFault` at an error. */
  add(part: unknown): boolean {
    const isUntold = this.#isUntold;
    this.#isUntold = false;
    switch (at(part, 'type')) {
      case 'raw':
        this.#isUntold = this.#addRaw(at(part, 'rawValue'));
        return this.#isUntold;
      case 'text-start':
      case 'text-delta':
      case 'text-end':
        return this.#grow('text', part);
      case 'reasoning-start':
      case 'reasoning-delta':
      case 'reasoning-end':
        return this.#grow('reasoning', part);
      case 'tool-input-delta':
        this.length += textOf(at(part, 'delta'))?.length ?? 0;
        return true;
      case 'tool-call':
        return this.#addCall(part);
      case 'response-metadata':
        this.model = textOf(at(part, 'modelId')) ?? this.model;
        return false;
      case 'finish':
        return this.#finish(part);
      case 'error':
        this.#lacksContent ||= isUntold;
        throw new StreamFault(at(part, 'error'));
      default:
        return false;
    }
  }

  /** Takes the answer of a server that does not stream. */
  addWhole(result: unknown): void {
    for (const [index, part] of listOf(at(result, 'content')).entries()) {
      const type = at(part, 'type');
      if (type === 'tool-call') this.#addCall(part);
      if (type !== 'text' && type !== 'reasoning') continue;
      this.#grow(type, { id: String(index), delta: at(part, 'text'), providerMetadata: at(part, 'providerMetadata') });
    }
    this.model = textOf(at(result, 'response', 'modelId')) ?? this.model;
    this.#finish(result);
  }

  /** The parts of the message, if it has more than its text and its calls tell: thoughts, signatures, an order of its own. */
  get parts(): readonly MessagePart[] | undefined {
    const isPlain = this.#parts.every(({ type }, index) => type === 'tool-call' || (type === 'text' && index === 0));
    const hasMetadata = this.#parts.some((part) => part.type !== 'tool-call' && part.providerOptions !== undefined);
    if (isPlain && !hasMetadata) return undefined;
    return this.#parts.map((part) => {
      if (part.type === 'tool-call') return part;
      const { type, text, providerOptions } = part;
      const options = providerOptions && { providerOptions };
      return type === 'text' ? { type, length: text.length, ...options } : { type, text, ...options };
    });
  }

  /** How the answer ended. Throws where it did not end (R32). */
  finishReason(): FinishReason {
    const word = this.rawFinishReason;
    if (word === undefined)
      throw new BrokenAnswer('was cut off: the stream ended without a reason for the end', { mayPass: true });
    const end = endOfAnswer(word);
    if (end === 'error') throw new BrokenAnswer(`was cut off by the provider (${word})`, { mayPass: true });
    const hasCalls = this.toolCalls.length > 0;
    // An adapter may have asked for the value of a schema by a tool of its own, whose call it gives as text.
    if (end === 'tool_calls' && !hasCalls && this.#unified === 'stop') return 'stop';
    if (end === 'none') return 'stop';
    return end === 'stop' && this.text === '' && hasCalls ? 'tool_calls' : end;
  }

  /** `unknown` (v2), `interrupted` (v4), and `other` without the provider's word (v3): it ended without one. */
  get #isTold(): boolean {
    return this.#unified !== undefined && !['unknown', 'interrupted', 'other'].includes(this.#unified);
  }

  #addRaw(chunk: unknown): boolean {
    const error = at(chunk, 'error');
    if (isRecord(error) || textOf(error) !== undefined) throw new StreamFault(chunk);
    const [candidate] = listOf(at(chunk, 'candidates'));
    const [choice] = listOf(at(chunk, 'choices'));
    const word = at(chunk, 'delta', 'stop_reason') ?? at(candidate, 'finishReason') ?? at(choice, 'finish_reason');
    this.#rawReason = textOf(word) ?? this.#rawReason;
    this.model = textOf(at(chunk, 'modelVersion')) ?? textOf(at(chunk, 'model')) ?? this.model;
    const used = at(chunk, 'message', 'usage') ?? at(chunk, 'usage') ?? at(chunk, 'usageMetadata');
    if (isRecord(used)) this.rawUsage = { ...this.rawUsage, ...used };
    const block = textOf(at(chunk, 'promptFeedback', 'blockReason'));
    if (block !== undefined && !/unspecified/i.test(block)) this.promptFilter = block;
    const parts = listOf(at(candidate, 'content', 'parts'));
    return [at(chunk, 'delta'), at(choice, 'delta'), ...parts].some(hasContent);
  }

  #grow(type: GrowingPart['type'], piece: unknown): boolean {
    const id = `${type} ${textOf(at(piece, 'id')) ?? ''}`;
    const delta = textOf(at(piece, 'delta')) ?? '';
    const options = optionsIn(at(piece, 'providerMetadata'));
    // Some adapters use an id again for a later part.
    const open = at(piece, 'type') === `${type}-start` ? undefined : this.#open.get(id);
    const part = open ?? { type, text: '', providerOptions: undefined };
    this.#open.set(id, part);
    part.text += delta;
    part.providerOptions = options ? { ...part.providerOptions, ...options } : part.providerOptions;
    if ((delta !== '' || options) && !this.#parts.includes(part)) this.#parts.push(part);
    if (type === 'reasoning') this.thoughts += delta;
    if (type === 'text') {
      this.text += delta;
      this.length += delta.length;
    }
    return delta !== '';
  }

  /** A call that the provider makes itself is none of ours. */
  #addCall(part: unknown): boolean {
    if (at(part, 'providerExecuted') === true) return true;
    const given = at(part, 'input');
    const options = optionsIn(at(part, 'providerMetadata'));
    const id = textOf(at(part, 'toolCallId')) ?? `call_${this.toolCalls.length}`;
    const isTaken = this.toolCalls.some((call) => call.id === id);
    const call: ToolCall = {
      id: isTaken ? `call_${this.toolCalls.length}${id}` : id,
      name: textOf(at(part, 'toolName')) ?? '',
      arguments: isRecord(given) ? JSON.stringify(given) : (textOf(given) ?? ''),
      ...(options && { extra: { providerOptions: options } }),
    };
    this.toolCalls.push(call);
    this.#parts.push({ type: 'tool-call', id: call.id });
    return true;
  }

  #finish(part: unknown): boolean {
    const reason = at(part, 'finishReason');
    this.#unified = textOf(reason) ?? textOf(at(reason, 'unified'));
    this.#adapterReason = textOf(at(reason, 'raw'));
    this.usage = at(part, 'usage');
    return false;
  }
}

/** Whether a piece of an answer is more than its kind and empty texts: those keep no call alive. */
function hasContent(piece: unknown): boolean {
  if (!isRecord(piece)) return false;
  return Object.entries(piece).some(
    ([field, value]) => !KINDS.has(field) && (isRecord(value) || Array.isArray(value) || textOf(value) !== undefined),
  );
}

/** Fields of a piece that say of what kind it is, or how the answer ended. */
const KINDS: ReadonlySet<string> = new Set(['type', 'role', 'thought', 'stop_reason', 'stop_sequence']);

function optionsIn(metadata: unknown): ProviderOptions | undefined {
  if (!isRecord(metadata)) return undefined;
  const pairs = Object.entries(metadata).flatMap(([name, value]) => (isRecord(value) ? [[name, value] as const] : []));
  return pairs.length > 0 ? Object.fromEntries(pairs) : undefined;
}
