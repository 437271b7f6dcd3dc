/** The shapes of OpenAI's chat completions, as far as clients read them. */
import { keyOf } from './random.ts';
import type { Finish, SimToolCall } from './reply.ts';
import type { SimRequest } from './request.ts';

interface Said {
  readonly text: string;
  readonly finish: Finish;
  readonly toolCalls?: readonly SimToolCall[];
}

/** Four characters count as one token, in the prompt and in the answer. */
export const CHARACTERS_PER_TOKEN = 4;

/** The whole answer of a request that does not stream. */
export function completionOf(request: SimRequest, said: Said): unknown {
  const refusal = said.finish === 'refusal';
  const message = {
    role: 'assistant',
    content: refusal ? null : said.text,
    refusal: refusal ? said.text : null,
    ...(said.toolCalls && { tool_calls: toolCallsOf(request, said.toolCalls) }),
  };
  const choice = { index: 0, message, logprobs: null, finish_reason: finishReasonOf(said) };
  return { ...envelopeOf(request), object: 'chat.completion', choices: [choice], usage: usageOf(request, said) };
}

/** The pieces of a stream: `text` makes a content chunk, `opening` and `closing` are sent before and after all of them. */
export interface StreamChunks {
  readonly opening: unknown;
  readonly text: (piece: string) => unknown;
  readonly closing: readonly unknown[];
}

export function streamChunksOf(request: SimRequest, said: Said): StreamChunks {
  const envelope = { ...envelopeOf(request), object: 'chat.completion.chunk' };
  const chunk = (delta: unknown, finish_reason: string | null = null) => ({
    ...envelope,
    choices: [{ index: 0, delta, logprobs: null, finish_reason }],
    ...(request.includeUsage && { usage: null }),
  });
  const field = said.finish === 'refusal' ? 'refusal' : 'content';
  const usage = { ...envelope, choices: [], usage: usageOf(request, said) };
  return {
    opening: chunk({ role: 'assistant', [field]: '' }),
    text: (piece) => chunk({ [field]: piece }),
    closing: [
      ...toolCallsOf(request, said.toolCalls).map((call, index) => chunk({ tool_calls: [{ index, ...call }] })),
      chunk({}, finishReasonOf(said)),
      ...(request.includeUsage ? [usage] : []),
    ],
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

/** The id follows from the request, as everything does. */
function envelopeOf(request: SimRequest): { id: string; created: number; model: string } {
  const key = keyOf({ seed: 0, step: request.step, n: request.n, prompt: request.prompt });
  return { id: `chatcmpl-${key.slice(0, 24)}`, created: 0, model: request.model };
}

/** A refusal is told by its field; the finish reason is `stop`. */
function finishReasonOf({ finish, toolCalls }: Said): string {
  if (toolCalls) return 'tool_calls';
  return finish === 'refusal' ? 'stop' : finish;
}

function usageOf(request: SimRequest, { text: words, toolCalls = [] }: Said): unknown {
  const text = words + toolCalls.map((call) => call.name + argumentsText(call.arguments)).join('');
  const prompt = Math.ceil(request.prompt.length / CHARACTERS_PER_TOKEN);
  const completion = Math.ceil(text.length / CHARACTERS_PER_TOKEN);
  return {
    prompt_tokens: prompt,
    completion_tokens: completion,
    total_tokens: prompt + completion,
    prompt_tokens_details: { cached_tokens: 0 },
    completion_tokens_details: { reasoning_tokens: 0 },
  };
}
