import type { FastifyInstance } from 'fastify';
import { Client } from 'pg';
import pino from 'pino';
import { buildApp } from '../../../src/api/app.ts';
import type { ApiDependencies } from '../../../src/api/dependencies.ts';
import { useApp } from '../test-app.ts';

const KEY = 'correct-horse-battery-staple';
const HOUR = 3_600_000;
const FORM = { 'content-type': 'application/x-www-form-urlencoded' };
const OPERATOR = { kind: 'operator', id: 'api-key', name: 'Operator', scopes: expect.arrayContaining(['runs:write']) };

const api = useApp({ auth: 'keys', apiKey: KEY });
const open = useApp();
const others: FastifyInstance[] = [];
afterAll(() => Promise.all(others.map((app) => app.close())));

/** Another process on the same database. */
async function another(
  change: Partial<ApiDependencies> & { readonly with?: Partial<ApiDependencies['settings']> } = {},
) {
  const { with: settings, ...rest } = change;
  const { dependencies } = api;
  const app = await buildApp({ ...dependencies, ...rest, settings: { ...dependencies.settings, ...settings } });
  others.push(app);
  return app;
}

function signIn(app: FastifyInstance, key: unknown = KEY) {
  return app.inject({ method: 'POST', url: '/v1/session', payload: { key } });
}

function post(app: FastifyInstance, fields: Record<string, string>, url = '/v1/session') {
  return app.inject({ method: 'POST', url, headers: FORM, payload: new URLSearchParams(fields).toString() });
}

type Answer = Awaited<ReturnType<typeof signIn>>;
const tokenOf = ({ cookies }: Answer) => cookies.find(({ name }) => name === 'dsap_session')?.value ?? '';
const cookieOf = (answer: Answer) => ({ cookie: `dsap_session=${tokenOf(answer)}` });
const statusOf = async (app: FastifyInstance, headers: Record<string, string>) =>
  (await app.inject({ url: '/v1/runs', headers })).statusCode;
const stored = () => rowsOf('select * from sessions');

async function rowsOf(text: string): Promise<readonly object[]> {
  const client = new Client({ connectionString: api.database.url });
  await client.connect();
  try {
    return (await client.query<object>(text)).rows;
  } finally {
    await client.end();
  }
}

test('console 3: a key signs in; the cookie then opens every route, and tells who one is', async () => {
  const answer = await signIn(api.app);
  expect([answer.statusCode, answer.json()]).toEqual([201, OPERATOR]);
  const headers = cookieOf(answer);
  for (const url of ['/v1/session', '/v1/me']) {
    const { statusCode, headers: got, ...told } = await api.get(url, headers);
    expect([statusCode, told.json(), got['cache-control']]).toEqual([200, OPERATOR, 'no-store']);
  }
  expect(await statusOf(api.app, headers)).toBe(200);
  expect(await statusOf(await another(), headers)).toBe(200);
});

test('a key in the header tells who one is as well, and without either nobody is anybody', async () => {
  expect((await api.get('/v1/me', { authorization: `Bearer ${KEY}` })).json()).toEqual(OPERATOR);
  expect((await api.get('/v1/me')).statusCode).toBe(401);
  const signedIn = cookieOf(await signIn(api.app));
  expect((await api.get('/v1/me', { ...signedIn, authorization: 'Bearer wrong' })).statusCode).toBe(401);
});

test.each<[string, string, boolean]>([
  ['http', 'http://test', false],
  ['https', 'https://dsap.example', true],
])('console 4: under %s the cookie is for this service alone, and of no script', async (_, url, secure) => {
  const app = await another({ with: { publicUrl: () => url } });
  const [first, ...rest] = (await signIn(app)).cookies;
  const attributes = { name: 'dsap_session', httpOnly: true, sameSite: 'Lax', path: '/', maxAge: 7 * 24 * 3600 };
  expect(rest).toEqual([]);
  expect(first).toEqual({ ...attributes, value: expect.stringMatching(/^[\w-]{43}$/), ...(secure && { secure }) });
});

