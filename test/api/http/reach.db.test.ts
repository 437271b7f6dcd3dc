// Pure but for the last tests, which inject into the whole app: who reaches the API by which name and from which page.
import { corsHeaders, type Reach, turnedAway } from '../../../src/api/http/gate.ts';
import { useApp } from '../test-app.ts';

const reach: Reach = { hosts: ['dsap.example'], checkHosts: true, origins: ['https://console.example'] };
const ask = (headers: Readonly<Record<string, string>>, { method = 'POST', url = '/v1/runs', at = reach } = {}) =>
  turnedAway({ method, url, headers: { host: '127.0.0.1:8080', ...headers } }, at)?.code;

test.each([
  'localhost',
  'LocalHost:8080',
  '127.0.0.1:8080',
  '127.8.9.10',
  '[::1]:8080',
  'dsap.example',
  'DSAP.example:443',
])('the host %s is known (R93)', (host) => {
  expect(ask({ host })).toBeUndefined();
});

test.each([
  'evil.example',
  'evil.example:8080',
  'localhost.evil.example',
  '127.0.0.1.evil.example',
  'dsap.example.evil.example',
  'user@localhost',
  '127.0.0.1:8080:evil',
  '',
  '10.0.0.1',
  '0.0.0.0:8080',
])('the host "%s" is refused (R93)', (host) => {
  expect(ask({ host })).toBe('wrong_host');
  expect(ask({ host }, { method: 'GET', url: '/healthz?x=1' })).toBeUndefined();
  expect(ask({ host }, { at: { ...reach, checkHosts: false } })).toBeUndefined();
});

const foreign = 'http://evil.example';
test.each<[string, Readonly<Record<string, string>>, string | undefined]>([
  ['neither header', {}, undefined],
  ['of the same origin', { 'sec-fetch-site': 'same-origin', origin: 'http://127.0.0.1:8080' }, undefined],
  ['typed by a person', { 'sec-fetch-site': 'none' }, undefined],
  ['of another site', { 'sec-fetch-site': 'cross-site', origin: foreign }, 'cross_origin'],
  ['of the same site', { 'sec-fetch-site': 'same-site', origin: 'http://127.0.0.1:3000' }, 'cross_origin'],
  ['of another site, without origin', { 'sec-fetch-site': 'cross-site' }, 'cross_origin'],
  ['with a word nobody knows', { 'sec-fetch-site': 'same' }, 'cross_origin'],
  ['of an older browser', { origin: foreign }, 'cross_origin'],
  ['of a sandboxed frame', { origin: 'null' }, 'cross_origin'],
  ['of an older browser, own page', { origin: 'http://127.0.0.1:8080' }, undefined],
  ['of another port', { origin: 'http://127.0.0.1:8081' }, 'cross_origin'],
  ['of an allowed origin', { 'sec-fetch-site': 'cross-site', origin: 'https://console.example' }, undefined],
  ['like an allowed origin', { origin: 'https://console.example.evil' }, 'cross_origin'],
])('a request %s (R93)', (_, headers, code) => {
  expect(ask(headers)).toBe(code);
});

test('a link to a page may be followed from anywhere, a form may not be sent (R93)', () => {
  const headers = { 'sec-fetch-site': 'cross-site', 'sec-fetch-mode': 'navigate' };
  expect(ask(headers, { method: 'GET' })).toBeUndefined();
  expect(ask({ ...headers, origin: foreign }, { method: 'POST' })).toBe('cross_origin');
});

test('only an allowed origin gets the headers of CORS, without credentials (R93)', () => {
  expect(corsHeaders({ origin: foreign }, reach)).toEqual({});
  const allowed = corsHeaders({ origin: 'https://console.example' }, reach);
  expect(allowed).toMatchObject({ 'access-control-allow-origin': 'https://console.example', vary: 'Origin' });
  expect(allowed).not.toHaveProperty('access-control-allow-credentials');
});

describe('the whole API', () => {
  const api = useApp({ reach });

  test.each([
    ['GET', '/v1/runs'],
    ['GET', '/metrics'],
    ['GET', '/openapi.json'],
    ['GET', '/docs'],
    ['GET', '/nothing/here'],
    ['DELETE', '/v1/runs'],
    ['GET', '/v1/%ZZ'],
    ['POST', '/v1/runs'],
    ['OPTIONS', '/v1/runs'],
  ] as const)('a foreign name is refused before anything else: %s %s (R93)', async (method, url) => {
    const answer = await api.app.inject({ method, url, headers: { host: 'evil.example' }, payload: '{' });
    expect([answer.statusCode, answer.json().code]).toEqual([421, 'wrong_host']);
  });

  test('a page of another origin terminates nothing (R93)', async () => {
    const headers = { host: 'localhost', origin: foreign, 'sec-fetch-site': 'cross-site' };
    const answer = await api.app.inject({ method: 'POST', url: '/v1/runs/run_1/terminate', headers });
    expect([answer.statusCode, answer.json().code]).toEqual([403, 'cross_origin']);
    expect(answer.headers).not.toHaveProperty('access-control-allow-origin');
  });

  test('a page of an allowed origin is asked in beforehand and served (R93)', async () => {
    const headers = { host: 'localhost', origin: 'https://console.example', 'sec-fetch-site': 'cross-site' };
    const before = await api.app.inject({
      method: 'OPTIONS',
      url: '/v1/runs',
      headers: {
        ...headers,
        'access-control-request-method': 'POST',
        'access-control-request-headers': 'idempotency-key',
      },
    });
    expect([before.statusCode, before.headers]).toMatchObject([
      204,
      { 'access-control-allow-headers': 'idempotency-key', 'access-control-allow-origin': 'https://console.example' },
    ]);
    const served = await api.app.inject({ method: 'GET', url: '/v1/runs', headers });
    expect([served.statusCode, served.headers]).toMatchObject([
      200,
      { 'access-control-allow-origin': 'https://console.example' },
    ]);
  });
});
