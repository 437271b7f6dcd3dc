import { DsapProblem, ServiceAway } from '../../src/client/problem.ts';
import { createTransport } from '../../src/client/transport.ts';
import { aProblem, aService, type Reply } from './a-service.ts';

function transportTo(replies: Parameters<typeof aService>[0], more: { key?: string } = {}) {
  const service = aService(replies);
  const waits: number[] = [];
  const wait = async (milliseconds: number) => void waits.push(milliseconds);
  const transport = createTransport({ url: 'http://h:1/', fetch: service.fetch, retries: 3, wait, ...more });
  return { ...service, transport, waits };
}

const LOST = new TypeError('fetch failed', { cause: Object.assign(new Error(), { code: 'ECONNRESET' }) });
const BUSY: Reply = { status: 503, headers: { 'retry-after': '2' }, body: aProblem(503, 'unavailable', 'Try again.') };

test('package 3: an answer is its document, its very text and its headers; the key travels as bearer', async () => {
  const { transport, heard } = transportTo(
    { '/v1/x?a=1': { body: '{"n": 1.0}', headers: { etag: '"7"' } } },
    { key: 'k' },
  );
  const { document, text, headers } = await transport.ask({ path: '/v1/x', query: { a: 1, b: undefined } });
  expect([document, text, headers.get('etag')]).toEqual([{ n: 1 }, '{"n": 1.0}', '"7"']);
  expect(heard[0]?.headers['authorization']).toBe('Bearer k');
});

test('package 3: what is safe is sent again after a lost connection, 429 and 503, as long as the service asks for', async () => {
  const { transport, waits } = transportTo({ '/v1/x': [LOST, BUSY, { body: { ok: true } }] });
  expect((await transport.ask({ path: '/v1/x' })).document).toEqual({ ok: true });
  expect(waits).toEqual([250, 2_000]);
});

test.each([
  ['40', 40_000],
  ['3600', 3_600_000],
  ['99999999999', 2 ** 31 - 1],
])('package 3: after a 429 the client waits as long as the service says (%s s)', async (seconds, pause) => {
  const reply = { status: 429, headers: { 'retry-after': seconds }, body: aProblem(429, 'rate_limited', 'Later.') };
  const { transport, waits } = transportTo({ '/v1/x': [reply, { body: {} }] });
  await transport.ask({ path: '/v1/x' });
  expect(waits).toEqual([pause]);
});

test('a proxy may say until when, as a date', async () => {
  const now = jest.spyOn(Date, 'now').mockReturnValue(Date.parse('2026-01-01T00:00:00Z'));
  const at = 'Thu, 01 Jan 2026 01:00:00 GMT';
  const reply = { status: 429, headers: { 'retry-after': at }, body: aProblem(429, 'rate_limited', 'Later.') };
  const { transport, waits } = transportTo({ '/v1/x': [reply, { body: {} }] });
  await transport.ask({ path: '/v1/x' });
  now.mockRestore();
  expect(waits).toEqual([3_600_000]);
});

test('a wait ends when the signal of the request is aborted', async () => {
  const reply = { status: 429, headers: { 'retry-after': '3600' }, body: aProblem(429, 'rate_limited', 'Later.') };
  const { fetch, heard } = aService({ '/v1/x': reply });
  const transport = createTransport({ url: 'http://h:1', fetch });
  const given = new AbortController();
  const asked = transport.ask({ path: '/v1/x', signal: given.signal });
  const reason = new Error('nobody waits any more');
  setTimeout(() => given.abort(reason), 1);
  await expect(asked).rejects.toBe(reason);
  expect(heard).toHaveLength(1);
});

