/** At the wire: endpoints that never end, flood, answer garbage, close in every state, lie about usage, or redirect (llm 2.2). */
import { gzipSync } from 'node:zlib';
import type { ModelTimeouts } from '../../src/generators/endpoint.ts';
import { type Generator, GeneratorError, type ModelAnswer, type ModelRequest } from '../../src/generators/generator.ts';
import { aGenerator, aRequest, PROFILE, SHORT_DEADLINE, SHORT_IDLE } from '../generators/support.ts';
import { brieflyAwaited } from '../support/briefly.ts';
import { breakOff, drip, flood } from '../support/engine/hostile-replies.ts';
import {
  finish,
  hang,
  json,
  type ModelServer,
  piece,
  type Reply,
  startModelServer,
  stream,
  text,
  usage,
} from '../support/engine/model-server.ts';

let server: ModelServer;
beforeAll(async () => {
  server = await startModelServer();
});
afterAll(() => server.close());

/** Everything that a call may come to: an answer, or a fault that is told. Anything else is thrown. */
type Outcome = { readonly answer: ModelAnswer } | { readonly fault: GeneratorError };

async function outcomeOf(generator: Generator, fields: Partial<ModelRequest> = {}): Promise<Outcome> {
  try {
    return { answer: await brieflyAwaited(() => generator.complete(aRequest(fields))) };
  } catch (error) {
    if (error instanceof GeneratorError) return { fault: error };
    throw error;
  }
}

async function outcome(reply: Reply, limits: Partial<ModelTimeouts> = {}, fields: Partial<ModelRequest> = {}) {
  server.answerWith(reply);
  const found = await outcomeOf(aGenerator({ baseUrl: server.baseUrl }, limits), fields);
  expect(server.received).toHaveLength(1);
  return found;
}

const event = (value: unknown) => `data: ${JSON.stringify(value)}\n\n`;
const delta = (fields: object) => event({ choices: [{ index: 0, delta: fields }] });
const DONE = [piece('Hello'), finish('stop')];

describe('llm 2.2: an endpoint that never ends', () => {
  test.each<[string, Reply, RegExp]>([
    ['never answers', hang, /no complete answer within 1000 ms/],
    [
      'sends its status a letter at a time',
      (response) => {
        const { socket } = response;
        const timer = setInterval(() => socket?.write('H'), 20);
        socket?.once('close', () => clearInterval(timer));
      },
      /./,
    ],
    [
      'sends headers without end',
      (response) => {
        const { socket } = response;
        socket?.write('HTTP/1.1 200 OK\r\n');
        const timer = setInterval(() => socket?.write('x: y\r\n'), 20);
        socket?.once('close', () => clearInterval(timer));
      },
      /./,
    ],
    ['sends nothing after its headers', stream([], 'open'), /no content for 1000 ms/],
    ['sends comments', drip([], ': alive\n\n'), /no content for 1000 ms/],
    ['sends empty events', drip([], event(piece(''))), /no content for 1000 ms/],
    ['sends its usage', drip([], event(usage({ prompt_tokens: 1 }))), /no content for 1000 ms/],
    ['sends a document of blanks', drip([], ' '), /no content for 1000 ms/],
    [
      'sends a document that never closes',
      (response) => {
        response.writeHead(200, { 'content-type': 'application/json' });
        const timer = setInterval(() => response.write('['), 20);
        response.once('close', () => clearInterval(timer));
      },
      /no content for 1000 ms/,
    ],
    ['sends text a letter at a time', drip([], event(piece('x'))), /no complete answer within 1000 ms/],
    ['thinks', drip([], delta({ reasoning_content: 'hm ' })), /no complete answer within 1000 ms/],
  ])('%s: it is given up in time, by one request', async (_what, reply, says) => {
    const limits = String(says).includes('no content') ? SHORT_IDLE : SHORT_DEADLINE;
    const found = await outcome(reply, limits, { thinkingMs: SHORT_DEADLINE.timeoutMs });
    expect(found).toMatchObject({ fault: { kind: 'transport', message: expect.stringMatching(says) } });
  });

  test.each<[string, Reply]>([
    ['comments', drip(DONE, ': alive\n\n')],
    ['empty events', drip(DONE, event(piece('')))],
    ['the same end', drip(DONE, event({ choices: [{ index: 0, delta: {} }] }))],
    ['nothing', stream(DONE, 'open')],
  ])('after the end of the answer: %s do not keep it', async (_what, reply) => {
    server.answerWith(reply);
    const profile = { ...PROFILE, tailMs: 300 };
    const found = await outcomeOf(aGenerator({ baseUrl: server.baseUrl, profile }, { timeoutMs: 600_000 }));
    expect(found).toMatchObject({ answer: { text: 'Hello', finishReason: 'stop' } });
  });
});

