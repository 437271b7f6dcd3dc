import { call, envelope, type Family, HALF, reply, sse, TEA, THOUGHT } from '../family.ts';

const { chunk, document } = envelope({
  id: 'chatcmpl-838',
  created: 1_741_569_952,
  model: 'qwen3:8b',
  system_fingerprint: 'fp_ollama',
});
const usage = { prompt_tokens: 19, completion_tokens: 10, total_tokens: 29 };
const counted = JSON.stringify({ ...JSON.parse(chunk({})), choices: [], usage });
const said = (content: string) => chunk({ role: 'assistant', content });
const ended = (reason: string) => chunk({ role: 'assistant', content: '' }, reason);
const plain = sse(said('Tea grows '), said('in the hills. It is picked by hand.'), ended('stop'), counted);
const calls = sse(
  chunk({ role: 'assistant', content: '', reasoning: 'I need the weather.' }),
  // Each call comes whole; older versions number all of them 0.
  chunk({ role: 'assistant', content: '', tool_calls: [{ ...call('call_hk81qg8b', 'Bern'), index: 0 }] }),
  chunk({ role: 'assistant', content: '', tool_calls: [{ ...call('call_wteop8bt', 'Graz'), index: 0 }] }),
  ended('tool_calls'),
  counted,
);
const error = (message: string, type: string) => ({ error: { message, type, param: null, code: null } });

export const ollama: Family = {
  name: 'Ollama',
  source: 'https://docs.ollama.com/api/openai-compatibility',
  endpoint: { baseUrl: 'http://127.0.0.1:11434/v1' },
  model: 'qwen3:8b',
  features: {
    streamed: {
      note: 'a prompt that is longer than `num_ctx` is cut without a word: raise `OLLAMA_CONTEXT_LENGTH` of the server',
      replies: [plain],
    },
    whole: { replies: [reply(200, document({ content: TEA }, 'stop', { usage }))] },
    length: { replies: [sse(said(HALF), ended('length'), counted)] },
    filtered: 'not offered',
    thinking: {
      replies: [sse(chunk({ role: 'assistant', content: '', reasoning: THOUGHT }), said(TEA), ended('stop'), counted)],
    },
    toolCalls: { note: 'each call comes whole; older versions give all of them index 0', replies: [calls] },
    secondTurn: {
      note: 'thoughts are left out',
      replies: [calls, plain],
      echoed: { tool_calls: [call('call_hk81qg8b', 'Bern'), call('call_wteop8bt', 'Graz')] },
      dropped: ['reasoning'],
    },
    refusedParameter: {
      note: 'parameters that it does not know are passed over',
      model: { temperature: 0.2, seed: 7 },
      replies: [plain],
      sent: [{ temperature: 0.2, seed: 7 }],
    },
    rateLimit: 'not offered',
    outage: {
      note: 'the queue of the server is full',
      replies: [reply(503, error('server busy, please try again. maximum pending requests exceeded', 'api_error'))],
      fault: { status: 503, says: /server busy/ },
    },
    streamError: 'not documented',
    usage: { replies: [plain], answer: { usage: { inputTokens: 19, outputTokens: 10 } } },
  },
};