describe('without an address', () => {
  const { DSAP_URL, DSAP_API_KEY } = process.env;
  const set = (url: string | undefined, key: string | undefined) => {
    for (const [name, value] of Object.entries({ DSAP_URL: url, DSAP_API_KEY: key })) {
      if (value === undefined) delete process.env[name];
      else process.env[name] = value;
    }
  };
  afterEach(() => set(DSAP_URL, DSAP_API_KEY));
  const askedOf = async (options: { url?: string; key?: string }) => {
    const { fetch, heard } = aService({ '/v1/me': { body: {} } });
    const transport = createTransport({ ...options, fetch });
    await transport.ask({ path: '/v1/me' });
    return [transport.url, heard[0]?.headers['authorization']];
  };

  test('the client asks the service that the environment names, with its key, else the local one', async () => {
    set(undefined, undefined);
    expect(await askedOf({})).toEqual(['http://127.0.0.1:8080', undefined]);
    set('https://dsap.example', 'k');
    expect(await askedOf({})).toEqual(['https://dsap.example', 'Bearer k']);
    expect(await askedOf({ url: '', key: 'mine' })).toEqual(['https://dsap.example', 'Bearer mine']);
    // A key of the environment goes to the service of the environment alone.
    expect(await askedOf({ url: 'http://other.example' })).toEqual(['http://other.example', undefined]);
  });

  test.each(['localhost:8080', 'undefined', 'ftp://h', '/v1'])('%s is refused before anything is sent', (url) => {
    expect(() => createTransport({ url })).toThrow(`"${url}" is no address of a dsap service.`);
  });
});

test('package 3: a POST is sent again under one Idempotency-Key, another POST under another', async () => {
  const { transport, heard } = transportTo({ 'POST /v1/x': [LOST, { body: {} }] });
  await transport.ask({ method: 'POST', path: '/v1/x', body: {} });
  await transport.ask({ method: 'POST', path: '/v1/x', body: {} });
  const keys = heard.map(({ headers }) => headers['idempotency-key']);
  expect(keys[0]).toMatch(/^[\da-f]{32}$/);
  expect([keys[1] === keys[0], keys[2] === keys[0]]).toEqual([true, false]);
});

test('what may have been done and is not known again is not sent again', async () => {
  const { transport, heard } = transportTo({ 'PATCH /v1/x': LOST });
  await expect(transport.ask({ method: 'PATCH', path: '/v1/x', body: {} })).rejects.toThrow(ServiceAway);
  expect(heard).toHaveLength(1);
});

test('where nobody answers after all tries, it is said where, and why', async () => {
  const { transport, waits } = transportTo({ '/v1/x': LOST });
  await expect(transport.ask({ path: '/v1/x' })).rejects.toThrow('No service answers at http://h:1/ (ECONNRESET).');
  expect(waits).toEqual([250, 500, 1_000]);
});

test.each([
  [
    'a refusal',
    { status: 409, body: aProblem(409, 'run_not_open', 'It has ended.', { runId: 'r' }) },
    [409, 'run_not_open'],
  ],
  ['a long pause', { ...BUSY, headers: { 'retry-after': '60' } }, [503, 'unavailable']],
  ['a page of a proxy', { status: 502, body: '<h1>Bad gateway</h1>' }, [502, 'unexpected_answer']],
  ['a page in place of a document', { body: '<h1>Hello</h1>' }, [200, 'unexpected_answer']],
] as const)('package 3: %s is told and not tried again', async (_, reply, expected) => {
  const { transport, heard } = transportTo({ '/v1/x': reply });
  const problem: unknown = await transport.ask({ path: '/v1/x' }).catch((error: unknown) => error);
  expect(problem).toBeInstanceOf(DsapProblem);
  expect([Object(problem).status, Object(problem).code]).toEqual(expected);
  expect(heard).toHaveLength(1);
});

test('further members of a problem, and all that is wrong, stay with it', async () => {
  const errors = [{ pointer: '/a', code: 'required', detail: 'Missing.' }];
  const { transport } = transportTo({
    '/v1/x': { status: 422, body: aProblem(422, 'invalid_request', 'No.', { errors, missing: ['a'] }) },
  });
  await expect(transport.ask({ path: '/v1/x' })).rejects.toMatchObject({ errors, document: { missing: ['a'] } });
});
