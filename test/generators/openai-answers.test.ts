/** At the wire: what becomes of the answers that servers give. */

import type { ModelRequest } from '../../src/generators/generator.ts';
import {
  finish,
  json,
  type ModelServer,
  piece,
  startModelServer,
  stream,
  usage,
} from '../support/engine/model-server.ts';
import { aGenerator, aRequest, failureOf, PROFILE, SHORT_IDLE } from './support.ts';

let server: ModelServer;
beforeAll(async () => {
  server = await startModelServer();
});
afterAll(() => server.close());

const COUNTS = { prompt_tokens: 20, completion_tokens: 4, total_tokens: 24 };
const HELLO = [piece('Hel'), piece('lo'), finish('stop'), usage(COUNTS)];
const document = (choice: object) => ({
  object: 'chat.completion',
  model: 'tiny-2026-05-01',
  choices: [choice],
  usage: COUNTS,
});
const delta = (fields: object) => ({ choices: [{ index: 0, delta: fields }] });

async function completeWith(events: readonly unknown[], fields: Partial<ModelRequest> = {}) {
  server.answerWith(stream(events));
  return aGenerator({ baseUrl: server.baseUrl }).complete(aRequest(fields));
}

describe('an answer', () => {
  test('is its text, how it ended, who gave it and what it used', async () => {
    expect(await completeWith(HELLO)).toEqual({
      text: 'Hello',
      finishReason: 'stop',
      maxTokens: 8_192,
      answeredBy: 'tiny-2026-05-01',
      usage: { inputTokens: 20, cachedTokens: 0, outputTokens: 4, microUsd: null, llmCalls: 1 },
      rawUsage: COUNTS,
    });
    expect(server.received).toHaveLength(1);
  });

  test('is reported as it arrives', async () => {
    const seen: string[] = [];
    await completeWith(HELLO, { onProgress: ({ text }) => void seen.push(text) });
    expect(seen).toEqual(['', 'Hel', 'Hello']);
  });

  test.each([
    ['length', 'length'],
    ['content_filter', 'content_filter'],
    ['tool_calls', 'tool_calls'],
    ['function_call', 'tool_calls'],
    ['eos', 'stop'],
    ['STOP', 'stop'],
    ['end_turn', 'stop'],
    ['MAX_TOKENS', 'length'],
    ['Length', 'length'],
    ['max_output_tokens', 'length'],
    ['model_length', 'length'],
    ['model-length', 'length'],
    ['SAFETY', 'content_filter'],
    ['Content_Filter', 'content_filter'],
    ['RECITATION', 'content_filter'],
    ['sensitive', 'content_filter'],
  ])('report 1, N1: finish_reason %s is content that ended by %s, not an error (R32)', async (told, finishReason) => {
    const answer = await completeWith([piece('some'), finish(told), usage(COUNTS)]);
    expect(answer).toMatchObject({ text: 'some', finishReason });
    expect(answer.rawFinishReason).toBe(told === finishReason ? undefined : told);
  });

  test.each([
    ['MAX_TOKENS', 'length'],
    ['zebra', 'other'],
  ])('N1: finish_reason %s of one document is %s', async (finish_reason, finishReason) => {
    const body = document({ index: 0, message: { content: 'some' }, finish_reason });
    server.answerWith((response) => {
      response.writeHead(200, { 'content-type': 'application/json' });
      response.end(JSON.stringify(body));
    });
    const answer = await aGenerator({ baseUrl: server.baseUrl }).complete(aRequest());
    expect(answer).toMatchObject({ finishReason, rawFinishReason: finish_reason });
  });

  test.each([[undefined], [['giraffe']]])(
    'llm 1.1: a reason that nobody knows is told as such, and does not end a whole answer (endReasons %j)',
    async (endReasons) => {
      server.answerWith(stream([piece('some'), finish('zebra')]));
      const profile = { ...PROFILE, ...(endReasons && { endReasons }) };
      const answer = await aGenerator({ baseUrl: server.baseUrl, profile }).complete(aRequest());
      expect(answer).toMatchObject({ text: 'some', finishReason: 'other', rawFinishReason: 'zebra' });
      expect(answer.endsWhole).toBeUndefined();
    },
  );

  test('llm 1.1: a reason that the profile lists ends a whole answer, in any case', async () => {
    server.answerWith(stream([piece('some'), finish('ZEBRA')]));
    const profile = { ...PROFILE, endReasons: ['zebra'] };
    const answer = await aGenerator({ baseUrl: server.baseUrl, profile }).complete(aRequest());
    expect(answer).toMatchObject({ finishReason: 'other', rawFinishReason: 'ZEBRA', endsWhole: true });
  });

  test('llm 1.4: text and usage count until the stream ends, and the last reason counts', async () => {
    const events = [piece('Tea '), finish('stop'), piece('grows'), finish('length'), usage(COUNTS)];
    expect(await completeWith(events)).toMatchObject({ text: 'Tea grows', finishReason: 'length', rawUsage: COUNTS });
  });

  test('N6: usage that comes late, after the reason for the end, counts', async () => {
    server.answerWith((response, received) => {
      stream([piece('Hello'), finish('stop')], 'open')(response, received);
      setTimeout(() => response.end(`data: ${JSON.stringify(usage(COUNTS))}\n\ndata: [DONE]\n\n`), 1_500);
    });
    const answer = await aGenerator({ baseUrl: server.baseUrl }).complete(aRequest());
    expect(answer.usage).toEqual({ inputTokens: 20, cachedTokens: 0, outputTokens: 4, microUsd: null, llmCalls: 1 });
  });

  test('report 17: with doneIsEnd the end of the stream is the end of the answer', async () => {
    const words = { choices: [{ index: 0, delta: {}, finish_reason: null, finishReason: 'stop' }] };
    server.answerWith(stream([piece('Tea grows.'), words], 'done'));
    const generator = aGenerator({ baseUrl: server.baseUrl, profile: { ...PROFILE, doneIsEnd: true } });
    expect(await generator.complete(aRequest())).toMatchObject({ text: 'Tea grows.', finishReason: 'stop' });
  });

  test.each([
    ['without the setting', 'done', {}, /profile\.doneIsEnd/],
    ['without [DONE]', 'cut', { doneIsEnd: true }, /ended without a finish_reason/],
    ['with a text that looks like it', 'cut', { doneIsEnd: true }, /ended without a finish_reason/],
  ] as const)('report 17: %s it is a fault', async (_what, end, fields, says) => {
    server.answerWith(stream([piece('data: [DONE]\ndata: [DONE]')], end));
    const generator = aGenerator({ baseUrl: server.baseUrl, profile: { ...PROFILE, ...fields } });
    const failure = await failureOf(generator.complete(aRequest()));
    expect(failure).toMatchObject({ kind: 'transport', message: expect.stringMatching(says) });
  });

  test.each(['ERROR', 'aborted', 'null'])('N1: finish_reason %s is a fault', async (word) => {
    server.answerWith(stream([piece('half'), finish(word)]));
    const failure = await failureOf(aGenerator({ baseUrl: server.baseUrl }).complete(aRequest()));
    expect(failure).toMatchObject({ kind: 'transport', partial: 'half' });
  });

  test('report 21: a prompt that the filter of the provider refuses is content, with what it objects to, and costs nothing', async () => {
    const innererror = { content_filter_result: { jailbreak: { filtered: true }, hate: { filtered: false } } };
    server.answerWith(json(400, { error: { message: 'filtered', code: 'content_filter', innererror } }));
    const answer = await aGenerator({ baseUrl: server.baseUrl }).complete(aRequest());
    expect(answer).toMatchObject({ text: '', finishReason: 'prompt_filter', rawFinishReason: 'jailbreak' });
    expect(answer.usage).toMatchObject({ inputTokens: 0, outputTokens: 0, microUsd: 0 });
  });

  test('N26: half a character is a fault, never another character', async () => {
    server.answerWith(stream([piece('a \ud83c b'), finish('stop')]));
    const failure = await failureOf(aGenerator({ baseUrl: server.baseUrl }).complete(aRequest()));
    expect(failure.message).toMatch(/half a character/);
  });

  test('that refuses keeps the words of the refusal', async () => {
    const answer = await completeWith([
      delta({ refusal: 'I cannot ' }),
      delta({ refusal: 'do that.' }),
      finish('stop'),
    ]);
    expect(answer).toMatchObject({ text: '', finishReason: 'refusal', refusal: 'I cannot do that.' });
  });

  test('of nothing but a tool call ended by it, whatever the server says', async () => {
    const tool = delta({ tool_calls: [{ index: 0, id: 7, function: 'garbage' }] });
    expect(await completeWith([tool, finish('stop'), usage(COUNTS)])).toMatchObject({
      text: '',
      finishReason: 'tool_calls',
    });
  });

  test('that calls tools has them whole, in order, and with ids', async () => {
    const call = (index: number, fields: object) => delta({ tool_calls: [{ index, ...fields }] });
    const answer = await completeWith([
      delta({ content: 'First ' }),
      call(0, { id: 'a', type: 'function', function: { name: 'parse', arguments: '' } }),
      call(1, { function: { name: 'query', arguments: '{"fie' } }),
      call(0, { function: { arguments: '{}' } }),
      call(1, { function: { arguments: 'ld":1}' } }),
      finish('tool_calls'),
    ]);
    expect(answer).toMatchObject({ text: 'First ', finishReason: 'tool_calls' });
    expect(answer.toolCalls).toEqual([
      { id: 'a', name: 'parse', arguments: '{}' },
      { id: 'call_1', name: 'query', arguments: '{"field":1}' },
    ]);
    expect(answer.usage.outputTokens).toBeGreaterThan(5);
  });

  test('that calls tools at once, without indexes and with objects for arguments, is read alike', async () => {
    const tool_calls = [
      { function: { name: 'a', arguments: { x: 1 } } },
      { function: { name: 'b' } },
      { id: 'z', function: { name: 'c', arguments: '{}' } },
      { id: 'z', function: { name: 'd', arguments: '{}' } },
    ];
    const answer = await completeWith([delta({ tool_calls }), finish('stop')]);
    expect(answer).toMatchObject({ finishReason: 'tool_calls' });
    expect(answer.toolCalls).toEqual([
      { id: 'call_0', name: 'a', arguments: '{"x":1}' },
      { id: 'call_1', name: 'b', arguments: '' },
      { id: 'z', name: 'c', arguments: '{}' },
      { id: 'call_3z', name: 'd', arguments: '{}' },
    ]);
  });

  test('that is empty is an answer', async () => {
    expect(await completeWith([finish('stop'), usage(COUNTS)])).toMatchObject({ text: '', finishReason: 'stop' });
  });

  test.each([
    ['a text', document({ index: 0, message: { role: 'assistant', content: 'Hello' }, finish_reason: 'stop' })],
    [
      'parts',
      document({
        message: {
          content: [
            { type: 'text', text: 'Hel' },
            { type: 'text', text: 'lo' },
          ],
        },
      }),
    ],
  ])('of a server that does not stream is read from one document (%s)', async (_form, body) => {
    server.answerWith((response) => {
      response.writeHead(200, { 'content-type': 'application/json' });
      response.end(JSON.stringify(body, null, 2));
    });
    const answer = await aGenerator({ baseUrl: server.baseUrl }).complete(aRequest());
    expect(answer).toMatchObject({ text: 'Hello', finishReason: 'stop', usage: { inputTokens: 20, outputTokens: 4 } });
  });

  test('counts only its first choice', async () => {
    const other = { choices: [{ index: 1, delta: { content: 'other' } }] };
    expect(await completeWith([piece('one'), other, finish('stop')])).toMatchObject({ text: 'one' });
  });

  test('keeps characters that chunks cut in two', async () => {
    const bytes = Buffer.from(
      `data: ${JSON.stringify(piece('naïve 😀'))}\n\ndata: ${JSON.stringify(finish('stop'))}\n\n`,
    );
    const at = bytes.indexOf(0xf0) + 2;
    server.answerWith((response) => {
      response.writeHead(200, { 'content-type': 'text/event-stream' });
      response.write(bytes.subarray(0, at), () => setImmediate(() => response.end(bytes.subarray(at))));
    });
    expect(await aGenerator({ baseUrl: server.baseUrl }).complete(aRequest())).toMatchObject({ text: 'naïve 😀' });
  });

  test.each(['reset', 'open'] as const)('that has ended is kept when its stream does not (%s)', async (end) => {
    server.answerWith(stream([piece('Hello'), finish('stop')], end));
    const profile = { ...PROFILE, tailMs: 100 };
    const answer = await aGenerator({ baseUrl: server.baseUrl, profile }).complete(aRequest());
    expect(answer).toMatchObject({ text: 'Hello', finishReason: 'stop' });
    expect(answer.usage.outputTokens).toBeGreaterThan(0);
  });

  test('whose model thinks for longer than the idle time comes, because thoughts are signs of life', async () => {
    server.answerWith((response) => {
      response.writeHead(200, { 'content-type': 'text/event-stream' });
      let thoughts = 0;
      const timer = setInterval(() => {
        thoughts += 1;
        const event = thoughts < 6 ? delta({ reasoning_content: 'hm' }) : piece('Hello');
        response.write(`data: ${JSON.stringify(event)}\n\n`);
        if (thoughts === 6) response.end(`data: ${JSON.stringify(finish('stop'))}\n\n`);
      }, 250);
      response.once('close', () => clearInterval(timer));
    });
    const generator = aGenerator({ baseUrl: server.baseUrl }, SHORT_IDLE);
    expect(await generator.complete(aRequest())).toMatchObject({ text: 'Hello' });
  });
});

