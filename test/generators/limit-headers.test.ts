import { concurrencyInWords, createLimitReader, limitInWords } from '../../src/generators/limit-headers.ts';

const NOW = Date.parse('2026-11-28T09:00:00Z');

const read = (headers: Readonly<Record<string, string>>) => createLimitReader(() => NOW)(new Headers(headers));

describe('llm 3.7: limits are read from the headers of', () => {
  test.each([
    [
      'OpenAI',
      {
        'x-ratelimit-limit-requests': '60',
        'x-ratelimit-remaining-requests': '59',
        'x-ratelimit-reset-requests': '1s',
        'x-ratelimit-limit-tokens': '150000',
        'x-ratelimit-remaining-tokens': '149984',
        'x-ratelimit-reset-tokens': '1m6s',
      },
      {
        requests: { limit: 60, remaining: 59, reset: 1_000 },
        tokens: { limit: 150_000, remaining: 149_984, reset: 66_000 },
      },
    ],
    [
      'Anthropic, whose prompts and answers are limited apart',
      {
        'anthropic-ratelimit-requests-limit': '50',
        'anthropic-ratelimit-requests-remaining': '49',
        'anthropic-ratelimit-requests-reset': '2026-11-28T09:00:01Z',
        'anthropic-ratelimit-input-tokens-limit': '40000',
        'anthropic-ratelimit-input-tokens-remaining': '39000',
        'anthropic-ratelimit-input-tokens-reset': '2026-11-28T09:00:02Z',
        'anthropic-ratelimit-output-tokens-limit': '8000',
        'anthropic-ratelimit-output-tokens-remaining': '0',
        'anthropic-ratelimit-output-tokens-reset': '2026-11-28T09:00:30Z',
        'anthropic-ratelimit-tokens-limit': '48000',
        'anthropic-ratelimit-tokens-remaining': '39000',
        'anthropic-ratelimit-tokens-reset': '2026-11-28T09:00:02Z',
      },
      { requests: { limit: 50, remaining: 49, reset: 1_000 }, tokens: { limit: 48_000, remaining: 0, reset: 30_000 } },
    ],
    [
      'Cerebras, whose names tell the window',
      {
        'x-ratelimit-limit-requests-day': '14400',
        'x-ratelimit-limit-requests-minute': '30',
        'x-ratelimit-remaining-requests-minute': '3',
        'x-ratelimit-limit-tokens-minute': '60000',
        'x-ratelimit-remaining-tokens-minute': '60000',
        'x-ratelimit-reset-tokens-minute': '12.5',
      },
      { requests: { limit: 30, remaining: 3 }, tokens: { limit: 60_000, remaining: 60_000, reset: 12_500 } },
    ],
    [
      'OpenRouter, with a time in milliseconds',
      { 'x-ratelimit-limit': '20', 'x-ratelimit-remaining': '0', 'x-ratelimit-reset': String(NOW + 15_000) },
      { requests: { limit: 20, remaining: 0, reset: 15_000 } },
    ],
    [
      'GitHub, with a time in seconds',
      { 'x-ratelimit-limit': '15', 'x-ratelimit-remaining': '14', 'x-ratelimit-reset': String(NOW / 1_000 + 60) },
      { requests: { limit: 15, remaining: 14, reset: 60_000 } },
    ],
    [
      'an older draft of IETF',
      { 'ratelimit-limit': '100, 100;w=60', 'ratelimit-remaining': '50', 'ratelimit-reset': '30' },
      { requests: { limit: 100, remaining: 50, reset: 30_000 } },
    ],
    [
      'a newer draft of IETF',
      { 'ratelimit-policy': '"default";q=100;w=60', ratelimit: '"default";r=50;t=30' },
      { requests: { limit: 100, remaining: 50, reset: 30_000 } },
    ],
    [
      'a draft between them',
      { ratelimit: 'limit=10, remaining=5, reset=7' },
      { requests: { limit: 10, remaining: 5, reset: 7_000 } },
    ],
    [
      'a window of a second, told by its policy',
      { 'ratelimit-limit': '5, 5;w=1', 'ratelimit-remaining': '4', 'ratelimit-reset': '1' },
      { requests: { limit: 300 } },
    ],
    [
      'an hour, told by its policy',
      { 'ratelimit-limit': '5, 5;w=3600', 'ratelimit-reset': '1' },
      { requests: { limit: null } },
    ],
    [
      'a day, told by its reset',
      {
        'x-ratelimit-limit-requests': '200',
        'x-ratelimit-remaining-requests': '3',
        'x-ratelimit-reset-requests': '7m12s',
      },
      { requests: { limit: null } },
    ],
  ])('%s', (_, headers, said) => {
    expect(read(headers)).toEqual(said);
  });

  test.each(['0', '-1', '1e9', 'NaN', '', 'unlimited', '99999999999', 'Infinity'])(
    'nothing that is no limit: %j',
    (limit) => {
      expect(read({ 'x-ratelimit-limit-requests': limit, 'x-ratelimit-remaining-requests': '0' })).toEqual({});
    },
  );

  test.each([
    ['more than the limit', '100', '5s', { limit: 60, remaining: 60, reset: 5_000 }],
    ['less than nothing', '-3', '5s', { limit: 60, reset: 5_000 }],
    ['and no time', 'some', 'soon', { limit: 60 }],
    ['and a time that has passed', '1', '2026-11-28T08:00:00Z', { limit: 60, remaining: 1, reset: 0 }],
  ])('what remains: %s', (_, remaining, reset, said) => {
    const headers = { 'x-ratelimit-remaining-requests': remaining, 'x-ratelimit-reset-requests': reset };
    expect(read({ 'x-ratelimit-limit-requests': '60', ...headers })).toEqual({ requests: said });
  });
});