test('console 4: what is stored opens nothing: neither the cookie nor the key is in it', async () => {
  const token = tokenOf(await signIn(api.app));
  const dump = JSON.stringify(await stored(), (_, value: unknown) =>
    Buffer.isBuffer(value)
      ? `${value.toString('latin1')} ${value.toString('base64url')} ${value.toString('hex')}`
      : value,
  );
  expect(dump).toContain('api-key');
  expect([dump.includes(token), dump.includes(KEY)]).toEqual([false, false]);
});

test.each(['', 'x', 'a'.repeat(43), `${'a'.repeat(43)}=`, '../../etc', 'é'])(
  'a cookie "%s" is nothing',
  async (token) => {
    expect(await statusOf(api.app, { cookie: `dsap_session=${encodeURIComponent(token)}` })).toBe(401);
  },
);

test('console 4: a session is over after 12 idle hours and after 7 days in all, by the clock of the service', async () => {
  let time = Date.UTC(2026, 0, 1);
  const app = await another({ now: () => time });
  const idle = cookieOf(await signIn(app));
  time += 12 * HOUR - 1;
  expect(await statusOf(app, idle)).toBe(200);
  time += 12 * HOUR - 1;
  expect(await statusOf(app, idle)).toBe(200);
  time += 12 * HOUR;
  expect(await statusOf(app, idle)).toBe(401);

  const busy = cookieOf(await signIn(app));
  for (let hours = 0; hours < 7 * 24 - 6; hours += 6) {
    time += 6 * HOUR;
    expect(await statusOf(app, busy)).toBe(200);
  }
  time += 6 * HOUR;
  expect(await statusOf(app, busy)).toBe(401);
});

test('console 4: a use is noted at most once in five minutes, and reading it costs nothing for two seconds', async () => {
  let time = Date.UTC(2026, 1, 1);
  const { store } = api;
  const asked: string[] = [];
  const sessions = {
    ...store.sessions,
    find: (digests: readonly Uint8Array[]) => (asked.push('find'), store.sessions.find(digests)),
    touch: (use: Parameters<typeof store.sessions.touch>[0]) => (asked.push('touch'), store.sessions.touch(use)),
  };
  const app = await another({ store: { ...store, sessions }, now: () => time });
  const headers = cookieOf(await signIn(app));
  const use = async (later: number) => {
    time += later;
    expect(await statusOf(app, headers)).toBe(200);
  };
  await use(0);
  for (let times = 0; times < 5; times += 1) await use(100);
  expect(asked).toEqual(['find']);
  for (let minutes = 0; minutes < 12; minutes += 1) await use(60_000);
  expect(asked.filter((what) => what === 'touch')).toHaveLength(2);
});

test('console 4: what is over is swept away as others sign in', async () => {
  let time = Date.UTC(2025, 0, 1);
  const app = await another({ now: () => time });
  await signIn(app);
  const before = (await stored()).length;
  time += 13 * HOUR;
  await signIn(app);
  expect(await stored()).toHaveLength(before);
});

test('console 4: a session dies with its key', async () => {
  const headers = cookieOf(await signIn(api.app));
  expect(await statusOf(await another({ with: { apiKey: 'another-key-of-enough-length' } }), headers)).toBe(401);
  expect(await statusOf(api.app, headers)).toBe(200);
});

test('console 3: signing out ends the session for every process and clears the cookie', async () => {
  let time = Date.now();
  const elsewhere = await another({ now: () => time });
  const headers = cookieOf(await signIn(api.app));
  expect(await statusOf(elsewhere, headers)).toBe(200);
  const answer = await api.send({ method: 'DELETE', url: '/v1/session', headers });
  expect([answer.statusCode, answer.body, tokenOf(answer)]).toEqual([204, '', '']);
  expect(answer.headers['set-cookie']).toMatch(/^dsap_session=; .*Expires=Thu, 01 Jan 1970/);
  expect(await statusOf(api.app, headers)).toBe(401);
  time += 2_001;
  expect(await statusOf(elsewhere, headers)).toBe(401);
  expect((await api.send({ method: 'DELETE', url: '/v1/session', headers })).statusCode).toBe(204);
});

