import { type Family, HALF, reply, TEA, THOUGHT, unfinished, type WireReply } from '../family.ts';

/** Each event has its name in a line of its own. */
function events(...list: readonly (object & { readonly type: string })[]): WireReply {
  return unfinished(...list.map((event) => `event: ${event.type}\ndata: ${JSON.stringify(event)}`));
}

const message = {
  id: 'msg_01XFDUDYJgAACzvnptvVoYEL',
  type: 'message',
  role: 'assistant',
  model: 'claude-sonnet-4-5-20250929',
  content: [],
  stop_reason: null,
  stop_sequence: null,
  usage: { input_tokens: 19, cache_creation_input_tokens: 0, cache_read_input_tokens: 6, output_tokens: 1 },
};
const start = { type: 'message_start', message };
const block = (index: number, content_block: object, ...deltas: readonly object[]) => [
  { type: 'content_block_start', index, content_block },
  ...deltas.map((delta) => ({ type: 'content_block_delta', index, delta })),
  { type: 'content_block_stop', index },
];
const said = (index: number, ...pieces: readonly string[]) =>
  block(index, { type: 'text', text: '' }, ...pieces.map((text) => ({ type: 'text_delta', text })));
const thought = block(
  0,
  { type: 'thinking', thinking: '', signature: '' },
  { type: 'thinking_delta', thinking: THOUGHT },
  { type: 'signature_delta', signature: 'EqQBCgIYAhIM' },
);
const end = (stop_reason: string) => [
  { type: 'message_delta', delta: { stop_reason, stop_sequence: null }, usage: { output_tokens: 10 } },
  { type: 'message_stop' },
];
const plain = events(
  start,
  { type: 'ping' },
  ...said(0, 'Tea grows ', 'in the hills. ', 'It is picked by hand.'),
  ...end('end_turn'),
);
const used = (index: number, id: string, ...json: readonly string[]) =>
  block(
    index,
    { type: 'tool_use', id, name: 'get_weather', input: {} },
    ...json.map((partial_json) => ({ type: 'input_json_delta', partial_json })),
  );
const calls = events(
  start,
  ...thought,
  ...used(1, 'toolu_01', '', '{"city"', ':"Bern"}'),
  ...used(2, 'toolu_02', '{"city":"Graz"}'),
  ...end('tool_use'),
);
const error = (type: string, words: string) => ({ type: 'error', error: { type, message: words } });
const EXTRA = { thinking: { type: 'enabled', budgetTokens: 2_000 } };

export const anthropic: Family = {
  name: 'Anthropic (native)',
  source: 'https://docs.claude.com/en/api/messages',
  endpoint: {
    provider: '@ai-sdk/anthropic',
    baseUrl: 'https://api.anthropic.com/v1',
    apiKeyEnv: 'ANTHROPIC_API_KEY',
  },
  model: 'claude-sonnet-4-5',
  path: '/messages',
  features: {
    streamed: { replies: [plain], sent: [{ model: 'claude-sonnet-4-5', stream: true, max_tokens: 8_192 }] },
    whole: {
      replies: [reply(200, { ...message, content: [{ type: 'text', text: TEA }], stop_reason: 'end_turn' })],
    },
    length: {
      replies: [events(start, ...said(0, HALF), ...end('max_tokens'))],
      answer: { rawFinishReason: 'max_tokens' },
    },
    filtered: {
      note: 'says `refusal`, which is recorded as such',
      replies: [events(start, ...said(0, HALF), ...end('refusal'))],
      answer: { finishReason: 'refusal' },
    },
    thinking: {
      setting: '`model.extra: { thinking: { type: enabled, budgetTokens: 2000 } }`',
      model: { extra: EXTRA },
      replies: [events(start, ...thought, ...said(1, TEA), ...end('end_turn'))],
      sent: [{ thinking: { type: 'enabled', budget_tokens: 2_000 } }],
    },
    toolCalls: { replies: [calls] },
    secondTurn: {
      note: 'the thoughts go back with their signature, and the replies in one message',
      replies: [calls, plain],
      sent: [
        {},
        {
          messages: [
            { role: 'user' },
            {
              role: 'assistant',
              content: [
                { type: 'thinking', thinking: THOUGHT, signature: 'EqQBCgIYAhIM' },
                { type: 'tool_use', id: 'toolu_01', name: 'get_weather', input: { city: 'Bern' } },
                { type: 'tool_use', id: 'toolu_02', name: 'get_weather', input: { city: 'Graz' } },
              ],
            },
            {
              role: 'user',
              content: [
                { type: 'tool_result', tool_use_id: 'toolu_01' },
                { type: 'tool_result', tool_use_id: 'toolu_02' },
              ],
            },
          ],
        },
      ],
    },
    refusedParameter: {
      model: { temperature: 0.2, topP: 0.9 },
      replies: [
        reply(
          400,
          error('invalid_request_error', '`temperature` and `top_p` cannot both be specified for this model.'),
        ),
        plain,
      ],
      sent: [{ temperature: 0.2 }, {}],
      notSent: [[], ['temperature']],
    },
    rateLimit: {
      note: 'says how long in `retry-after`',
      replies: [
        reply(429, error('rate_limit_error', 'This request would exceed your rate limit of 50 requests per minute.'), {
          'retry-after': '3',
        }),
      ],
      fault: { retryAfter: 3_000, says: /rate limit/ },
    },
    outage: {
      replies: [reply(529, error('overloaded_error', 'Overloaded'))],
      fault: { status: 529, says: /Overloaded/ },
    },
    streamError: {
      replies: [events(start, ...said(0, HALF).slice(0, 2), error('overloaded_error', 'Overloaded'))],
      fault: { says: /Overloaded/ },
    },
    usage: {
      note: 'cached tokens come beside the input, and are counted with it',
      replies: [plain],
      answer: { usage: { inputTokens: 25, cachedTokens: 6, outputTokens: 10 } },
    },
  },
};
