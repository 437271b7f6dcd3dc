/** At the wire: the endpoints of `hostile-endpoints.test.ts`, called through provider adapters (llm 2.2). */
import { gzipSync } from 'node:zlib';
import type { ModelTimeouts } from '../../src/generators/endpoint.ts';
import { GeneratorError, type ModelAnswer, type ModelRequest } from '../../src/generators/generator.ts';
import { candidate, MESSAGE_START, messageEnd, textBlock } from '../generators/native-wire.ts';
import { anAdapterGenerator, aRequest, SHORT_DEADLINE, SHORT_IDLE } from '../generators/support.ts';
import { brieflyAwaited } from '../support/briefly.ts';
import { breakOff, drip, flood } from '../support/engine/hostile-replies.ts';
import {
  hang,
  json,
  type ModelServer,
  type Reply,
  startModelServer,
  stream,
  text,
} from '../support/engine/model-server.ts';

let server: ModelServer;
beforeAll(async () => {
  server = await startModelServer();
});
afterAll(() => server.close());

type Outcome = { readonly answer: ModelAnswer } | { readonly fault: GeneratorError };

/** How a provider writes what a hostile one sends. */
interface Wire {
  readonly provider: string;
  readonly model: string;
  readonly event: (value: object) => string;
  /** Events that begin an answer; further ones of a kind; those that end it as a whole answer. */
  readonly begin: readonly object[];
  readonly text: (text: string) => object;
  readonly thought: (text: string) => object;
  readonly call: (place: number) => readonly object[];
  readonly end: readonly object[];
  readonly usage: (input: unknown, output: unknown) => readonly object[];
}

const delta = (fields: object) => ({ type: 'content_block_delta', index: 0, delta: fields });
const WIRES: readonly Wire[] = [
  {
    provider: '@ai-sdk/anthropic',
    model: 'main/claude-sonnet-4-5',
    event: (value) => `event: ${String(Object(value)['type'])}\ndata: ${JSON.stringify(value)}\n\n`,
    begin: [MESSAGE_START, { type: 'content_block_start', index: 0, content_block: { type: 'text', text: '' } }],
    text: (said) => delta({ type: 'text_delta', text: said }),
    thought: (said) => delta({ type: 'thinking_delta', thinking: said }),
    call: (index) => [
      {
        type: 'content_block_start',
        index,
        content_block: { type: 'tool_use', id: `id${index}`, name: 'a', input: {} },
      },
      { type: 'content_block_delta', index, delta: { type: 'input_json_delta', partial_json: '{}' } },
      { type: 'content_block_stop', index },
    ],
    end: [{ type: 'content_block_stop', index: 0 }, ...messageEnd('end_turn')],
    usage: (input, output) => [
      { ...MESSAGE_START, message: { ...MESSAGE_START.message, usage: { input_tokens: input, output_tokens: 1 } } },
      ...textBlock(0, 'Hello there, tea.'),
      {
        type: 'message_delta',
        delta: { stop_reason: 'end_turn', stop_sequence: null },
        usage: { output_tokens: output },
      },
      { type: 'message_stop' },
    ],
  },
  {
    provider: '@ai-sdk/google',
    model: 'main/gemini-2.5-flash',
    event: (value) => `data: ${JSON.stringify(value)}\n\n`,
    begin: [],
    text: (said) => candidate([{ text: said }]),
    thought: (said) => candidate([{ text: said, thought: true }]),
    call: () => [candidate([{ functionCall: { name: 'a', args: {} } }])],
    end: [candidate([{ text: '' }], 'STOP')],
    usage: (input, output) => [
      candidate([{ text: 'Hello there, tea.' }], 'STOP', {
        usageMetadata: { promptTokenCount: input, candidatesTokenCount: output, totalTokenCount: output },
      }),
    ],
  },
];