describe('llm 2.2: an endpoint that floods', () => {
  const model = { name: 'main/tiny', maxTokens: 64 };
  test.each<[string, Reply]>([
    ['text', flood('', event(piece('word '.repeat(50))))],
    ['thoughts', flood('', delta({ reasoning_content: 'hm '.repeat(50) }))],
    ['comments', flood('', ': alive\n\n')],
    ['a line without end', flood('data: ', 'x')],
    ['an event without end', flood('', 'data: x\n')],
    ['a document without end', flood('{"choices":[{"message":{"content":"', 'x', 'application/json')],
    ['calls of tools', flood('', delta({ tool_calls: [{ id: '', function: { name: 'a', arguments: '{}' } }] }))],
    ['calls of one number', flood('', delta({ tool_calls: [{ index: 0, function: { name: 'a', arguments: '{}' } }] }))],
    [
      'choices',
      flood(
        '',
        event({ choices: Array.from({ length: 50 }, (_, index) => ({ index: index + 1, delta: { content: 'x' } })) }),
      ),
    ],
    ['reasons', flood('', event(finish('length')))],
    ['refusals', flood('', delta({ refusal: 'no ' }))],
    ['web pages', flood('<html>', '<p>', 'text/html')],
    ['an error', flood('data: {"error":{"message":"', 'x')],
  ])('with %s is read no further than its limits', async (_what, reply) => {
    const found = await outcome(reply, {}, { model });
    const kept = 'answer' in found ? found.answer.text : (found.fault.partial ?? '');
    expect(kept.length).toBeLessThanOrEqual(16_384);
  });

  test('with calls whose unknown fields never end keeps little of them', async () => {
    let place = 0;
    server.answerWith((response) => {
      response.writeHead(200, { 'content-type': 'text/event-stream' });
      const write = () => {
        let isOpen = true;
        while (isOpen && response.writable) {
          place += 1;
          isOpen = response.write(
            delta({ tool_calls: [{ index: 0, id: 'a', function: { arguments: '' }, [`f${place}`]: 'x' }] }),
          );
        }
        response.once('drain', write);
      };
      write();
    });
    const found = await outcomeOf(aGenerator({ baseUrl: server.baseUrl }), { model });
    expect(JSON.stringify(found).length).toBeLessThan(1_500_000);
  });

  test('with a body that grows a thousandfold when it is unpacked', async () => {
    const bomb = gzipSync(Buffer.alloc(64 * 1024 * 1024, 'x'));
    for (const status of [200, 500]) {
      const found = await outcome(
        (response) => void response.writeHead(status, { 'content-encoding': 'gzip' }).end(bomb),
        {},
        { model },
      );
      const kept = JSON.stringify('answer' in found ? found.answer : found.fault.message);
      expect(kept.length).toBeLessThan(20_000);
    }
  });

  test('with headers', async () => {
    const reply: Reply = (response) => {
      const { socket } = response;
      socket?.write('HTTP/1.1 200 OK\r\n');
      socket?.write(`x: ${'y'.repeat(1_000)}\r\n`.repeat(1_000));
    };
    expect(await outcome(reply)).toMatchObject({ fault: { kind: 'transport' } });
  });

  test('with names, usage and reasons as long as books keeps short ones', async () => {
    const book = 'x'.repeat(1_000_000);
    const events = [
      { model: book, choices: [{ index: 0, delta: { content: 'Hello' }, finish_reason: book }] },
      usage({ prompt_tokens: 9, completion_tokens: 1, note: book }),
    ];
    const found = await outcome(stream(events));
    expect(found).toMatchObject({ answer: { text: 'Hello', usage: { inputTokens: 9, outputTokens: 1 } } });
    expect(JSON.stringify(found).length).toBeLessThan(2_000);
  });
});

