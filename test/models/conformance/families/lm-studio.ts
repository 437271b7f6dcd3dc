import { call, envelope, type Family, HALF, piece, reply, sse, TEA, THOUGHT, unfinished } from '../family.ts';

const { chunk, document } = envelope(
  { id: 'chatcmpl-8ac5pu8h', created: 1_741_569_952, model: 'qwen/qwen3-8b', system_fingerprint: 'qwen/qwen3-8b' },
  { logprobs: null },
);
const usage = { prompt_tokens: 19, completion_tokens: 10, total_tokens: 29 };
const counted = JSON.stringify({ ...JSON.parse(chunk({})), choices: [], usage });
const said = (content: string) => chunk({ role: 'assistant', content });
const plain = sse(said('Tea grows '), said('in the hills. It is picked by hand.'), chunk({}, 'stop'), counted);
const calls = sse(
  chunk({ role: 'assistant', reasoning_content: 'I need the weather.' }),
  chunk({ tool_calls: [piece(0, '', { id: '365174485' })] }),
  chunk({ tool_calls: [piece(0, '{"city":"Bern"}')] }),
  chunk({ tool_calls: [piece(1, '', { id: '365174486' })] }),
  chunk({ tool_calls: [piece(1, '{"city":"Graz"}')] }),
  chunk({}, 'tool_calls'),
  counted,
);

export const lmStudio: Family = {
  name: 'LM Studio',
  source: 'https://lmstudio.ai/docs/developer/openai-compat',
  endpoint: { baseUrl: 'http://127.0.0.1:1234/v1' },
  model: 'qwen/qwen3-8b',
  features: {
    streamed: { replies: [plain] },
    whole: { replies: [reply(200, document({ content: TEA, tool_calls: [] }, 'stop', { usage, stats: {} }))] },
    length: { replies: [sse(said(HALF), chunk({}, 'length'), counted)] },
    filtered: 'not offered',
    thinking: {
      setting: 'its setting to separate `reasoning_content` from `content`',
      note: 'without the setting thoughts stand in the answer',
      replies: [sse(chunk({ role: 'assistant', reasoning_content: THOUGHT }), said(TEA), chunk({}, 'stop'), counted)],
    },
    toolCalls: { replies: [calls] },
    secondTurn: {
      note: 'thoughts are left out',
      replies: [calls, plain],
      echoed: { tool_calls: [call('365174485', 'Bern'), call('365174486', 'Graz')] },
      dropped: ['reasoning_content'],
    },
    refusedParameter: 'not documented',
    rateLimit: 'not offered',
    outage: {
      note: 'a wrong address is answered by 200 with an error',
      replies: [
        reply(200, { error: 'Unexpected endpoint or method. (POST /v1/chat/completions). Returning 200 anyway' }),
      ],
      fault: { says: /Unexpected endpoint or method/ },
    },
    streamError: {
      replies: [
        unfinished(
          said(HALF),
          `event: error\ndata: ${JSON.stringify({ error: { message: 'The model has crashed without additional information. (Exit code: 6)' } })}`,
        ),
      ],
      fault: { says: /The model has crashed/ },
    },
    usage: { replies: [plain], answer: { usage: { inputTokens: 19, outputTokens: 10 } } },
  },
};
