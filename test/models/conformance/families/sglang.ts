import { envelope, type Family, HALF, piece, reply, sse, TEA, THOUGHT } from '../family.ts';

const { chunk, document } = envelope(
  { id: '7c1f9a0f2b', created: 1_741_569_952, model: 'Qwen/Qwen3-8B' },
  { logprobs: null, matched_stop: null },
);
const usage = {
  prompt_tokens: 19,
  total_tokens: 29,
  completion_tokens: 10,
  prompt_tokens_details: null,
  reasoning_tokens: 0,
};
const counted = JSON.stringify({ ...JSON.parse(chunk({})), choices: [], usage });
const opening = chunk({ role: 'assistant', content: '', reasoning_content: null, tool_calls: null });
const said = (content: string) => chunk({ role: null, content, reasoning_content: null, tool_calls: null });
const ended = (reason: string) =>
  chunk({ role: null, content: null, reasoning_content: null, tool_calls: null }, reason);
const plain = sse(opening, said(TEA), ended('stop'), counted);
const error = (code: number, message: string, type: string) => ({ object: 'error', message, type, param: null, code });
const calls = sse(
  opening,
  chunk({ role: null, content: null, reasoning_content: 'I need the weather.', tool_calls: null }),
  chunk({ role: null, content: null, reasoning_content: null, tool_calls: [piece(0, '', { id: 'call_a1' })] }),
  chunk({
    role: null,
    content: null,
    reasoning_content: null,
    tool_calls: [{ id: null, index: 0, type: 'function', function: { name: null, arguments: '{"city": "Bern"}' } }],
  }),
  chunk({ role: null, content: null, reasoning_content: null, tool_calls: [piece(1, '', { id: 'call_b2' })] }),
  chunk({
    role: null,
    content: null,
    reasoning_content: null,
    tool_calls: [{ id: null, index: 1, type: 'function', function: { name: null, arguments: '{"city": "Graz"}' } }],
  }),
  ended('tool_calls'),
  counted,
);

export const sglang: Family = {
  name: 'SGLang',
  source: 'https://docs.sglang.ai/basic_usage/openai_api_completions.html',
  endpoint: { baseUrl: 'http://127.0.0.1:30000/v1' },
  model: 'Qwen/Qwen3-8B',
  features: {
    streamed: { replies: [plain] },
    whole: {
      replies: [reply(200, document({ content: TEA, reasoning_content: null, tool_calls: null }, 'stop', { usage }))],
    },
    length: { replies: [sse(opening, said(HALF), ended('length'), counted)] },
    filtered: 'not offered',
    thinking: {
      setting: '`--reasoning-parser` of the server',
      replies: [
        sse(
          opening,
          chunk({ role: null, content: null, reasoning_content: THOUGHT, tool_calls: null }),
          said(TEA),
          ended('stop'),
          counted,
        ),
      ],
    },
    toolCalls: { setting: '`--tool-call-parser` of the server', replies: [calls] },
    secondTurn: {
      note: 'thoughts are left out',
      replies: [calls, plain],
      echoed: { tool_calls: [{ id: 'call_a1' }, { id: 'call_b2' }] },
      dropped: ['reasoning_content'],
    },
    refusedParameter: {
      note: 'a request that does not fit is refused within a 200',
      replies: [
        sse(
          JSON.stringify({
            error: error(
              400,
              "Requested token count exceeds the model's maximum context length of 4096 tokens. You requested a total of 8218 tokens: 26 tokens from the input messages and 8192 tokens for the completion.",
              'BadRequestError',
            ),
          }),
        ),
        plain,
      ],
      sent: [{ max_tokens: 8_192 }, { max_tokens: 4_070 }],
      answer: { maxTokens: 4_070 },
    },
    rateLimit: 'not offered',
    outage: {
      replies: [reply(503, error(503, 'The request queue is full.', 'ServiceUnavailable'))],
      fault: { status: 503, says: /request queue is full/ },
    },
    streamError: {
      replies: [
        sse(
          opening,
          said(HALF),
          JSON.stringify({ error: error(500, 'Scheduler hit an exception', 'InternalServerError') }),
        ),
      ],
      fault: { status: 500, says: /Scheduler hit an exception/ },
    },
    usage: { replies: [plain], answer: { usage: { inputTokens: 19, outputTokens: 10 } } },
  },
};