describe('llm 2.2: an endpoint that answers garbage', () => {
  const deep = `${'['.repeat(20_000)}${']'.repeat(20_000)}`;
  const nested = `${'{"error":'.repeat(5_000)}1${'}'.repeat(5_000)}`;
  test.each<[string, Reply]>([
    ['a list in lists, by 400', text(400, deep, 'application/json')],
    ['errors in errors, by 400', text(400, nested, 'application/json')],
    ['a list in lists, by 200', text(200, deep, 'application/json')],
    ['errors in errors, by 200', text(200, nested, 'application/json')],
    ['a list in lists, in the stream', stream([piece('half'), `data: ${deep}\n\n`])],
    ['errors in errors, in the stream', stream([piece('half'), `data: ${nested}\n\n`])],
    [
      'a list in lists, beside the text',
      stream([piece('half'), `data: {"choices":[{"index":0,"delta":{"note":${deep}}}]}\n\n`]),
    ],
    ['half a JSON text', stream([piece('half'), 'data: {"choices\n\n'])],
    ['a status that there is not', (response) => void response.writeHead(999).end('no')],
    ['a status without a body', (response) => void response.writeHead(304).end()],
    ['a broken status line', (response) => void response.socket?.end('HTTP/9.9 nonsense\r\n\r\n')],
    ['a protocol of its own', (response) => void response.socket?.end('SSH-2.0-OpenSSH_9.7\r\n')],
    [
      'a wrong length',
      (response) => {
        response.writeHead(200, { 'content-type': 'application/json', 'content-length': '999' });
        response.write('{}', () => response.socket?.destroy());
      },
    ],
    [
      'an encoding that is not true',
      (response) => void response.writeHead(200, { 'content-encoding': 'gzip' }).end('{}'),
    ],
    [
      'an encoding that nobody knows',
      (response) => void response.writeHead(200, { 'content-encoding': 'zebra' }).end('{}'),
    ],
    ['NUL characters', text(200, Buffer.alloc(1_000), 'text/event-stream')],
    ['noise', text(200, Buffer.from(Array.from({ length: 5_000 }, (_, place) => (place * 7_919 + 13) % 256)))],
  ])('%s is a fault that is told', async (_what, reply) => {
    const found = await outcome(reply);
    if (!('fault' in found)) throw new Error(JSON.stringify(found));
    expect(found.fault.message.length).toBeLessThan(1_000);
  });

  test('usage and calls that are nested without end do no harm', async () => {
    const found = await outcome(
      stream([
        piece('Hello'),
        finish('stop'),
        `data: {"choices":[],"usage":{"prompt_tokens":9,"completion_tokens":1,"more":${deep}}}\n\n`,
      ]),
    );
    expect(found).toMatchObject({ answer: { text: 'Hello', usage: { inputTokens: 9 } } });
    expect(() => JSON.stringify(found)).not.toThrow();
    const call = `data: {"choices":[{"index":0,"delta":{"tool_calls":[{"index":0,"id":"a","more":${deep},"function":{"name":"a","arguments":${deep}}}]},"finish_reason":"tool_calls"}]}\n\n`;
    const called = await outcome(stream([call]));
    expect(() => JSON.stringify(called)).not.toThrow();
  });

  test.each(['9'.repeat(400), '-5', 'Infinity', '1e30', 'Tue, 99 Foo 99999 99:99:99 GMT', '99999999999999999999'])(
    'a wait of %s is none, or one that can be kept',
    async (wait) => {
      const found = await outcome(
        json(429, { error: { message: `slow down, try again in ${wait}s` } }, { 'retry-after': wait }),
      );
      if (!('fault' in found)) throw new Error('it is a fault');
      const { retryAfter = 0, waitUntil = 0 } = found.fault;
      expect(retryAfter >= 0 && retryAfter <= 60_000).toBe(true);
      expect(() => new Date(waitUntil).toISOString()).not.toThrow();
    },
  );
});