test('console 3: a form signs in and goes where it came for, and out again', async () => {
  const answer = await post(api.app, { key: KEY, to: '/console/e/esc_1?a=b' });
  expect([answer.statusCode, answer.headers.location]).toEqual([303, '/console/e/esc_1?a=b']);
  const headers = cookieOf(answer);
  expect(await statusOf(api.app, headers)).toBe(200);
  const out = await api.send({
    method: 'POST',
    url: '/console/sign-out',
    headers: { ...headers, ...FORM },
    payload: '',
  });
  expect([out.statusCode, out.headers.location, tokenOf(out)]).toEqual([303, '/console/sign-in', '']);
  expect(await statusOf(api.app, headers)).toBe(401);
});

test('console 4: a form leads to no other site, whether the key is right or wrong', async () => {
  const right = await post(api.app, { key: KEY, to: '//evil.example' });
  const wrong = await post(api.app, { key: 'wrong', to: 'https://evil.example' });
  expect([right.headers.location, wrong.headers.location]).toEqual([
    '/console',
    '/console/sign-in?to=%2Fconsole&problem=wrong-key',
  ]);
  expect([wrong.statusCode, wrong.cookies]).toEqual([303, []]);
});

test('console 3: a wrong key is told as a problem, and begins nothing', async () => {
  const answer = await signIn(api.app, 'correct-horse-battery-stapler');
  expect([answer.statusCode, answer.json().code, answer.cookies]).toEqual([401, 'wrong_key', []]);
  expect(answer.body).not.toContain('stapler');
});

test('console 4: guessing is held back, per address, and not who has the key elsewhere', async () => {
  const app = await another();
  const guess = (remoteAddress: string, key: string) =>
    app.inject({ method: 'POST', url: '/v1/session', payload: { key }, remoteAddress });
  for (let times = 0; times < 10; times += 1) expect((await guess('192.0.2.1', `guess-${times}`)).statusCode).toBe(401);
  const held = await guess('192.0.2.1', KEY);
  expect([held.statusCode, held.json().code, Number(held.headers['retry-after']) > 0]).toEqual([
    429,
    'rate_limited',
    true,
  ]);
  expect((await guess('192.0.2.2', KEY)).statusCode).toBe(201);
});

const FOREIGN = { origin: 'http://evil.example' };
let lettingIn: ReturnType<typeof another> | undefined;
test.each<[string, Record<string, string>, number]>([
  ['its own page', { origin: 'http://test', 'sec-fetch-site': 'same-origin' }, 422],
  ['no browser', {}, 422],
  ['a foreign page', { ...FOREIGN, 'sec-fetch-site': 'cross-site' }, 403],
  ['an older browser with a foreign page', FOREIGN, 403],
  ['a page of the same site at another port', { origin: 'http://test:3000', 'sec-fetch-site': 'same-site' }, 403],
  ['a sandboxed frame', { origin: 'null' }, 403],
  ['a form of a foreign page', { ...FOREIGN, 'sec-fetch-site': 'cross-site', 'sec-fetch-mode': 'navigate' }, 403],
  ['an origin that is let in, which needs the key', { origin: 'https://let.in', 'sec-fetch-site': 'same-site' }, 401],
])('R93: a change by cookie from %s: %s %s', async (_, headers, status) => {
  lettingIn ??= another({ with: { reach: { ...api.dependencies.settings.reach, origins: ['https://let.in'] } } });
  const app = await lettingIn;
  const cookie = cookieOf(await signIn(app));
  const host = { host: 'test' };
  const answer = await app.inject({
    method: 'POST',
    url: '/v1/runs',
    headers: { ...host, ...cookie, ...headers },
    payload: {},
  });
  expect(answer.statusCode).toBe(status);
});

test('R93: browsers are not told to keep the origin of our own forms from us', async () => {
  expect((await api.get('/v1/session')).headers['referrer-policy']).toBe('same-origin');
});

test('R93: a foreign page signs nobody in or out', async () => {
  const cookie = cookieOf(await signIn(api.app));
  for (const [method, url] of [
    ['POST', '/v1/session'],
    ['DELETE', '/v1/session'],
    ['POST', '/console/sign-out'],
  ] as const)
    expect((await api.send({ method, url, headers: { ...cookie, ...FOREIGN, ...FORM } })).statusCode).toBe(403);
  expect(await statusOf(api.app, cookie)).toBe(200);
});

