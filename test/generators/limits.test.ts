/** What a worker asks of the store about limits, and when (llm 3.7); the limits themselves: `test/store/limits.db.test.ts`. */
import { type Generator, GeneratorDeferred, GeneratorError, type ModelAnswer } from '../../src/generators/generator.ts';
import { type LimitedBy, type LimitsOptions, withLimits } from '../../src/generators/limits.ts';
import { NO_USAGE } from '../../src/model/usage.ts';
import type { BookedCall, Booking, KnownLimits, Limits, NotedLimits } from '../../src/ports/store/limits.ts';
import { aRequest } from './support.ts';

const ADMITTED: Booking = { admitted: true, wait: 0, look: 0, second: 7, reserved: 500, reason: 'rate' };
const ANSWER: ModelAnswer = {
  text: 'good',
  finishReason: 'stop',
  usage: { ...NO_USAGE, inputTokens: 20, outputTokens: 30, llmCalls: 1 },
};

interface World {
  readonly limited: LimitedBy;
  readonly booked: readonly BookedCall[];
  readonly noted: readonly NotedLimits[];
  readonly looks: readonly unknown[];
  clock: number;
}

interface Shown {
  readonly asked?: LimitsOptions['asked'];
  readonly booking?: Booking;
  readonly known?: Partial<KnownLimits>;
  readonly headers?: Readonly<Record<string, string>>;
  readonly complete?: Generator['complete'];
  readonly away?: boolean;
}

function world({ asked = {}, booking = ADMITTED, known, headers = {}, complete, away = false }: Shown = {}): World {
  const [booked, noted, looks]: [BookedCall[], NotedLimits[], unknown[]] = [[], [], []];
  const reach = async <T>(answer: T): Promise<T> => {
    if (away) throw new Error('away');
    return answer;
  };
  const store: Limits = {
    book: (_, call) => {
      booked.push(call);
      return reach(booking);
    },
    note: (_, note) => {
      noted.push(note);
      return reach(undefined);
    },
    look: (scope) => {
      looks.push(scope);
      return reach({ isPresumed: false, blockedFor: 0, ...known });
    },
    renew: () => reach(undefined),
    all: () => reach([]),
  };
  const inner: Generator = {
    complete:
      complete ??
      (async (request) => {
        request.onSent?.();
        request.onHeaders?.(new Headers(headers));
        return ANSWER;
      }),
  };
  const made = { booked, noted, looks, clock: 1_000_000 };
  const limited = withLimits(inner, {
    endpoint: 'main',
    key: '',
    asked,
    store,
    maxTokens: () => 400,
    now: () => made.clock,
  });
  return Object.assign(made, { limited });
}

const near = { 'x-ratelimit-limit-requests': '60', 'x-ratelimit-remaining-requests': '20' };
const far = {
  'x-ratelimit-limit-requests': '6000',
  'x-ratelimit-remaining-requests': '5990',
  'x-ratelimit-limit-tokens': '1000000',
  'x-ratelimit-remaining-tokens': '999000',
};

test('llm 3.7: where no limit is known, no call asks; a process looks once, and then now and then beside its calls', async () => {
  const played = world();
  const { limited, booked, noted, looks } = played;
  for (let at = 0; at < 5; at += 1) await limited.complete(aRequest());
  expect([booked, noted]).toEqual([[], []]);
  expect(looks).toHaveLength(1);
  played.clock += 6_000;
  await limited.complete(aRequest());
  expect(looks).toHaveLength(2);
});

test('llm 3.7: where limits are far away, no call asks', async () => {
  const { limited, booked, noted } = world({ headers: far });
  for (let at = 0; at < 5; at += 1) await limited.complete(aRequest());
  expect(booked).toEqual([]);
  expect(noted).toMatchObject([{ requests: { limit: 6_000, remaining: 5_990 }, tokens: { limit: 1_000_000 } }]);
});

test('llm 3.7: once less than half remains, or this process alone comes near, each call asks, and tells of those before', async () => {
  const { limited, booked } = world({ headers: near });
  await limited.complete(aRequest());
  await limited.complete(aRequest());
  expect(booked).toHaveLength(1);
  const busy = world({
    headers: { ...far, 'x-ratelimit-limit-requests': '60', 'x-ratelimit-remaining-requests': '59' },
  });
  for (let at = 0; at < 5; at += 1) await busy.limited.complete(aRequest());
  expect(busy.booked).toHaveLength(2);
  const told = [...busy.noted, ...busy.booked].flatMap(({ unasked }) => unasked);
  expect(told.reduce((sum, { requests }) => sum + requests, 0)).toBe(3);
});

test('llm 3.7: what others have learned applies here', async () => {
  const { limited, booked } = world({ known: { requests: 60 } });
  await limited.complete(aRequest());
  expect(booked).toHaveLength(1);
});

test('llm 3.7: a call whose turn comes later is deferred before anything is sent, to look halfway', async () => {
  const booking: Booking = { admitted: false, wait: 60_000, look: 30_000, second: 9, reserved: 0, reason: 'rate' };
  let sent = 0;
  const { limited } = world({
    asked: { requestsPerMinute: 1 },
    booking,
    complete: async () => {
      sent += 1;
      return ANSWER;
    },
  });
  const deferred = limited.complete(aRequest());
  await expect(deferred).rejects.toBeInstanceOf(GeneratorDeferred);
  await expect(deferred).rejects.toMatchObject({
    reason: 'limit',
    endpoint: 'main',
    until: 1_060_000,
    retryAt: 1_030_000,
  });
  expect(sent).toBe(0);
});

