/** At the wire: every fault of llm 1.1, sent by a raw HTTP server, and what the caller sees of it. */
import { createServer } from 'node:net';
import { json, type ModelServer, startModelServer, stream, text } from '../support/engine/model-server.ts';
import { error, FAULTS, half } from './fault-rows.ts';
import { API_KEY, aGenerator, aRequest, failureOf } from './support.ts';

let server: ModelServer;
beforeAll(async () => {
  server = await startModelServer();
});
afterAll(() => server.close());

describe('R32: a fault of the provider or the way to it is told by its kind, after one request', () => {
  test.each(FAULTS)('$situation is $kind', async (row) => {
    server.answerWith(row.reply);
    const failure = await failureOf(aGenerator({ baseUrl: server.baseUrl }, row.limits).complete(aRequest()));
    expect(failure.kind).toBe(row.kind);
    expect(failure.retryAfter).toBe(row.retryAfter);
    expect(failure.partial).toBe(row.partial);
    expect(failure).toMatchObject(row.status === undefined ? {} : { status: row.status });
    expect(failure.message).toMatch(row.says ?? /^endpoint main: /);
    expect(server.received).toHaveLength(1);
  });

  test('a 500 whose body never ends is told by its status, long before the deadline', async () => {
    server.answerWith(half);
    const failure = await failureOf(aGenerator({ baseUrl: server.baseUrl }).complete(aRequest()));
    expect(failure).toMatchObject({ kind: 'transport', status: 500 });
  });

  test('a refused connection is transport, and says what to check', async () => {
    const closed = createServer().listen(0, '127.0.0.1');
    await new Promise((resolve) => closed.once('listening', resolve));
    const address = closed.address();
    await new Promise((resolve) => closed.close(resolve));
    const port = typeof address === 'object' ? (address?.port ?? 0) : 0;
    const failure = await failureOf(aGenerator({ baseUrl: `http://127.0.0.1:${port}/v1` }).complete(aRequest()));
    expect(failure).toMatchObject({ kind: 'transport', message: expect.stringMatching(/ECONNREFUSED.*base URL/) });
  });
});

describe('the key of an endpoint stays out of every error', () => {
  test.each([
    ['in the message', json(401, error(null, `Incorrect API key provided: ${API_KEY}.`))],
    ['in a page', text(500, `<p>Bearer ${API_KEY}</p>`, 'text/html')],
    ['in an error event', stream([error(null, `bad key ${API_KEY}`)])],
    ['as another key', json(401, error(null, 'Incorrect API key provided: sk-proj-abcdef012345'))],
  ])('%s', async (_where, reply) => {
    server.answerWith(reply);
    const failure = await failureOf(aGenerator({ baseUrl: server.baseUrl }).complete(aRequest()));
    const shown = `${failure.message} ${String(failure.stack)} ${JSON.stringify(failure)} ${String(failure.cause)}`;
    expect(shown).not.toMatch(/test-key|sk-proj/);
    expect(failure.message).toContain('[key]');
  });

  test('a key that cannot be a header is not shown either', async () => {
    const failure = await failureOf(
      aGenerator({ baseUrl: server.baseUrl }, { apiKey: 'two\nlines' }).complete(aRequest()),
    );
    expect(failure.message).not.toMatch(/two|lines/);
  });
});