test('console 6.11: a link from another site arrives signed in', async () => {
  const link = { 'sec-fetch-site': 'cross-site', 'sec-fetch-mode': 'navigate' };
  expect(await statusOf(api.app, { ...cookieOf(await signIn(api.app)), ...link })).toBe(200);
});

test('console 6.11: a page without a session leads to signing in and back; nothing else does', async () => {
  const app = await another({
    extensions: [async (at) => void at.get('/console/e/:eid', { config: { page: true } }, async () => 'the question')],
  });
  const answer = await app.inject('/console/e/esc_1?a=b');
  expect([answer.statusCode, answer.headers.location]).toEqual([
    303,
    '/console/sign-in?to=%2Fconsole%2Fe%2Fesc_1%3Fa%3Db',
  ]);
  const headers = cookieOf(await signIn(app));
  expect((await app.inject({ url: '/console/e/esc_1', headers })).body).toBe('the question');
});

test('console 4: the key is in no log, whatever is sent where', async () => {
  const lines: string[] = [];
  const logger = pino({ level: 'trace' }, { write: (line) => void lines.push(line) });
  const app = await another({ logger });
  logger.info('it logs');
  await signIn(app);
  await signIn(app, [KEY]);
  await post(app, { key: `${KEY}x`, to: KEY });
  await app.inject({
    method: 'POST',
    url: '/v1/session',
    payload: `{"key": "${KEY}`,
    headers: { 'content-type': 'application/json' },
  });
  const replied = await app.inject({ method: 'POST', url: '/v1/session', payload: { key: KEY, [KEY.slice(0, 4)]: 1 } });
  await app.inject({ method: 'POST', url: '/v1/session', payload: { key: KEY }, headers: { 'idempotency-key': 'k1' } });
  expect(replied.statusCode).toBe(422);
  expect([lines.length > 0, lines.join('').includes(KEY)]).toEqual([true, false]);
  expect(await rowsOf('select * from requests')).toEqual([]);
});

test('console 3: where authentication is off everybody is told so, and signing in leads on without a session', async () => {
  const told = { kind: 'anonymous', id: 'anonymous', name: 'Anonymous', scopes: OPERATOR.scopes };
  expect((await open.get('/v1/session')).json()).toEqual(told);
  const answer = await signIn(open.app, 'any');
  expect([answer.statusCode, answer.json(), answer.cookies]).toEqual([200, told, []]);
  const form = await post(open.app, { key: '', to: '/console/runs' });
  expect([form.statusCode, form.headers.location, form.cookies]).toEqual([303, '/console/runs', []]);
});

describe('streams that a session has opened', () => {
  async function listening(limit = 50) {
    const app = await another({ with: { streams: { perPrincipal: limit, inAll: 100 } } });
    return app.listen({ host: '127.0.0.1', port: 0 });
  }
  const feed = (url: string, headers: Record<string, string>) =>
    fetch(`${url}/v1/feed`, { headers: { accept: 'text/event-stream', ...headers } });

  test('console 4: end at every process once it is signed out of at one; those of a key go on', async () => {
    const [cookie, other] = [cookieOf(await signIn(api.app)), cookieOf(await signIn(api.app))];
    const url = await listening();
    const [ended, kept, keys] = await Promise.all([
      feed(url, cookie),
      feed(url, other),
      feed(url, { authorization: `Bearer ${KEY}` }),
    ]);
    await api.app.inject({ method: 'DELETE', url: '/v1/session', headers: cookie });
    await ended.text();
    const going = Promise.race([kept.text(), keys.text()]).then(() => 'ended');
    // Their session is looked at once more.
    expect(await Promise.race([going, feed(url, other).then(() => 'going on')])).toBe('going on');
    expect((await feed(url, cookie)).status).toBe(401);
  });

  test('R118: are counted for that session, so that nobody who signs in has to wait for another', async () => {
    const url = await listening(1);
    const [cookie, other] = [cookieOf(await signIn(api.app)), cookieOf(await signIn(api.app))];
    const first = await feed(url, cookie);
    expect([first.status, (await feed(url, cookie)).status, (await feed(url, other)).status]).toEqual([200, 429, 200]);
  });
});
