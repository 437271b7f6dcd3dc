/** The page at the service's own address. */
import { useApp } from '../test-app.ts';

const api = useApp({ temporalUiUrl: 'http://ui/?a=1&b="2"' });
const guarded = useApp({ auth: 'keys', apiKey: 'correct-horse-battery-staple' });

test('GET / leads on: to the reference, the document, what is there, and the Web UI', async () => {
  const { statusCode, headers, body } = await api.get('/');
  expect([statusCode, headers['content-type']]).toEqual([200, 'text/html; charset=utf-8']);
  const links = [...body.matchAll(/<a href="([^"]*)">/g)].map(([, href]) => href);
  expect(links).toEqual([
    '/docs',
    '/openapi.json',
    '/readyz',
    '/v1/runs',
    '/v1/escalations?status=open',
    '/v1/workflows',
    'http://ui/?a=1&#38;b=&#34;2&#34;',
  ]);
  for (const link of links.filter((href = '') => href.startsWith('/')))
    expect([link, (await api.get(String(link))).statusCode]).toEqual([link, 200]);
});

test('it holds no script, and the security headers of the API', async () => {
  const { headers, body } = await api.get('/');
  expect(body).not.toMatch(/<script|style=|javascript:| on[a-z]+=/i);
  const { 'content-security-policy': policy, 'x-content-type-options': sniffing } = (await api.get('/v1/runs')).headers;
  expect(headers).toMatchObject({ 'content-security-policy': policy, 'x-content-type-options': sniffing });
  expect(policy).toContain("default-src 'none'");
});

test('HEAD answers the same without the page', async () => {
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

test('where a key is needed it opens without one, and tells nothing that the key is for', async () => {
  const { statusCode, body } = await guarded.get('/');
  expect([statusCode, body.includes('/docs'), body.includes('http://ui'), body.includes('/v1/')]).toEqual([
    200,
    true,
    false,
    false,
  ]);
});
