/** The service's own address. */
import { useApp } from '../test-app.ts';

const api = useApp({ temporalUiUrl: 'http://ui' });
const guarded = useApp({ auth: 'keys', apiKey: 'correct-horse-battery-staple', temporalUiUrl: 'http://ui' });
const BROWSER = { accept: 'text/html,application/xhtml+xml,application/xml;q=0.9,*/*;q=0.8' };

test('console 2: GET / leads a browser to the console', async () => {
  for (const one of [api, guarded]) {
    const { statusCode, headers } = await one.get('/', BROWSER);
    expect([statusCode, headers.location, headers.vary]).toEqual([303, '/console', 'Accept']);
  }
});

test('console 2: GET / tells a program where everything is, and each link but the console, which is pages, answers', async () => {
  const { statusCode, headers, ...answer } = await api.get('/');
  expect([statusCode, headers['content-type']]).toEqual([200, 'application/json; charset=utf-8']);
  const { links, ...rest } = answer.json();
  expect(rest).toEqual({ service: 'dsap', version: '0.1.0' });
  const { console: pages, temporalUi, ...own } = links;
  expect([pages, temporalUi]).toEqual(['http://test/console', 'http://ui']);
  for (const link of Object.values<string>(own)) {
    expect(link).toMatch(/^http:\/\/test\//);
    expect([link, (await api.get(link.slice('http://test'.length))).statusCode]).toEqual([link, 200]);
  }
  expect(Object.keys(own)).toEqual(
    expect.arrayContaining(['openapi', 'runs', 'escalations', 'definitions', 'health', 'session']),
  );
});

test('it has the security headers of the API', async () => {
  const { headers } = await api.get('/');
  const { 'content-security-policy': policy, 'x-content-type-options': sniffing } = (await api.get('/v1/runs')).headers;
  expect(headers).toMatchObject({ 'content-security-policy': policy, 'x-content-type-options': sniffing });
  expect(policy).toContain("default-src 'none'");
});

test('HEAD answers the same without the document', async () => {
  const head = await api.send({ method: 'HEAD', url: '/' });
  const { headers } = await api.get('/');
  expect([head.statusCode, head.body]).toEqual([200, '']);
  expect(head.headers).toMatchObject({
    'content-type': headers['content-type'],
    'content-length': headers['content-length'],
  });
});

test('a foreign name gets it no more than anything else (R93)', async () => {
  expect((await api.get('/', { host: 'evil.example' })).statusCode).toBe(421);
});

test('where a key is needed it opens without one, and does not tell where else the service runs', async () => {
  const { statusCode, body } = await guarded.get('/');
  expect([statusCode, body.includes('/docs'), body.includes('http://ui')]).toEqual([200, true, false]);
});