describe('llm 2.2: an endpoint that closes', () => {
  const HEAD = 'HTTP/1.1 200 OK\r\ncontent-type: text/event-stream\r\ntransfer-encoding: chunked\r\n\r\n';
  const chunked = (said: string) => `${said.length.toString(16)}\r\n${said}\r\n`;
  const half = chunked(event(piece('half')));
  const states: readonly (readonly [string, string])[] = [
    ['before anything', ''],
    ['in its status', 'HTTP/1.1 2'],
    ['in its headers', 'HTTP/1.1 200 OK\r\ncontent-ty'],
    ['after its headers', HEAD],
    ['in an event', HEAD + chunked('data: {"cho')],
    ['after text', HEAD + half],
    ['in a character', HEAD + chunked('data: {"choices":[{"delta":{"content":"\u00e4').slice(0, -3)],
  ];

  test.each(states.flatMap(([state, bytes]) => (['end', 'reset'] as const).map((how) => [state, how, bytes] as const)))(
    '%s, by %s: it is a broken connection, told after one request',
    async (_state, how, bytes) => {
      expect(await outcome(breakOff(how, bytes))).toMatchObject({ fault: { kind: 'transport' } });
    },
  );

  test.each(['end', 'reset'] as const)('after the end of the answer, by %s: the answer is whole', async (how) => {
    const bytes = HEAD + half + chunked(event(finish('stop')));
    expect(await outcome(breakOff(how, bytes))).toMatchObject({ answer: { text: 'half', finishReason: 'stop' } });
  });

  test('while the request is still being sent', async () => {
    const messages = [{ role: 'user', content: 'word '.repeat(2_000_000) }] as const;
    server.answerWith(hang);
    const gone = await startModelServer();
    const call = outcomeOf(aGenerator({ baseUrl: gone.baseUrl }), { messages });
    await gone.close();
    expect(await call).toMatchObject({ fault: { kind: 'transport' } });
  });
});

describe('llm 2.2: an endpoint that lies about usage', () => {
  test.each<[string, Readonly<Record<string, unknown>>]>([
    ['nothing at all', {}],
    ['less than nothing', { prompt_tokens: -5, completion_tokens: -1 }],
    ['more than there is', { prompt_tokens: 1e30, completion_tokens: 1e30 }],
    ['halves', { prompt_tokens: 1.5, completion_tokens: 0.5 }],
    ['texts', { prompt_tokens: '19', completion_tokens: '10' }],
    ['zeros', { prompt_tokens: 0, completion_tokens: 0, total_tokens: 0 }],
    ['lists', { prompt_tokens: [19], completion_tokens: { a: 1 } }],
    [
      'more cached than there is',
      { prompt_tokens: 9, completion_tokens: 1, cached_tokens: 1_000, prompt_tokens_details: { cached_tokens: 1_000 } },
    ],
    ['a total that is no sum', { prompt_tokens: 9, completion_tokens: 1, total_tokens: 1e30 }],
    ['a total below its parts', { prompt_tokens: 9, completion_tokens: 1, total_tokens: 3 }],
    [
      'thoughts beyond all',
      { prompt_tokens: 9, completion_tokens: 1, completion_tokens_details: { reasoning_tokens: 1e12 } },
    ],
    ['a cost below nothing', { prompt_tokens: 9, completion_tokens: 1, cost: -3 }],
    ['a cost beyond all', { prompt_tokens: 9, completion_tokens: 1, cost: 1e30 }],
  ])('%s: what is counted can be true', async (_what, fields) => {
    server.answerWith(stream([piece('Hello there, tea.'), finish('stop'), usage(fields)]));
    const price = () => ({ input: 1, output: 2 });
    const found = await outcomeOf(aGenerator({ baseUrl: server.baseUrl }, { price }));
    if (!('answer' in found)) throw found.fault;
    const { inputTokens, cachedTokens, outputTokens, microUsd } = found.answer.usage;
    expect(inputTokens).toBeGreaterThan(0);
    expect(outputTokens).toBeGreaterThan(0);
    expect(cachedTokens).toBeLessThanOrEqual(inputTokens);
    for (const count of [inputTokens, cachedTokens, outputTokens, microUsd]) {
      expect(Number.isSafeInteger(count) && Number(count) >= 0 && Number(count) <= 1e10).toBe(true);
    }
  });

  test('a number that is none in JSON counts as none', async () => {
    const lie = 'data: {"choices":[],"usage":{"prompt_tokens":1e400,"completion_tokens":1e400,"cost":1e400}}\n\n';
    const found = await outcome(stream([piece('Hello'), finish('stop'), lie]));
    expect(found).toMatchObject({ answer: { usage: { estimated: true, microUsd: null } } });
  });
});