describe('llm 3.7: the window of a limit', () => {
  const reader = () => {
    let now = NOW;
    const readAt = createLimitReader(() => now);
    return (seconds: number, limit: number, remaining: number, reset: string) => {
      now = NOW + seconds * 1_000;
      const headers = { limit: String(limit), remaining: String(remaining), reset };
      return readAt(
        new Headers(
          Object.entries(headers).map(([name, value]): [string, string] => [`x-ratelimit-${name}-requests`, value]),
        ),
      ).requests?.limit;
    };
  };

  test('is a day for good once a reset was that far away', () => {
    const at = reader();
    expect([at(0, 14_400, 14_399, '6s'), at(1, 14_400, 14_370, '180s'), at(2, 14_400, 14_399, '6s')]).toEqual([
      14_400,
      null,
      null,
    ]);
  });

  test('is shorter than a minute where resets are always near, until one is not', () => {
    const at = reader();
    const limits = [at(0, 5, 4, '1s'), at(3, 5, 3, '1s'), at(6, 5, 4, '1s'), at(9, 5, 1, '45s')];
    expect(limits).toEqual([5, 5, 60, 5]);
  });

  test('is a minute where a bucket fills all the time', () => {
    const at = reader();
    expect([at(0, 60, 59, '1s'), at(5, 60, 59, '1s'), at(9, 60, 58, '2s')]).toEqual([60, 60, 60]);
  });
});

test.each([
  [
    'Rate limit reached for gpt-4o in organization org-x on requests per min (RPM): Limit 3, Used 3, Requested 1.',
    { requests: { limit: 3 } },
  ],
  [
    'Rate limit reached on tokens per min (TPM): Limit 30,000, Used 29000, Requested 2000.',
    { tokens: { limit: 30_000 } },
  ],
  ['Rate limit reached on requests per day (RPD): Limit 200, Used 200.', undefined],
  ['Too many requests', undefined],
])('llm 3.7: the limit in the words of a refusal: %s', (message, limit) => {
  expect(limitInWords(message)).toEqual(limit);
});

test.each([
  ['Your account reached max request, max organization concurrency: 3, please try again after 1 seconds', 3],
  ['Too many concurrent requests', undefined],
  ['Too many concurrent requests. Please retry after 5 seconds', undefined],
  ['Concurrency limit reached, please try again in 1 second', undefined],
  ['Concurrency limit exceeded: 1.5 s to go', undefined],
  ['Concurrency limit exceeded (30 seconds)', undefined],
  ['Concurrency limit: 4 simultaneous requests', 4],
  ['Rate limit of 20 per minute', undefined],
])('llm 3.7: calls at once in the words of a refusal: %s', (message, most) => {
  expect(concurrencyInWords(message)).toBe(most);
});
