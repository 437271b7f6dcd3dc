/** The shapes of OpenAI's chat completions, as far as clients read them. */
import { keyOf } from './random.ts';
import type { Reply, Thinking } from './reply.ts';
import type { SimRequest } from './request.ts';

type Said = Pick<Extract<Reply, { kind: 'answer' }>, 'text' | 'finish' | 'toolCalls' | 'thinking' | 'model' | 'error'>;
type SimToolCall = NonNullable<Said['toolCalls']>[number];

/** Four characters count as one token, in the prompt and in the answer. */
export const CHARACTERS_PER_TOKEN = 4;

/** The whole answer of a request that does not stream. */
export function completionOf(request: SimRequest, said: Said): unknown {
  if (said.error) return { error: said.error };
  const refusal = said.finish === 'refusal';
  const message = {
    role: 'assistant',
    content: refusal ? null : said.text,
    refusal: refusal ? said.text : null,
    ...(said.thinking && { reasoning_content: thoughtsOf(said.thinking).join('') }),
    ...(said.toolCalls && { tool_calls: toolCallsOf(request, said.toolCalls) }),
  };
  const choice = { index: 0, message, logprobs: null, finish_reason: finishReasonOf(said) };
  return { ...envelopeOf(request, said), object: 'chat.completion', choices: [choice], usage: usageOf(request, said) };
}

/** The pieces of a stream: `text` makes a content chunk, `opening` and `closing` are sent before and after all of them. */
export interface StreamChunks {
  readonly opening: unknown;
  readonly thought: (piece: string) => unknown;
  readonly text: (piece: string) => unknown;
  readonly closing: readonly unknown[];
  /** After the end; left out where nobody asked for it. */
  readonly usage?: unknown;
}

export function streamChunksOf(request: SimRequest, said: Said): StreamChunks {
  const envelope = { ...envelopeOf(request, said), object: 'chat.completion.chunk' };
  const chunk = (delta: unknown, finish_reason: string | null = null) => ({
    ...envelope,
    choices: [{ index: 0, delta, logprobs: null, finish_reason }],
    ...(request.includeUsage && { usage: null }),
  });
  const field = said.finish === 'refusal' ? 'refusal' : 'content';
  const usage = { ...envelope, choices: [], usage: usageOf(request, said) };
  return {
    opening: chunk({ role: 'assistant', [field]: '' }),
    thought: (piece) => chunk({ reasoning_content: piece }),
    text: (piece) => chunk({ [field]: piece }),
    closing: said.error
      ? [{ error: said.error }]
      : [
          ...toolCallsOf(request, said.toolCalls).map((call, index) => chunk({ tool_calls: [{ index, ...call }] })),
          chunk({}, finishReasonOf(said)),
        ],
    ...(request.includeUsage && { usage }),
  };
}

/** An id is used once in a conversation: it is of the prompt, which grows. */
function toolCallsOf({ step, n, prompt, turn }: SimRequest, calls: readonly SimToolCall[] = []) {
  const key = keyOf({ seed: 0, step, n, prompt: `${turn} ${prompt}` }).slice(0, 12);
  return calls.map(({ name, arguments: given }, index) => ({
    id: `call_${key}_${index}`,
    type: 'function',
    function: { name, arguments: argumentsText(given) },
  }));
}

function argumentsText(given: unknown): string {
  return typeof given === 'string' ? given : JSON.stringify(given);
}

const THOUGHT_MS = 250;

/** Pieces of what is thought, one for each quarter of a second; a text that is too short for the time repeats. */
export function thoughtsOf({ text, for: milliseconds }: Thinking): readonly string[] {
  const count = Math.max(1, Math.ceil(milliseconds / THOUGHT_MS));
  const size = Math.ceil(text.length / count);
  const isLong = text.length >= count;
  return Array.from({ length: count }, (_, place) => (isLong ? text.slice(place * size, (place + 1) * size) : text));
}

/** The id follows from the request, as everything does. */
function envelopeOf(request: SimRequest, { model }: Said): { id: string; created: number; model: string } {
  const key = keyOf({ seed: 0, step: request.step, n: request.n, prompt: request.prompt });
  return { id: `chatcmpl-${key.slice(0, 24)}`, created: 0, model: model ?? request.model };
}

/** A refusal is told by its field; the finish reason is `stop`. */
function finishReasonOf({ finish, toolCalls }: Said): string | null {
  if (toolCalls) return 'tool_calls';
  return finish === 'refusal' ? 'stop' : finish;
}

/** Thoughts count as output, as OpenAI has it. */
function usageOf(request: SimRequest, { text: words, toolCalls = [], thinking }: Said): unknown {
  const text = words + toolCalls.map((call) => call.name + argumentsText(call.arguments)).join('');
  const prompt = Math.ceil(request.prompt.length / CHARACTERS_PER_TOKEN);
  const reasoning = thinking ? Math.ceil(thoughtsOf(thinking).join('').length / CHARACTERS_PER_TOKEN) : 0;
  const completion = Math.ceil(text.length / CHARACTERS_PER_TOKEN) + reasoning;
  return {
    prompt_tokens: prompt,
    completion_tokens: completion,
    total_tokens: prompt + completion,
    prompt_tokens_details: { cached_tokens: 0 },
    completion_tokens_details: { reasoning_tokens: reasoning },
  };
}
