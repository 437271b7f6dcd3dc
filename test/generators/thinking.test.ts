/** At the wire: models that think (llm 1.9). */
import { setTimeout as wait } from 'node:timers/promises';
import { startDeadline } from '../../src/generators/call-timers.ts';
import {
  finish,
  json,
  type ModelServer,
  piece,
  type Reply,
  startModelServer,
  stream,
  usage,
} from '../support/engine/model-server.ts';
import { aGenerator, aRequest, failureOf } from './support.ts';

let server: ModelServer;
beforeAll(async () => {
  server = await startModelServer();
});
afterAll(() => server.close());

const thought = (text: string) => ({ choices: [{ index: 0, delta: { reasoning_content: text } }] });

/** Thinks for as long as `goesOn`, every 50 ms, then answers. */
const thinking =
  (goesOn: () => boolean): Reply =>
  async (response, received) => {
    stream([thought('hm ')], 'open')(response, received);
    while (goesOn() && !response.destroyed) {
      await wait(50);
      response.write(`data: ${JSON.stringify(thought('hm '))}\n\n`);
    }
    response.end(
      [piece('Tea.'), finish('stop')].map((event) => `data: ${JSON.stringify(event)}\n\n`).join('') +
        'data: [DONE]\n\n',
    );
  };

const DEADLINE = 1_000;

test('report 16: a stream that still sends reasoning is alive beyond the total limit of the call', async () => {
  const begun = performance.now();
  server.answerWith(thinking(() => performance.now() - begun < 3 * DEADLINE));
  const generator = aGenerator({ baseUrl: server.baseUrl }, { timeoutMs: DEADLINE, idleTimeoutMs: 60_000 });
  expect(await generator.complete(aRequest())).toMatchObject({ text: 'Tea.', finishReason: 'stop' });
});

test('report 16, N7: it ends at the limit for thinking, which names the setting; the thoughts are paid', async () => {
  server.answerWith(thinking(() => true));
  const generator = aGenerator({ baseUrl: server.baseUrl }, { timeoutMs: DEADLINE, idleTimeoutMs: 60_000 });
  const failure = await failureOf(generator.complete(aRequest({ thinkingMs: 2 * DEADLINE })));
  expect(failure).toMatchObject({
    kind: 'transport',
    message: expect.stringMatching(/still thinking: raise timeouts\.thinking/),
  });
  expect(failure.usage?.outputTokens).toBeGreaterThan(0);
  expect(failure.usage?.reasoningTokens).toBeGreaterThan(0);
});

test('report 16: thoughts that fall silent meet the idle limit', async () => {
  server.answerWith(stream([thought('hm')], 'open'));
  const generator = aGenerator({ baseUrl: server.baseUrl }, { timeoutMs: 60_000, idleTimeoutMs: 500 });
  expect((await failureOf(generator.complete(aRequest()))).message).toMatch(/no content for 500 ms/);
});

test('report 16: text alone does not put the total limit off', async () => {
  server.answerWith((response, received) => {
    stream([piece('a')], 'open')(response, received);
    const timer = setInterval(() => response.write(`data: ${JSON.stringify(piece('a'))}\n\n`), 50);
    response.once('close', () => clearInterval(timer));
  });
  const generator = aGenerator({ baseUrl: server.baseUrl }, { timeoutMs: DEADLINE, idleTimeoutMs: 60_000 });
  const { message } = await failureOf(generator.complete(aRequest()));
  expect(message).toContain(`no complete answer within ${DEADLINE} ms`);
  expect(message).not.toContain('thinking');
});

test('report 16: a deadline that lies beyond the one for thinking is kept', async () => {
  const after = await new Promise((resolve) => {
    const deadline = startDeadline(200, 100, resolve);
    deadline.thought();
  });
  expect(after).toBe(200);
});

test.each([
  [
    'as the provider counts them',
    [{ completion_tokens_details: { reasoning_tokens: 870 }, prompt_tokens: 20, completion_tokens: 900 }],
    870,
  ],
  ['by their text where it does not', [{ prompt_tokens: 20, completion_tokens: 900 }], 3],
  ['by their text where it counts nothing', [], 3],
])('llm 1.9: tokens of reasoning are told apart, %s', async (_, counts, reasoningTokens) => {
  server.answerWith(stream([thought('I need tea.'), piece('Tea.'), finish('stop'), ...counts.map(usage)]));
  const answer = await aGenerator({ baseUrl: server.baseUrl }).complete(aRequest());
  expect(answer.usage).toMatchObject({ reasoningTokens });
});

test('llm 1.9: without reasoning none is told', async () => {
  const message = { content: 'Tea.' };
  const counts = { prompt_tokens: 20, completion_tokens: 9, completion_tokens_details: { reasoning_tokens: 0 } };
  server.answerWith(json(200, { choices: [{ index: 0, message, finish_reason: 'stop' }], usage: counts }));
  expect((await aGenerator({ baseUrl: server.baseUrl }).complete(aRequest())).usage).not.toHaveProperty(
    'reasoningTokens',
  );
});
