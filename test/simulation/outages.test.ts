/** Outages of cards, by time and by calls, and over a socket as a client meets them (running 4). */
import Fastify from 'fastify';
import { Card } from '../../src/simulation/card.ts';
import { loadCards } from '../../src/simulation/cards.ts';
import { simEndpoint } from '../../src/simulation/endpoint.ts';
import { createOutages } from '../../src/simulation/outages.ts';

const card = (outages: unknown, name = 'away') => Card.parse({ name, outages, steps: { '*': { right: 'x' } } });

test('running 4: an outage by calls is met by just these calls of the card', () => {
  const outageOf = createOutages();
  const twice = card([
    { after: 1, calls: 2 },
    { after: 5, calls: 1, status: 529, retryAfter: 2 },
  ]);
  const met = Array.from({ length: 8 }, () => outageOf(twice));
  expect(met.map((reply) => reply?.kind === 'fault' && [reply.status, reply.retryAfter])).toEqual([
    false,
    [503, undefined],
    [503, undefined],
    false,
    false,
    [529, 2],
    false,
    false,
  ]);
});

test('running 4: an outage by time counts from the first call of the card, however late that is', () => {
  let now = 1_000_000;
  const outageOf = createOutages(() => now);
  const late = card([{ from: 'PT5S', for: 'PT20S' }]);
  const met = [0, 4_999, 1, 19_999, 1, 60_000].map((more) => {
    now += more;
    return outageOf(late) !== undefined;
  });
  expect(met).toEqual([false, false, true, true, false, false]);
  expect(outageOf(card([{ for: '1s' }], 'another'))).toBeDefined();
});

test('running 4: calls of one card are no calls of another, and a card without outages is never away', () => {
  const outageOf = createOutages();
  expect(outageOf(card([{ calls: 1 }], 'one'))).toBeDefined();
  expect(outageOf(card([{ calls: 1 }], 'two'))).toBeDefined();
  expect(outageOf(card([{ calls: 1 }], 'one'))).toBeUndefined();
  expect(outageOf(card([]))).toBeUndefined();
  expect(outageOf(card(undefined))).toBeUndefined();
});

test.each([
  [{ calls: 0 }],
  [{ calls: 1.5 }],
  [{ after: -1, calls: 1 }],
  [{ for: 'soon' }],
  [{ from: 1 }],
  [{ calls: 1, for: '1s' }],
  [{ calls: 1, status: 200 }],
  [{ calls: 1, drop: true, status: 503 }],
  [{ calls: 1, drop: false }],
  [{}],
])('running 4: %j is no outage', (outage) => {
  expect(Card.safeParse({ name: 'away', outages: [outage], steps: {} }).success).toBe(false);
});

describe('over a socket', () => {
  const app = Fastify({ forceCloseConnections: true });
  let url = '';
  beforeAll(async () => {
    const source = (name: string, outages: unknown) => ({ name, outages, steps: { '*': { right: 'here' } } });
    const outages = [
      { calls: 1, status: 529, retryAfter: 3 },
      { after: 1, calls: 1, drop: true },
      { after: 2, calls: 1 },
    ];
    const cards = loadCards([source('streamed', outages), source('whole', outages), source('there', undefined)]);
    await app.register(simEndpoint, { cards });
    url = await app.listen({ host: '127.0.0.1', port: 0 });
  });
  afterAll(() => app.close());

  const ask = (model: string, stream: boolean) =>
    fetch(`${url}/v1/chat/completions`, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({ model, stream, messages: [{ role: 'user', content: 'Are you there?' }] }),
    });

  test.each([
    ['streamed', true],
    ['whole', false],
  ])(
    'running 4: a client meets a status as of a provider, a closed connection, then the answer: %s',
    async (name, stream) => {
      const model = `sim:${name}`;
      const overloaded = await ask(model, stream);
      expect([overloaded.status, overloaded.headers.get('retry-after')]).toEqual([529, '3']);
      expect(await overloaded.json()).toEqual({
        error: {
          message: 'The service is overloaded (simulated outage, status 529).',
          type: 'server_error',
          param: null,
          code: 'server_error',
        },
      });
      await expect(ask(model, stream)).rejects.toThrow('fetch failed');
      expect((await ask('sim:there', stream)).status).toBe(200);
      expect((await ask(model, stream)).status).toBe(503);
      const back = await ask(model, stream);
      expect(back.status).toBe(200);
      expect(await back.text()).toContain('here');
    },
  );
});
