/** At the wire: an abort rejects with the signal's own reason at any moment, and the provider sees the connection close. */
import {
  finish,
  hang,
  json,
  type ModelServer,
  piece,
  startModelServer,
  stream,
  usage,
} from '../support/engine/model-server.ts';
import { aGenerator, aRequest, SHORT_IDLE } from './support.ts';

let server: ModelServer;
beforeAll(async () => {
  server = await startModelServer();
});
afterAll(() => server.close());

const REASON = new Error('stopped by a person');

test.each([
  ['before the headers', hang],
  ['while a stream is silent', stream([], 'open')],
])('R83: an abort %s rejects with its reason and closes the connection', async (_when, reply) => {
  server.answerWith(reply);
  const controller = new AbortController();
  const call = aGenerator({ baseUrl: server.baseUrl }).complete(aRequest({ signal: controller.signal }));
  const { closed } = await server.arrival();
  controller.abort(REASON);
  await expect(call).rejects.toBe(REASON);
  await closed;
});

test.each([
  ['in mid-stream', [piece('half')]],
  ['between the end of the text and the usage', [piece('all'), finish('stop')]],
])('R83: an abort %s rejects with its reason, never with partial text', async (_when, events) => {
  server.answerWith(stream(events, 'open'));
  const controller = new AbortController();
  const onProgress = () => controller.abort(REASON);
  const call = aGenerator({ baseUrl: server.baseUrl }).complete(aRequest({ signal: controller.signal, onProgress }));
  const { closed } = await server.arrival();
  await expect(call).rejects.toBe(REASON);
  await closed;
});

test('an abort after the whole answer has come, while it is being priced, still rejects', async () => {
  server.answerWith(stream([piece('all'), finish('stop'), usage({ prompt_tokens: 5, completion_tokens: 1 })]));
  const controller = new AbortController();
  const price = () => {
    controller.abort(REASON);
    return { input: 1, output: 1 };
  };
  const call = aGenerator({ baseUrl: server.baseUrl }, { price }).complete(aRequest({ signal: controller.signal }));
  await expect(call).rejects.toBe(REASON);
});

test('a signal that is aborted already sends no request', async () => {
  server.answerWith(json(500, {}));
  const call = aGenerator({ baseUrl: server.baseUrl }).complete(aRequest({ signal: AbortSignal.abort(REASON) }));
  await expect(call).rejects.toBe(REASON);
  expect(server.received).toHaveLength(0);
});

test('a timeout closes the connection too', async () => {
  server.answerWith(stream([piece('half')], 'open'));
  const call = aGenerator({ baseUrl: server.baseUrl }, SHORT_IDLE).complete(aRequest());
  const { closed } = await server.arrival();
  await expect(call).rejects.toMatchObject({ kind: 'transport', partial: 'half' });
  await closed;
});
