import { capped } from '../../src/generators/caps.ts';
import {
  type Generator,
  GeneratorDeferred,
  GeneratorError,
  type ModelRequest,
} from '../../src/generators/generator.ts';
import { appliesTo, type Cap } from '../../src/model/caps.ts';
import type { Usage } from '../../src/model/usage.ts';
import type { Admission, AskedCap, CappedAmount, Caps } from '../../src/ports/store/caps.ts';

const USAGE: Usage = { inputTokens: 20, cachedTokens: 0, outputTokens: 5, microUsd: 30, llmCalls: 1 };
const DAY: Cap = { window: 'day', microUsd: 5_000_000, tokens: 100_000 };

interface Heard {
  readonly admitted: { readonly amount: CappedAmount; readonly caps: readonly AskedCap[] }[];
  readonly ended: string[];
  readonly sent: ModelRequest[];
}

function world(
  complete: (request: ModelRequest) => Promise<Usage> = async () => USAGE,
  { caps = [DAY], admission }: { readonly caps?: readonly Cap[]; readonly admission?: Admission } = {},
): Heard & { readonly generator: Generator } {
  const heard: Heard = { admitted: [], ended: [], sent: [] };
  const store: Pick<Caps, 'admit' | 'end'> = {
    admit: async (_, amount, asked) => {
      heard.admitted.push({ amount, caps: asked });
      return admission ?? { ok: true, output: amount.output };
    },
    end: async (_, as) => void heard.ended.push(as),
  };
  const inner: Generator = {
    async complete(request) {
      heard.sent.push(request);
      const usage = await complete(request);
      return { text: 'good', finishReason: 'stop', usage, model: 'm' };
    },
  };
  const price = (model: string) =>
    model === 'unknown'
      ? undefined
      : model === 'free'
        ? { input: 0, output: 0 }
        : { input: 1, cacheWrite: 1.25, output: 4 };
  return { ...heard, generator: capped(inner, { caps, store, price, maxTokens: () => 8_192 }) };
}

function aRequest(change: Partial<ModelRequest> = {}): ModelRequest {
  return {
    model: { name: 'm' },
    messages: [{ role: 'user', content: 'Do the work.' }],
    place: { runId: 'run', step: 'a', epoch: 1, attempt: 1, n: 1, faults: 0 },
    payer: { token: 't1', call: 't1', workflow: 'flow', tags: ['x'], unpriced: false },
    signal: new AbortController().signal,
    ...change,
  };
}

const sending = (fail: Error) => (request: ModelRequest) => {
  request.onSent?.();
  return Promise.reject(fail);
};

test('llm 3.4: a cap applies to all runs, to those with its tag, to those of its workflow', () => {
  const run = { workflow: 'flow', tags: ['x', 'y'] };
  const applying = [
    {},
    { tag: 'y' },
    { workflow: 'flow' },
    { tag: 'x', workflow: 'flow' },
    { tag: 'z' },
    { workflow: 'other' },
  ];
  expect(applying.map((cap) => appliesTo({ window: 'day', ...cap }, run))).toEqual([
    true,
    true,
    true,
    true,
    false,
    false,
  ]);
});

test('llm 3.4: the reservation is the counted prompt and the longest answer, at the dearest price of a token', async () => {
  const { generator, admitted } = world();
  const { settles } = await generator.complete(aRequest());
  expect(settles).toMatchObject({ call: { runId: 'run', token: 't1', call: 't1' }, usage: USAGE });
  expect(admitted).toMatchObject([
    {
      amount: { output: 8_192, shortest: 256 },
      caps: [
        { name: 'tokens a day', most: 100_000, perInput: 1_000_000, perOutput: 1_000_000 },
        { name: 'usd a day', most: 5_000_000, perInput: 1_250_000, perOutput: 4_000_000 },
      ],
    },
  ]);
});

test('llm 3.4: the tools and the schema of a request count, and what the provider counts beyond our own count', async () => {
  const { generator, admitted } = world(async () => ({ ...USAGE, inputTokens: 500 }));
  await generator.complete(aRequest());
  await generator.complete(aRequest());
  const schema = {
    type: 'object',
    properties: Object.fromEntries(Array.from({ length: 50 }, (_, at) => [`p${at}`, {}])),
  };
  await generator.complete(aRequest({ schema }));
  const [first = 0, second = 0, third = 0] = admitted.map(({ amount }) => amount.input);
  expect(first).toBeLessThan(50);
  expect(second).toBe(500);
  expect(third).toBeGreaterThan(600);
});

test.each([
  ["the settings'", {}, 8_192],
  ["the request's", { maxTokens: 500 }, 500],
  ["the author's", { model: { name: 'm', maxTokens: 100 } }, 100],
  ["the author's in extra", { model: { name: 'm', extra: { max_completion_tokens: 700 } } }, 700],
])('llm 3.4: the longest answer is %s limit', async (_, change, output) => {
  const { generator, admitted } = world();
  await generator.complete(aRequest(change));
  expect(admitted[0]?.amount).toMatchObject({ output, shortest: Math.min(output, 256) });
});

