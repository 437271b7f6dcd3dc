/** What providers say went wrong, in the shapes in which they say it (models 2). */
import { kindOf, readFault } from '../../src/generators/provider-fault.ts';

const read = (status: number | undefined, body: unknown, headers: Record<string, string> = {}) => {
  const fault = readFault({ status, body, headers: new Headers(headers) });
  return { ...fault, kind: kindOf(fault) };
};

describe('llm 1.7: the sentence is found in', () => {
  const M = 'The sentence.';
  test.each([
    ['an object', { error: { message: M } }],
    ['a list (report 6)', [{ error: { code: 400, message: M, status: 'INVALID_ARGUMENT' } }]],
    ['a text', { error: M }],
    ['a text alone', M],
    ['a nested error', { error: { error: { message: M } } }],
    ['JSON within a text', { error: { message: JSON.stringify({ error: { message: M } }) } }],
    ['detail', { detail: M }],
    ['an object in detail', { detail: { message: M } }],
    ['message', { message: M, code: 400 }],
    ['a flat error', { object: 'error', message: M, code: 400 }],
    ['errors', { errors: [{ message: M }] }],
    ['error_msg', { error_code: 1, error_msg: M }],
    ['error beside success', { success: false, error: M }],
    ['a flag beside message', { error: true, message: M }],
  ])('%s', (_shape, body) => {
    expect(read(400, body).message).toBe(M);
    expect(read(400, JSON.stringify(body)).message).toBe(M);
  });

  test("a list of Pydantic's, with the place of each", () => {
    const detail = [
      { loc: ['body', 'seed'], msg: 'extra fields not permitted' },
      { loc: ['body', 'n'], msg: 'must be 1' },
    ];
    expect(read(422, { detail })).toMatchObject({
      message: 'body.seed: extra fields not permitted; body.n: must be 1',
      parameter: 'seed',
    });
  });

  test('what an upstream said to the provider', () => {
    const metadata = { raw: JSON.stringify({ error: { message: M } }), provider_name: 'Up' };
    expect(read(400, { error: { message: 'Provider returned error', code: 400, metadata } }).message).toBe(
      `Provider returned error: ${M}`,
    );
  });

  test('anything deep or long, without an end', () => {
    const deep = Array.from({ length: 2_000 }).reduce<unknown>((inner) => ({ error: inner }), M);
    expect(read(400, deep).message.length).toBeLessThanOrEqual(4_000);
  });
});

const gemini = (quotaId: string, message: string, retryDelay?: string) => ({
  error: {
    code: 429,
    message,
    status: 'RESOURCE_EXHAUSTED',
    details: [
      { '@type': 'type.googleapis.com/google.rpc.QuotaFailure', violations: [{ quotaId }] },
      ...(retryDelay ? [{ '@type': 'type.googleapis.com/google.rpc.RetryInfo', retryDelay }] : []),
    ],
  },
});
const PLAN = 'You exceeded your current quota, please check your plan and billing details.';
const minute = 'GenerateRequestsPerMinutePerProjectPerModel';

describe('llm 1.7: a wait, or a used-up account', () => {
  test.each([
    ['report 7', 429, gemini(minute, `${PLAN}\nPlease retry in 3.4s.`, '3s'), {}, 'transport', 3_000],
    ['report 7, by the sentence', 429, gemini(minute, `${PLAN}\nPlease retry in 3.4s.`), {}, 'transport', 3_400],
    ['report 7, in a list', 429, [gemini(minute, PLAN, '3s')], {}, 'transport', 3_000],
    ['report 7, a minute without a wait', 429, gemini(minute, PLAN), {}, 'transport', undefined],
    ['report 7, a day', 429, gemini('GenerateRequestsPerDayPerProjectPerModel', PLAN, '40s'), {}, 'quota', 40_000],
    ['report 7, no window and no wait', 429, { error: { code: 429, message: PLAN } }, {}, 'quota', undefined],
    ['N11: 400', 400, { error: { code: 'rate_limited', message: 'try again in 2 seconds' } }, {}, 'transport', 2_000],
    ['N11: 403', 403, { error: { code: 'rate_limit', message: 'slow down' } }, {}, 'transport', undefined],
    ['N12: the sentence', 429, { error: { message: 'Please try again in 4s' } }, {}, 'transport', 4_000],
    ['N12: minutes', 429, { error: { message: 'Please try again in 1m26.4s.' } }, {}, 'transport', 60_000],
    ['N12: ms', 429, { error: { message: 'Try again in 350ms' } }, {}, 'transport', 350],
    ['N12: a header', 429, {}, { 'x-ratelimit-reset-requests': '4s' }, 'transport', 4_000],
    [
      'N12: the header of the limit that is used up',
      429,
      {},
      {
        'x-ratelimit-remaining-requests': '9',
        'x-ratelimit-reset-requests': '50s',
        'x-ratelimit-remaining-tokens': '0',
        'x-ratelimit-reset-tokens': '6m0s',
      },
      'transport',
      60_000,
    ],
    ["N12: the draft's header", 429, {}, { 'ratelimit-reset': '7' }, 'transport', 7_000],
    [
      'N13: a wait beats the code',
      429,
      { error: { code: 'insufficient_quota', message: 'no' } },
      { 'retry-after': '2' },
      'transport',
      2_000,
    ],
    [
      'N13: a window beats the words',
      429,
      { code: 'Throttling.RateQuota', message: 'insufficient quota for tokens per minute' },
      {},
      'transport',
      undefined,
    ],
    [
      'the limit of a day',
      429,
      {
        error: {
          code: 'rate_limit_exceeded',
          message: 'Rate limit reached on tokens per day (TPD): Limit 1000, Used 1000.',
        },
      },
      {},
      'quota',
      undefined,
    ],
    ['an empty account', 429, { error: { code: 'insufficient_quota', message: PLAN } }, {}, 'quota', undefined],
    ['402', 402, { error: { message: 'Insufficient credits' } }, { 'retry-after': '1' }, 'quota', 1_000],
  ] as const)('%s', (_what, status, body, headers, kind, retryAfter) => {
    expect(read(status, body, headers)).toMatchObject({ kind, retryAfter });
  });
});

describe('llm 1.7: a filter that refuses the prompt is known by its name', () => {
  const azure = {
    message: "The response was filtered due to the prompt triggering Azure OpenAI's content management policy.",
    param: 'prompt',
    code: 'content_filter',
    status: 400,
    innererror: {
      code: 'ResponsibleAIPolicyViolation',
      content_filter_result: {
        jailbreak: { filtered: true, detected: true },
        hate: { filtered: false, severity: 'safe' },
      },
    },
  };
  test.each([
    ['report 21: Azure', { error: azure }, 'jailbreak'],
    ['OpenAI', { error: { code: 'content_policy_violation', message: 'no' } }, 'content_policy_violation'],
    ['DeepSeek', { error: { message: 'Content Exists Risk', code: 'invalid_request_error' } }, 'content filter'],
    [
      'DashScope',
      { error: { code: 'data_inspection_failed', message: 'Input data may contain inappropriate content.' } },
      'data_inspection_failed',
    ],
    ['another fault', { error: { message: 'The content is empty.' } }, undefined],
  ])('%s', (_provider, body, filter) => {
    expect(read(400, body).filter).toBe(filter);
  });
});
