import { endpointsOf } from '../../src/config/endpoints.ts';

test.each([
  ['https://api.deepseek.com/v1', 'echo'],
  ['https://api.moonshot.ai/v1', 'echo'],
  ['https://api.moonshot.cn/v1', 'echo'],
  ['https://openrouter.ai/api/v1', 'echo'],
  ['https://generativelanguage.googleapis.com/v1beta/openai', 'drop'],
  ['https://api.groq.com/openai/v1', 'drop'],
  ['https://api.openai.com/v1', 'drop'],
  ['http://127.0.0.1:11434/v1', 'drop'],
  ['https://notdeepseek.com/v1', 'drop'],
  ['https://deepseek.com.example.org/v1', 'drop'],
])(
  'llm 1.5: whether %s wants its reasoning back is known: %s, unless the profile says otherwise',
  (baseUrl, reasoning) => {
    const other = reasoning === 'echo' ? 'drop' : 'echo';
    const { endpoints } = endpointsOf({ one: { baseUrl }, two: { baseUrl, profile: { reasoning: other } } }, {}, {});
    expect(endpoints['one']?.profile.reasoning).toBe(reasoning);
    expect(endpoints['two']?.profile.reasoning).toBe(other);
  },
);

test('llm 3.7: an endpoint takes limits of a minute and of calls at once', () => {
  const limits = { requestsPerMinute: 60, tokensPerMinute: 100_000, concurrency: 8 };
  const { endpoints } = endpointsOf({ one: { baseUrl: 'https://api.acme.example/v1', ...limits } }, {}, {});
  expect(endpoints['one']).toMatchObject(limits);
});
