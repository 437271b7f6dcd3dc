import { envelope, type Family, HALF, piece, reply, sse, TEA, THOUGHT } from '../family.ts';

const { chunk, document } = envelope(
  { id: 'chatcmpl-93a1e7', created: 1_741_569_952, model: 'Qwen/Qwen3-8B' },
  { logprobs: null },
);
const usage = { prompt_tokens: 19, total_tokens: 29, completion_tokens: 10 };
const counted = JSON.stringify({ ...JSON.parse(chunk({})), choices: [], usage });
const opening = chunk({ role: 'assistant', content: '' });
const ended = (reason: string) =>
  JSON.stringify({
    ...JSON.parse(chunk({})),
    choices: [{ index: 0, delta: { content: '' }, logprobs: null, finish_reason: reason, stop_reason: null }],
  });
const plain = sse(opening, chunk({ content: TEA }), ended('stop'), counted);
const error = (code: number, message: string, type: string) => ({ object: 'error', message, type, param: null, code });
const calls = sse(
  chunk({ role: 'assistant', content: '' }),
  chunk({ reasoning_content: 'I need the weather.' }),
  chunk({ tool_calls: [piece(0, '', { id: 'chatcmpl-tool-1' })] }),
  chunk({ tool_calls: [piece(0, '{"city": "Bern"}')] }),
  chunk({ tool_calls: [piece(1, '', { id: 'chatcmpl-tool-2' })] }),
  chunk({ tool_calls: [piece(1, '{"city": "Graz"}')] }),
  ended('tool_calls'),
  counted,
);

export const vllm: Family = {
  name: 'vLLM',
  source: 'https://docs.vllm.ai/en/latest/serving/openai_compatible_server.html',
  endpoint: { baseUrl: 'http://127.0.0.1:8000/v1' },
  model: 'Qwen/Qwen3-8B',
  features: {
    streamed: { replies: [plain] },
    whole: {
      replies: [
        reply(
          200,
          document({ content: TEA, reasoning_content: null, tool_calls: [] }, 'stop', { usage, prompt_logprobs: null }),
        ),
      ],
    },
    length: { replies: [sse(opening, chunk({ content: HALF }), ended('length'), counted)] },
    filtered: 'not offered',
    thinking: {
      setting: '`--reasoning-parser` of the server',
      note: 'newer versions say `reasoning`',
      replies: [
        sse(
          opening,
          chunk({ reasoning_content: THOUGHT }),
          chunk({ reasoning: THOUGHT }),
          chunk({ content: TEA }),
          ended('stop'),
          counted,
        ),
      ],
    },
    toolCalls: { setting: '`--enable-auto-tool-choice --tool-call-parser` of the server', replies: [calls] },
    secondTurn: {
      note: 'thoughts are left out',
      replies: [calls, plain],
      echoed: { tool_calls: [{ id: 'chatcmpl-tool-1' }, { id: 'chatcmpl-tool-2' }] },
      dropped: ['reasoning_content', 'reasoning'],
    },
    refusedParameter: {
      note: 'a limit that the context does not leave is asked for again as it does',
      replies: [
        reply(
          400,
          error(
            400,
            "'max_tokens' or 'max_completion_tokens' is too large: 8192. This model's maximum context length is 4096 tokens and your request has 26 input tokens (8192 > 4096 - 26).",
            'BadRequestError',
          ),
        ),
        plain,
      ],
      sent: [{ max_tokens: 8_192 }, { max_tokens: 4_070 }],
      answer: { maxTokens: 4_070 },
    },
    rateLimit: 'not offered',
    outage: {
      replies: [
        reply(
          500,
          error(
            500,
            'EngineCore encountered an issue. See stack trace (above) for the root cause.',
            'InternalServerError',
          ),
        ),
      ],
      fault: { status: 500, says: /EngineCore encountered an issue/ },
    },
    streamError: {
      replies: [
        sse(
          opening,
          chunk({ content: HALF }),
          JSON.stringify({ error: error(500, 'EngineCore encountered an issue.', 'InternalServerError') }),
        ),
      ],
      fault: { status: 500, says: /EngineCore encountered an issue/ },
    },
    usage: { replies: [plain], answer: { usage: { inputTokens: 19, outputTokens: 10 } } },
  },
};