describe('llm 2.2: an endpoint that redirects', () => {
  test.each([300, 301, 302, 303, 305, 307, 308])('by %d is not followed, and says where to', async (status) => {
    const other = await startModelServer();
    other.answerWith(stream(DONE));
    const location = `${other.baseUrl}/chat/completions`;
    const found = await outcome((response) => void response.writeHead(status, { location }).end());
    expect(other.received).toHaveLength(0);
    await other.close();
    expect(found).toMatchObject({
      fault: { kind: 'configuration', status, message: expect.stringContaining(location) },
    });
  });

  test.each([
    ['to itself', { location: '/v1/chat/completions' }],
    ['to nowhere', {}],
    ['to no address', { location: 'http://[' }],
    ['to a file', { location: 'file:///etc/passwd' }],
  ])('%s is a wrong setting, told after one request', async (_where, headers) => {
    const found = await outcome((response) => void response.writeHead(302, headers).end());
    expect(found).toMatchObject({ fault: { kind: 'configuration', status: 302 } });
  });
});

describe('llm 2.2: an endpoint that refuses all', () => {
  const model = {
    name: 'main/tiny',
    temperature: 0.2,
    topP: 0.5,
    seed: 7,
    stop: ['END'],
    extra: { top_k: 4, min_p: 0.1 },
  };
  const names = [
    'temperature',
    'top_p',
    'seed',
    'stop',
    'response_format',
    'stream_options',
    'top_k',
    'min_p',
    'max_tokens',
    'max_completion_tokens',
  ];

  test.each<[string, (name: string, place: number) => Reply]>([
    ['by a status', (name) => json(400, { error: { message: `Unsupported parameter: '${name}'`, param: name } })],
    [
      'within a 200',
      (name) => stream([{ error: { code: 400, message: `Unsupported parameter: '${name}'`, param: name } }], 'cut'),
    ],
    [
      'by limits',
      (_name, place) => json(400, { error: { message: `max_tokens must be less than or equal to ${4_096 - place}` } }),
    ],
    ['in other words each time', (name, place) => json(422, { detail: [{ loc: ['body', name], msg: `no ${place}` }] })],
    ['in the same words', () => json(400, { error: { message: 'temperature, top_p, seed, stop are not supported' } })],
  ])('%s is asked no more often than there is something to leave out', async (_how, refuse) => {
    let place = 0;
    server.answerWith((response, received) => {
      const name = names.find((each) => each in received.body) ?? 'nothing';
      place += 1;
      refuse(name, place)(response, received);
    });
    const found = await outcomeOf(aGenerator({ baseUrl: server.baseUrl }), { model, schema: { type: 'object' } });
    expect(found).toMatchObject({ fault: { kind: 'configuration' } });
    expect(server.received.length).toBeLessThanOrEqual(names.length + 3);
    const bodies = server.received.map(({ body }) => JSON.stringify(body));
    expect(new Set(bodies.slice(0, -1)).size).toBe(bodies.length - 1);
  });
});