test('llm 3.7: tokens are counted where a limit counts them, and what is left unused is given back', async () => {
  const { limited, booked, noted } = world({ asked: { tokensPerMinute: 10_000 } });
  await limited.complete(aRequest());
  expect(booked).toMatchObject([{ longest: 400 }]);
  expect(booked[0]?.input).toBeGreaterThan(5);
  expect(noted).toMatchObject([{ counts: [{ second: 7, requests: 0, tokens: -450, refused: 0 }], answer: 30 }]);
  const requests = world({ asked: { requestsPerMinute: 10 } });
  await requests.limited.complete(aRequest());
  expect(requests.booked).toMatchObject([{ input: 0, longest: 0 }]);
});

test('llm 3.7: a prompt that is longer than the settings allow in a minute is a fault that names the setting', async () => {
  const { limited, booked } = world({ asked: { tokensPerMinute: 3 } });
  const call = limited.complete(aRequest());
  await expect(call).rejects.toMatchObject({
    kind: 'configuration',
    message: expect.stringMatching(/endpoints\.main\.tokensPerMinute/),
  });
  expect(booked).toEqual([]);
});

describe('llm 3.7: a call that brings no answer', () => {
  const failing =
    (error: Error, isSent = true): Generator['complete'] =>
    async (request) => {
      if (isSent) request.onSent?.();
      throw error;
    };
  test.each([
    [
      'was never sent',
      failing(new GeneratorDeferred('cap', { reason: 'cap', until: 0 }), false),
      { requests: -1, tokens: -500, refused: 0 },
    ],
    [
      'found no connection',
      failing(new GeneratorError('transport', 'x', { neverConnected: true })),
      { requests: -1, tokens: -500, refused: 0 },
    ],
    [
      'was refused',
      failing(new GeneratorError('configuration', 'x', { status: 400 })),
      { requests: 0, tokens: -500, refused: 0 },
    ],
    [
      'was refused for its rate',
      failing(new GeneratorError('transport', 'x', { status: 429, isRateLimit: true })),
      { requests: 0, tokens: -500, refused: 1 },
    ],
  ])('and %s gives back what it did not use', async (_, complete, counts) => {
    const { limited, noted } = world({ asked: { requestsPerMinute: 5 }, complete });
    await expect(limited.complete(aRequest())).rejects.toThrow();
    expect(noted[0]?.counts).toEqual([{ second: 7, ...counts }]);
  });

  test('but broke off keeps all that it had booked', async () => {
    const { limited, noted } = world({
      asked: { requestsPerMinute: 5 },
      complete: failing(new GeneratorError('transport', 'x')),
    });
    await expect(limited.complete(aRequest())).rejects.toThrow();
    expect(noted).toEqual([]);
  });

  test.each([
    ['a short wait', { retryAfter: 3_000 }, 3_000],
    ['a long one, at most ten minutes', { waitUntil: 1_000_000 + 7_200_000 }, 600_000],
    ['none', {}, 1_000],
  ])('since its rate is limited blocks the key for all: %s', async (_, wait, blocked) => {
    const error = new GeneratorError('transport', 'Too many requests', { status: 429, isRateLimit: true, ...wait });
    const { limited, noted, booked } = world({ complete: failing(error) });
    await expect(limited.complete(aRequest())).rejects.toBe(error);
    expect(noted).toMatchObject([{ blocked, presumes: true, unasked: [{ requests: 1, refused: 1 }] }]);
    expect(limited.allowance()).toBe(0);
    await expect(limited.complete(aRequest())).rejects.toBe(error);
    expect(booked).toHaveLength(1);
  });

  test.each([
    ['tokens per min (TPM): Limit 30000, Used 29000', { presumes: false, tokens: { limit: 30_000 } }],
    ['max organization concurrency: 3', { presumes: false, concurrency: 3 }],
    ['requests per min (RPM): Limit 3, Used 3', { presumes: false, requests: { limit: 3 } }],
  ])('and says why teaches that: %s', async (message, facts) => {
    const error = new GeneratorError('transport', message, { status: 429, isRateLimit: true });
    const { limited, noted } = world({ complete: failing(error) });
    await expect(limited.complete(aRequest())).rejects.toBe(error);
    expect(noted).toMatchObject([facts]);
  });
});

test('llm 3.7: a call that holds a place gives it back as it ends, and says how long it took', async () => {
  const made: World = world({
    asked: { concurrency: 2 },
    complete: async (request) => {
      request.onSent?.();
      made.clock += 4_000;
      return ANSWER;
    },
  });
  await made.limited.complete(aRequest());
  expect(made.noted).toMatchObject([{ executions: [made.booked[0]?.execution], callTime: 4_000 }]);
});

test('llm 3.7: a call whose booking the database does not take is not sent; without limits it is', async () => {
  await expect(world({ away: true, asked: { requestsPerMinute: 1 } }).limited.complete(aRequest())).rejects.toThrow(
    'away',
  );
  await expect(world({ away: true }).limited.complete(aRequest())).resolves.toMatchObject({ text: 'good' });
});

test('llm 3.7: the allowance of a key is the least of what remains, until it is there again', async () => {
  const headers = { ...far, 'x-ratelimit-remaining-tokens': '250000', 'x-ratelimit-reset-tokens': '30s' };
  const played = world({ headers });
  expect(played.limited.allowance()).toBe(1);
  await played.limited.complete(aRequest());
  expect(played.limited.allowance()).toBe(0.25);
  played.clock += 31_000;
  expect(played.limited.allowance()).toBeGreaterThan(0.99);
});
