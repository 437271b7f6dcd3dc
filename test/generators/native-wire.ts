/** What Anthropic's Messages API and Google's Gemini API send, written from their public documentation. */
import type { Reply, StreamEnd } from '../support/engine/model-server.ts';
import { stream } from '../support/engine/model-server.ts';

/** Anthropic: events with a name; `cut` where the stream just ends. */
export function anthropicStream(events: readonly object[], end: StreamEnd = 'cut'): Reply {
  return stream(
    events.map((event) => `event: ${String(Object(event)['type'])}\ndata: ${JSON.stringify(event)}\n\n`),
    end,
  );
}

export const MESSAGE_START = {
  type: 'message_start',
  message: {
    id: 'msg_01XFDUDYJgAACzvnptvVoYEL',
    type: 'message',
    role: 'assistant',
    model: 'claude-sonnet-4-5-20250929',
    content: [],
    stop_reason: null,
    stop_sequence: null,
    usage: { input_tokens: 25, cache_creation_input_tokens: 0, cache_read_input_tokens: 100, output_tokens: 1 },
  },
};

export function messageEnd(reason: string, outputTokens = 15): readonly object[] {
  return [
    {
      type: 'message_delta',
      delta: { stop_reason: reason, stop_sequence: null },
      usage: { output_tokens: outputTokens },
    },
    { type: 'message_stop' },
  ];
}

/** A content block from its start to its stop. */
export function block(index: number, content: object, ...deltas: readonly object[]): readonly object[] {
  return [
    { type: 'content_block_start', index, content_block: content },
    ...deltas.map((delta) => ({ type: 'content_block_delta', index, delta })),
    { type: 'content_block_stop', index },
  ];
}

export function textBlock(index: number, ...pieces: readonly string[]): readonly object[] {
  return block(index, { type: 'text', text: '' }, ...pieces.map((text) => ({ type: 'text_delta', text })));
}

export function thinkingBlock(index: number, thinking: string, signature: string): readonly object[] {
  return block(
    index,
    { type: 'thinking', thinking: '', signature: '' },
    { type: 'thinking_delta', thinking },
    { type: 'signature_delta', signature },
  );
}

export function toolBlock(index: number, id: string, name: string, ...json: readonly string[]): readonly object[] {
  return block(
    index,
    { type: 'tool_use', id, name, input: {} },
    ...json.map((partial_json) => ({ type: 'input_json_delta', partial_json })),
  );
}

/** Google: events without a name. */
export function googleStream(chunks: readonly object[], end: StreamEnd = 'cut'): Reply {
  return stream(chunks, end);
}

/** One chunk with parts of the candidate; `finishReason` ends it. */
export function candidate(parts: readonly object[], finishReason?: string, more: object = {}): object {
  return {
    candidates: [{ content: { parts, role: 'model' }, ...(finishReason !== undefined && { finishReason }), index: 0 }],
    modelVersion: 'gemini-2.5-flash',
    responseId: 'resp_1',
    usageMetadata: GOOGLE_USAGE,
    ...more,
  };
}

const GOOGLE_USAGE = {
  promptTokenCount: 40,
  candidatesTokenCount: 10,
  thoughtsTokenCount: 22,
  totalTokenCount: 72,
  cachedContentTokenCount: 8,
};