const told = async (fields: Readonly<Record<string, unknown>>, price?: { input: number; output: number }) => {
  server.answerWith(stream([piece('Hello there'), finish('stop'), usage(fields)]));
  const answer = await aGenerator({ baseUrl: server.baseUrl }, { price: () => price }).complete(aRequest());
  return answer.usage;
};

describe('usage (llm 1.6)', () => {
  test.each([
    [
      'cached tokens',
      { ...COUNTS, prompt_tokens_details: { cached_tokens: 16 } },
      { cachedTokens: 16, inputTokens: 20 },
    ],
    ['more cached than there are', { ...COUNTS, prompt_tokens_details: { cached_tokens: 99 } }, { cachedTokens: 0 }],
    [
      'reasoning within the completion',
      { ...COUNTS, completion_tokens_details: { reasoning_tokens: 3 } },
      { outputTokens: 4 },
    ],
    [
      'reasoning on top',
      {
        prompt_tokens: 20,
        completion_tokens: 4,
        total_tokens: 54,
        completion_tokens_details: { reasoning_tokens: 30 },
      },
      { outputTokens: 34 },
    ],
    ['a cost', { ...COUNTS, cost: 0.000_123_4 }, { microUsd: 123 }],
    ['a negative cost', { ...COUNTS, cost: -1 }, { microUsd: 60 }],
    ['no cost', COUNTS, { microUsd: 60 }],
  ])('with %s', async (_what, fields, expected) => {
    expect(await told(fields, { input: 2, output: 5 })).toMatchObject(expected);
  });

  test.each([
    ['is missing', {}],
    ['is negative', { prompt_tokens: -5, completion_tokens: 4, cost: 7 }],
    ['is no number', { prompt_tokens: '20', completion_tokens: 4 }],
    ['is a fraction', { prompt_tokens: 20.5, completion_tokens: 4 }],
    ['is absurd', { prompt_tokens: 20, completion_tokens: 1e15 }],
    ['is nothing for some text', { prompt_tokens: 20, completion_tokens: 0 }],
  ])('that %s is counted here', async (_how, fields) => {
    // 3 words and a stop in each message, 4 more for each, 3 for the reply.
    expect(await told(fields)).toEqual({
      inputTokens: 17,
      cachedTokens: 0,
      outputTokens: 2,
      microUsd: null,
      llmCalls: 1,
      estimated: true,
    });
  });
});
