import { envelope, type Family, HALF, piece, reply, sse, TEA, THOUGHT, unfinished } from '../family.ts';

const { chunk, document } = envelope({
  created: 1_741_569_952,
  id: 'chatcmpl-Yh2u5wZ0',
  model: 'gpt-oss-20b',
  system_fingerprint: 'b6500-1a2b3c',
});
const usage = {
  completion_tokens: 10,
  prompt_tokens: 19,
  total_tokens: 29,
  prompt_tokens_details: { cached_tokens: 8 },
};
const timings = { cache_n: 8, prompt_n: 11, prompt_ms: 30.958, predicted_n: 10, predicted_ms: 661.064 };
const counted = JSON.stringify({ ...JSON.parse(chunk({})), choices: [], usage, timings });
const opening = chunk({ role: 'assistant', content: null });
const plain = sse(opening, chunk({ content: TEA }), chunk({}, 'stop'), counted);
const error = (code: number, message: string, type: string) => ({ error: { code, message, type } });
const calls = sse(
  opening,
  chunk({ reasoning_content: 'I need the weather.' }),
  chunk({ tool_calls: [piece(0, '{', { id: 'Ty3rBern' })] }),
  chunk({ tool_calls: [piece(0, '"city":"Bern"}')] }),
  chunk({ tool_calls: [piece(1, '{', { id: 'Uz4sGraz' })] }),
  chunk({ tool_calls: [piece(1, '"city":"Graz"}')] }),
  chunk({}, 'tool_calls'),
  counted,
);

export const llamaCpp: Family = {
  name: 'llama.cpp',
  source: 'https://github.com/ggml-org/llama.cpp/blob/master/tools/server/README.md',
  endpoint: { baseUrl: 'http://127.0.0.1:8080/v1' },
  model: 'gpt-oss-20b',
  features: {
    streamed: { replies: [plain] },
    whole: { replies: [reply(200, document({ content: TEA }, 'stop', { usage, timings }))] },
    length: { replies: [sse(opening, chunk({ content: HALF }), chunk({}, 'length'), counted)] },
    filtered: 'not offered',
    thinking: {
      setting: 'the default `--reasoning-format` of the server',
      replies: [
        sse(opening, chunk({ reasoning_content: THOUGHT }), chunk({ content: TEA }), chunk({}, 'stop'), counted),
      ],
    },
    toolCalls: { setting: '`--jinja` of the server', replies: [calls] },
    secondTurn: {
      note: 'thoughts are left out',
      replies: [calls, plain],
      echoed: { tool_calls: [{ id: 'Ty3rBern' }, { id: 'Uz4sGraz' }] },
      dropped: ['reasoning_content'],
    },
    refusedParameter: {
      note: 'a schema that gives no grammar is left out',
      schema: { type: 'object' },
      replies: [
        reply(400, error(400, 'Failed to initialize samplers: failed to parse grammar', 'invalid_request_error')),
        plain,
      ],
      sent: [{ response_format: { type: 'json_schema' } }, {}],
      notSent: [[], ['response_format']],
    },
    rateLimit: 'not offered',
    outage: {
      note: '503 while the model is being loaded',
      replies: [reply(503, error(503, 'Loading model', 'unavailable_error'))],
      fault: { status: 503, says: /Loading model/ },
    },
    streamError: {
      note: 'older versions send a line of its own, `error: {…}`',
      replies: [
        unfinished(
          opening,
          chunk({ content: HALF }),
          `error: ${JSON.stringify(error(500, 'Compute error.', 'server_error').error)}`,
        ),
      ],
      fault: { status: 500, says: /Compute error/ },
    },
    usage: { replies: [plain], answer: { usage: { inputTokens: 19, cachedTokens: 8, outputTokens: 10 } } },
  },
};