describe.each(WIRES.map((wire) => [wire.provider, wire] as const))('llm 2.2: through %s', (provider, wire) => {
  const { event } = wire;
  const began = wire.begin.map(event);

  async function outcome(
    reply: Reply,
    limits: Partial<ModelTimeouts> = {},
    fields: Partial<ModelRequest> = {},
  ): Promise<Outcome> {
    server.answerWith(reply);
    const generator = anAdapterGenerator(
      { provider, baseUrl: server.baseUrl },
      { price: () => ({ input: 1, output: 2 }), ...limits },
    );
    const request = aRequest({ ...fields, model: { maxTokens: 64, name: wire.model } });
    try {
      return { answer: await brieflyAwaited(() => generator.complete(request)) };
    } catch (error) {
      if (!(error instanceof GeneratorError)) throw error;
      return { fault: error };
    } finally {
      // On a busy machine a short limit may be over before the request arrives.
      expect(server.received.length).toBeLessThanOrEqual(1);
    }
  }

  // The first call loads the package, which is no part of the times below.
  beforeAll(() => outcome(stream([...began, event(wire.text('Hello')), ...wire.end.map(event)], 'cut')));

  describe('an endpoint that never ends', () => {
    test.each<[string, Reply, RegExp]>([
      ['never answers', hang, /no complete answer within 1000 ms/],
      ['sends nothing after its headers', stream([], 'open'), /no content for 1000 ms/],
      ['sends comments', drip(began, ': alive\n\n'), /no content for 1000 ms/],
      ['sends empty texts', drip(began, event(wire.text(''))), /no content for 1000 ms/],
      ['sends blanks', drip(began, ' '), /no content for 1000 ms/],
      ['sends text a letter at a time', drip(began, event(wire.text('x'))), /no complete answer within 1000 ms/],
      ['thinks', drip(began, event(wire.thought('hm '))), /no complete answer within 1000 ms/],
      [
        'sends a document that never closes',
        (response) => {
          response.writeHead(200, { 'content-type': 'application/json' });
          const timer = setInterval(() => response.write('['), 20);
          response.once('close', () => clearInterval(timer));
        },
        /no content for 1000 ms/,
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
    ])('%s: it is given up in time, by one request', async (_what, reply, says) => {
      const limits = String(says).includes('content') ? SHORT_IDLE : SHORT_DEADLINE;
      const found = await outcome(reply, limits, { thinkingMs: 1_000 });
      expect(found).toMatchObject({ fault: { kind: 'transport', message: expect.stringMatching(says) } });
    });

    test.each([
      ['comments', ': alive\n\n'],
      ['empty texts', event(wire.text(''))],
    ])('after the end of the answer %s do not keep it', async (_what, unit) => {
      const events = [...began, event(wire.text('Hello')), ...wire.end.map(event)];
      const found = await outcome(drip(events, unit), { timeoutMs: 30_000, idleTimeoutMs: 1_000 });
      expect(found).toMatchObject({ answer: { text: 'Hello', finishReason: 'stop' } });
    });
  });

  describe('an endpoint that floods', () => {
    test.each<[string, Reply]>([
      ['text', flood(began.join(''), event(wire.text('word '.repeat(50))))],
      ['thoughts', flood(began.join(''), event(wire.thought('hm '.repeat(50))))],
      ['comments', flood(began.join(''), ': alive\n\n')],
      ['a line without end', flood('data: ', 'x')],
      ['an event without end', flood('', 'data: x\n')],
      ['a document without end', flood('{"content":[{"type":"text","text":"', 'x', 'application/json')],
      ['calls of tools', flood(began.join(''), wire.call(1).map(event).join(''))],
      ['an error', flood('data: {"type":"error","error":{"message":"', 'x')],
      ['web pages', flood('<html>', '<p>', 'text/html')],
    ])('with %s is read no further than its limits', async (_what, reply) => {
      const found = await outcome(reply);
      const kept = 'answer' in found ? found.answer.text : `${found.fault.partial ?? ''}${found.fault.message}`;
      expect(kept.length).toBeLessThanOrEqual(16_384);
    });

    test('with a body that grows a thousandfold when it is unpacked', async () => {
      const bomb = gzipSync(Buffer.alloc(64 * 1024 * 1024, 'x'));
      for (const status of [200, 500]) {
        const found = await outcome(
          (response) => void response.writeHead(status, { 'content-encoding': 'gzip' }).end(bomb),
        );
        const kept = JSON.stringify('answer' in found ? found.answer : found.fault.message);
        expect(kept.length).toBeLessThan(20_000);
      }
    });
  });

  describe('an endpoint that answers garbage', () => {
    const deep = `${'['.repeat(20_000)}${']'.repeat(20_000)}`;
    const nested = `${'{"error":'.repeat(5_000)}1${'}'.repeat(5_000)}`;
    test.each<[string, Reply]>([
      ['a list in lists, by 400', text(400, deep, 'application/json')],
      ['errors in errors, by 400', text(400, nested, 'application/json')],
      ['a list in lists, by 200', text(200, deep, 'application/json')],
      ['a list in lists, in the stream', stream([...began, event(wire.text('half')), `data: ${deep}\n\n`], 'cut')],
      ['half a JSON text', stream([...began, event(wire.text('half')), 'data: {"candi\n\n'], 'cut')],
      ['events of another protocol', stream([{ choices: [{ index: 0, delta: { content: 'Hello' } }] }])],
      ['a status that there is not', (response) => void response.writeHead(999).end('no')],
      ['a status without a body', (response) => void response.writeHead(304).end()],
      ['a protocol of its own', (response) => void response.socket?.end('SSH-2.0-OpenSSH_9.7\r\n')],
      [
        'an encoding that is not true',
        (response) => void response.writeHead(200, { 'content-encoding': 'gzip' }).end('{}'),
      ],
      ['NUL characters', text(200, Buffer.alloc(1_000), 'text/event-stream')],
      ['noise', text(200, Buffer.from(Array.from({ length: 5_000 }, (_, place) => (place * 7_919 + 13) % 256)))],
    ])('%s is a fault that is told', async (_what, reply) => {
      const found = await outcome(reply);
      if (!('fault' in found)) throw new Error(JSON.stringify(found));
      expect(found.fault.message.length).toBeLessThan(1_000);
    });
  });

  describe('an endpoint that closes', () => {
    const HEAD = 'HTTP/1.1 200 OK\r\ncontent-type: text/event-stream\r\ntransfer-encoding: chunked\r\n\r\n';
    const chunked = (said: string) => `${Buffer.byteLength(said).toString(16)}\r\n${said}\r\n`;
    const half = chunked([...began, event(wire.text('half'))].join(''));
    const states = [
      ['before anything', ''],
      ['in its status', 'HTTP/1.1 2'],
      ['in its headers', 'HTTP/1.1 200 OK\r\ncontent-ty'],
      ['after its headers', HEAD],
      ['in an event', HEAD + chunked('data: {"typ')],
      ['after text', HEAD + half],
    ] as const;
    test.each(
      states.flatMap(([state, bytes]) => (['end', 'reset'] as const).map((how) => [state, how, bytes] as const)),
    )('%s, by %s: it is a broken connection, told after one request', async (_state, how, bytes) => {
      expect(await outcome(breakOff(how, bytes))).toMatchObject({ fault: { kind: 'transport' } });
    });
  });

  test.each<[string, unknown, unknown]>([
    ['less than nothing', -5, -1],
    ['more than there is', 1e30, 1e30],
    ['halves', 1.5, 0.5],
    ['texts', '19', '10'],
    ['zeros', 0, 0],
    ['lists', [19], { a: 1 }],
  ])('an endpoint that lies about usage by %s: what is counted can be true', async (_what, input, output) => {
    const found = await outcome(stream(wire.usage(input, output).map(event), 'cut'));
    if ('answer' in found) expect(found.answer).toMatchObject({ text: 'Hello there, tea.', finishReason: 'stop' });
    const { usage } = 'answer' in found ? found.answer : found.fault;
    if (!usage) throw new Error(JSON.stringify(found));
    for (const count of [usage.inputTokens, usage.cachedTokens, usage.outputTokens, usage.microUsd]) {
      expect(Number.isSafeInteger(count) && Number(count) >= 0 && Number(count) <= 1e10).toBe(true);
    }
    // An adapter may refuse to read such an answer.
    expect([usage.inputTokens > 0, usage.outputTokens > 0]).toEqual([true, 'answer' in found]);
  });

  test.each([300, 301, 302, 303, 307, 308])('an endpoint that redirects by %d is not followed', async (status) => {
    const other = await startModelServer();
    other.answerWith(json(200, {}));
    const found = await outcome(
      (response) => void response.writeHead(status, { location: `${other.baseUrl}/x` }).end(),
    );
    expect(other.received).toHaveLength(0);
    await other.close();
    expect(found).toMatchObject({ fault: { kind: 'configuration', message: expect.stringContaining(other.baseUrl) } });
  });
});