test.each([
  ['where no author wrote it', {}, { maxTokens: 300, model: { name: 'm' } }],
  ['where the author wrote it', { model: { name: 'm', maxTokens: 900 } }, { model: { name: 'm', maxTokens: 300 } }],
  [
    'where the author wrote it in extra',
    { model: { name: 'm', extra: { max_tokens: 900, top_k: 3 } } },
    { model: { name: 'm', maxTokens: 300, extra: { top_k: 3 } } },
  ],
])('llm 3.4: a lowered limit is sent, %s', async (_, change, sent) => {
  const { generator, sent: requests } = world(undefined, { admission: { ok: true, output: 300 } });
  await generator.complete(aRequest(change));
  expect(requests).toMatchObject([sent]);
});

test('llm 3.4: without a cap that applies nothing is asked: not for free models, not for other runs, not where nobody pays', async () => {
  const usd = { caps: [{ window: 'day', microUsd: 1 }] } as const;
  const free = world(undefined, usd);
  await free.generator.complete(aRequest({ model: { name: 'free' } }));
  const other = world(undefined, { caps: [{ window: 'day', tokens: 1, tag: 'z' }] });
  await other.generator.complete(aRequest());
  const { payer: _, ...nobody } = aRequest();
  await other.generator.complete(nobody);
  expect([...free.admitted, ...other.admitted]).toEqual([]);
});

test('llm 3.4: a refused call is deferred before anything is sent, until the window turns', async () => {
  const until = Date.now() + 3_600_000;
  const { generator, sent } = world(undefined, { admission: { ok: false, cap: 'tokens a day', until, isHeld: true } });
  const refused = generator.complete(aRequest());
  await expect(refused).rejects.toMatchObject({ reason: 'cap', cap: 'tokens a day', until });
  await expect(refused).rejects.toBeInstanceOf(GeneratorDeferred);
  expect(sent).toEqual([]);
});

test('llm 3.4: a model without a price is refused under a cap in USD, unless the run does without', async () => {
  const { generator, admitted } = world();
  const unknown = { model: { name: 'unknown' } };
  await expect(generator.complete(aRequest(unknown))).rejects.toMatchObject({ kind: 'configuration' });
  const payer = { token: 't1', call: 't1', workflow: 'flow', tags: [], unpriced: true };
  await generator.complete(aRequest({ ...unknown, payer }));
  expect(admitted[0]?.caps).toMatchObject([{ name: 'tokens a day' }, { name: 'usd a day', perInput: 0, perOutput: 0 }]);
});

describe('llm 3.4: without an answer', () => {
  const failing = async (complete: (request: ModelRequest) => Promise<Usage>) => {
    const { generator, ended } = world(complete);
    await expect(generator.complete(aRequest())).rejects.toBeInstanceOf(Error);
    return ended;
  };
  test.each([
    ['was never sent', () => Promise.reject(new GeneratorError('transport', 'busy')), 'unsent'],
    ['found no connection', sending(new GeneratorError('transport', 'x', { neverConnected: true })), 'unsent'],
    ['was refused for its rate', sending(new GeneratorError('transport', 'x', { status: 429 })), 'unsent'],
    ['was refused for its key', sending(new GeneratorError('configuration', 'x', { status: 401 })), 'unsent'],
    ['met a provider that was down', sending(new GeneratorError('transport', 'x', { status: 503 })), 'refused'],
    ['met a gateway that lost sight of it', sending(new GeneratorError('transport', 'x', { status: 504 })), 'spent'],
    ['broke off within the answer', sending(new GeneratorError('transport', 'x', { usage: USAGE })), 'spent'],
    [
      'met an error in the stream after some of it',
      sending(new GeneratorError('transport', 'x', { status: 500, usage: USAGE })),
      'spent',
    ],
    ['was aborted', sending(new Error('aborted')), 'spent'],
  ] as const)('a call that %s ends its reservation as that', async (_, complete, as) => {
    expect(await failing(complete)).toEqual([as]);
  });
});

test.each([
  ['-1', -1],
  ['a great negative number', -1_000_000],
  ['a text', 'none'],
  ['nothing', null],
  ['infinity', Number.POSITIVE_INFINITY],
])('a limit of %s in extra is none: the usual one is reserved and sent', async (_, written) => {
  const { generator, admitted, sent } = world();
  await generator.complete(aRequest({ model: { name: 'm', extra: { max_tokens: written } } }));
  expect(admitted[0]?.amount).toMatchObject({ output: 8_192, shortest: 256 });
  expect(sent[0]?.model).toEqual({ name: 'm', maxTokens: 8_192, extra: {} });
});
