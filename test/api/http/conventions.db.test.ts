/** What holds for every route: errors, methods, keys, limits, headers, documents (api 3, R55 to R57). Over a real PostgreSQL. */
import { connect } from 'node:net';
import { aDocument, useApp } from '../test-app.ts';

const api = useApp();
const guarded = useApp({ auth: 'keys', apiKey: 'correct-horse' });
const limited = useApp({ rateLimit: { max: 3, windowMs: 60_000 } });

const problem = (status: number, code: string) => ({
  status,
  code,
  type: `urn:dsap:problem:${code}`,
  title: expect.any(String),
  detail: expect.any(String),
  instance: expect.any(String),
  retryable: expect.any(Boolean),
});

describe('refusals are problem documents', () => {
  test.each([
    ['GET', '/nowhere', 404, 'not_found'],
    ['GET', '/v1/runs/none', 404, 'run_not_found'],
    ['GET', '/v1/runs/a%00b', 404, 'run_not_found'],
    ['GET', '/v1/artifacts/none', 404, 'artifact_not_found'],
    ['GET', '/v1/escalations/none', 404, 'escalation_not_found'],
    ['GET', '/v1/workflows/none', 404, 'workflow_not_found'],
    ['GET', '/v1/workflows/none/versions/x', 404, 'workflow_not_found'],
    ['POST', '/v1/runs/none/stop', 404, 'run_not_found'],
    ['DELETE', '/v1/runs/none', 405, 'method_not_allowed'],
    ['PUT', '/v1/workflows', 405, 'method_not_allowed'],
    ['GET', '/v1/runs?limit=0', 400, 'invalid_query'],
    ['GET', '/v1/runs?limit=201', 400, 'invalid_query'],
    ['GET', '/v1/runs?limit=many', 400, 'invalid_query'],
    ['GET', '/v1/runs?status=odd', 400, 'invalid_query'],
    ['GET', '/v1/runs?createdAfter=yesterday', 400, 'invalid_query'],
    ['GET', '/v1/runs?workflow=%00', 400, 'invalid_query'],
    ['GET', '/v1/runs?cursor=nonsense', 400, 'invalid_cursor'],
    ['GET', '/v1/guards?cursor=nonsense', 400, 'invalid_cursor'],
    ['GET', '/v1/escalations?kind=odd', 400, 'invalid_query'],
    ['GET', '/v1/runs/%zz', 400, 'invalid_url'],
    ['POST', '/v1/runs', 400, 'invalid_body'],
  ] as const)('R55: %s %s is %i %s', async (method, url, status, code) => {
    const answer = await api.send({ method, url });
    expect(answer.statusCode).toBe(status);
    expect(answer.headers['content-type']).toBe('application/problem+json; charset=utf-8');
    expect(answer.json()).toMatchObject(problem(status, code));
  });

  test.each([
    ['/v1/runs?limit=many', 'limit: Invalid input: expected number'],
    ['/v1/runs?limit=201', 'limit: Too big: expected number to be <=200'],
    ['/v1/advisor/rmax', 'delta: Missing: expected number.'],
  ])('what is wrong with a query parameter names it: %s', async (url, detail) => {
    expect((await api.get(url)).json()).toMatchObject({ code: 'invalid_query', detail });
  });

  test.each([
    ['GET', '/v1/runs?stauts=escalated', '/stauts', 'Did you mean "status"? Known here: '],
    ['GET', '/v1/runs/none?verbose=1', '/verbose', 'This route takes no query parameters.'],
    ['HEAD', '/v1/stats?tags=x', '/tags', ''],
    ['POST', '/v1/runs/none/stop?wiat=1s', '/wiat', 'Did you mean "wait"?'],
    ['POST', '/v1/workflows?nmae=x', '/nmae', 'Did you mean "name"?'],
  ] as const)(
    'an unknown query parameter is 400 and names the known ones: %s %s (R94)',
    async (method, url, pointer, words) => {
      const answer = await api.send({ method, url });
      expect(answer.statusCode).toBe(400);
      if (method === 'HEAD') return;
      expect(answer.json()).toMatchObject({ code: 'invalid_query', detail: expect.stringContaining(words) });
      expect(answer.json().errors).toMatchObject([{ pointer, code: 'unknown_parameter' }]);
    },
  );

  test('what is not under /v1 takes any query, as probes and browsers send one (R94)', async () => {
    expect((await api.get('/healthz?x=1')).statusCode).toBe(200);
  });

  test('405 names what is allowed', async () => {
    const answer = await api.send({ method: 'DELETE', url: '/v1/runs' });
    expect(answer.headers.allow).toContain('POST');
    expect(answer.headers.allow).toContain('GET');
  });

  test('405 names the methods of an address that a route has word for word, not of those whose pattern it fits', async () => {
    const answer = await api.send({ method: 'DELETE', url: '/v1/workflows/validate' });
    expect([answer.statusCode, answer.headers.allow]).toEqual([405, 'POST']);
  });

  test.each([
    ['application/json', '{', 400, 'invalid_json'],
    ['application/json', Buffer.from([0x22, 0xff, 0x22]), 400, 'invalid_encoding'],
    ['application/json', '{"__proto__":{"a":1}}', 422, 'invalid_request'],
    ['application/json', '{"input":{"constructor":{"prototype":{}}}}', 422, 'invalid_request'],
    ['application/json; charset=iso-8859-1', '{}', 415, 'unsupported_media_type'],
    ['application/json; charset="UTF-16"', '{}', 415, 'unsupported_media_type'],
    ['application/json', Buffer.from('{"a":1}', 'utf16le'), 400, 'invalid_encoding'],
    ['application/json', Buffer.from([0x1f, 0x8b, 8, 0]), 400, 'invalid_encoding'],
    ['text/plain', 'x', 415, 'unsupported_media_type'],
    ['application/xml', '<a/>', 415, 'unsupported_media_type'],
    ['application/json', JSON.stringify({ content: 'x'.repeat(9 * 1024 * 1024) }), 413, 'too_large'],
    ['application/json', `${'['.repeat(200)}${']'.repeat(200)}`, 422, 'invalid_request'],
  ])('R55, R57: a body of %s is refused (%#)', async (type, payload, status, code) => {
    const answer = await api.send({ method: 'POST', url: '/v1/runs', headers: { 'content-type': type }, payload });
    expect([answer.statusCode, answer.json().code]).toEqual([status, code]);
  });

  test.each([
    ['/v1/runs', '{"workflow":{"name":"x"},"input":{"id":1,"id":2}}', '/input/id'],
    [
      '/v1/runs',
      '{"workflow":{"definition":{"name":"a","steps":[{"id":"a","id":"b"}]}}}',
      '/workflow/definition/steps/0/id',
    ],
    ['/v1/runs', String.raw`{"workflow":{"name":"x"},"input":{"a":[{"b~/":1,"b~\/":2}]}}`, '/input/a/0/b~0~1'],
    ['/v1/runs', '{"workflow":{"name":"x"},"workflow":{"name":"y"}}', '/workflow'],
    ['/v1/artifacts', '{"content":"a","content":"b"}', '/content'],
    ['/v1/schedules', '{"workflow":{"name":"x"},"input":{"id":1,"id":1},"every":"PT1H"}', '/input/id'],
    ['/v1/runs/x/stop', '{"reason":"a","reason":"b"}', '/reason'],
    ['/v1/escalations/x/decision', '{"action":"approve","action":"reject"}', '/action'],
  ])('N18: a key that %s is sent twice in %s is refused with its pointer', async (url, payload, pointer) => {
    const answer = await api.send({ method: 'POST', url, headers: { 'content-type': 'application/json' }, payload });
    expect(answer.statusCode).toBe(422);
    expect(answer.json().errors).toMatchObject([
      { pointer, code: 'duplicate_key', detail: expect.stringContaining('is written twice in one map') },
    ]);
  });

  test.each([
    ['UTF-8 behind a mark', Buffer.from('\ufeff{"content":"ö"}'), 'application/json'],
    ['a charset', Buffer.from('{"content":"ö"}'), 'application/json; charset=UTF-8'],
    ['a charset in quotes', Buffer.from('{"content":"ö"}'), 'application/json;charset="utf8"'],
  ])('report 26: a body in %s is read', async (_, payload, type) => {
    const answer = await api.send({ method: 'POST', url: '/v1/artifacts', headers: { 'content-type': type }, payload });
    expect(answer.statusCode).toBe(201);
    const { body } = await api.get(`/v1/artifacts/${answer.json().id}/content`);
    expect(body).toBe('ö');
  });

  test.each([
    [Buffer.from('{"a":1}', 'utf16le'), 'The body is UTF-16 (little-endian), not UTF-8. Send it as text in UTF-8.'],
    [Buffer.from('7b2261223a22f6227d', 'hex'), 'The body is not UTF-8: line 1, column 7 (byte 6) is the byte F6'],
    [Buffer.from([0x1f, 0x8b, 8, 0]), 'The body is compressed by gzip, not text.'],
  ])('report 26, N19: a body in another encoding is told by its name (%#)', async (payload, words) => {
    for (const [url, type] of [
      ['/v1/runs', 'application/json'],
      ['/v1/workflows', 'application/yaml'],
      ['/v1/workflows/validate', 'application/json'],
    ] as const) {
      const answer = await api.send({ method: 'POST', url, headers: { 'content-type': type }, payload });
      expect([answer.statusCode, answer.json().detail]).toEqual([400, expect.stringContaining(words)]);
    }
  });

  test('a charset other than UTF-8 is refused by its name', async () => {
    const headers = { 'content-type': 'application/yaml; charset=windows-1252' };
    const answer = await api.send({ method: 'POST', url: '/v1/workflows', headers, payload: 'name: a' });
    expect(answer.json()).toMatchObject({ status: 415, detail: expect.stringContaining('announces windows-1252') });
  });

  test('JSON that breaks is told with its place', async () => {
    const answer = await api.send({
      method: 'POST',
      url: '/v1/runs',
      headers: { 'content-type': 'application/json' },
      payload: '{"workflow":\n{"name": x}}',
    });
    expect(answer.json()).toMatchObject({ status: 400, errors: [{ code: 'invalid_json', line: 2, column: 10 }] });
  });

  test('415 names the types that are taken', async () => {
    const headers = { 'content-type': 'text/plain' };
    const answer = await api.send({ method: 'POST', url: '/v1/runs', headers, payload: 'x' });
    expect(answer.json().detail).toMatch(/application\/json.*application\/yaml/);
  });

  test('R57: import takes 16 MiB and no more', async () => {
    const fits = await api.post('/v1/artifacts', { content: 'x'.repeat(15 * 1024 * 1024) });
    expect(fits.statusCode).toBe(201);
    expect((await api.post('/v1/artifacts', { content: 'x'.repeat(16 * 1024 * 1024) })).statusCode).toBe(413);
  });

  test.each([
    [
      '/v1/runs',
      { workflow: { name: 'x' }, input: { text: 'x'.repeat(5 * 1024 * 1024) } },
      4 * 1024 * 1024,
      /^The input has 5\.\d+ MiB, which is more than a run takes\. The input of a run may have 4 MiB\. Import what is larger with POST \/v1\/artifacts/,
    ],
    [
      '/v1/runs',
      { workflow: { name: 'x' }, input: { text: 'x'.repeat(9 * 1024 * 1024) } },
      8.25 * 1024 * 1024,
      /^The body has 9\.\d+ MiB, and this route takes at most 8\.25 MiB\. The input of a run may have 4 MiB\./,
    ],
    [
      '/v1/schedules',
      { workflow: { name: 'x' }, every: 'PT1H', input: 'x'.repeat(5 * 1024 * 1024) },
      4.25 * 1024 * 1024,
      /^The body has 5\.\d+ MiB, and this route takes at most 4\.25 MiB\. The input of a run may have 4 MiB\. A schedule gives its runs no artifacts/,
    ],
    [
      '/v1/artifacts',
      { content: 'x'.repeat(17 * 1024 * 1024) },
      16 * 1024 * 1024,
      /has 17\.\d+ MiB, and this route takes at most 16 MiB\. Split it into several artifacts\.$/,
    ],
    [
      '/v1/workflows',
      { description: 'x'.repeat(5 * 1024 * 1024) },
      4 * 1024 * 1024,
      /takes at most 4 MiB\. Leave long texts out of the definition/,
    ],
    ['/v1/runs/x/stop', { reason: 'x'.repeat(256 * 1024) }, 256 * 1024, /takes at most 256 KiB\. Send less at once\.$/],
  ])('a 413 names the limit and the way out: %s', async (url, body, limit, words) => {
    const answer = await api.post(url, body);
    expect(answer.json()).toMatchObject({
      status: 413,
      code: 'too_large',
      limit,
      detail: expect.stringMatching(words),
    });
  });

  test('a body that is one byte too large does not read as if it fitted', async () => {
    const payload = JSON.stringify({ reason: 'x'.repeat(256 * 1024 + 1 - '{"reason":""}'.length) });
    const headers = { 'content-type': 'application/json' };
    const answer = await api.send({ method: 'POST', url: '/v1/runs/x/stop', headers, payload });
    expect(answer.json().detail).toMatch(/^The body has 256\.01 KiB, and this route takes at most 256 KiB\./);
  });

  test('a client that sends a body too large over a socket reads the whole answer', async () => {
    const body = JSON.stringify({ reason: 'x'.repeat(3 * 1024 * 1024) });
    const head = `POST /v1/runs/x/stop HTTP/1.1\r\nhost: test\r\nconnection: close\r\ncontent-type: application/json\r\ncontent-length: ${body.length}\r\n\r\n`;
    expect(await overSocket(head + body)).toContain('"code":"too_large"');
  });

  test('JSON that nests thousands of levels deep is refused, also with numbers that keep their digits', async () => {
    const headers = { 'content-type': 'application/json' };
    for (const number of ['1', '1.10']) {
      const payload = `${'['.repeat(60_000)}${number}${']'.repeat(60_000)}`;
      const answer = await api.send({ method: 'POST', url: '/v1/runs', headers, payload });
      expect(answer.json()).toMatchObject({ status: 422, errors: [{ code: 'too_deep' }] });
    }
  });

  test.each([
    ['NONSENSE\r\n\r\n', 400, 'invalid_http'],
    ['GET / HTTP/1.1\r\nconnection: close\r\n\r\n', 400, 'invalid_http'],
    [
      'POST /v1/runs HTTP/1.1\r\nhost: test\r\ncontent-length: 1\r\ntransfer-encoding: chunked\r\n\r\n',
      400,
      'invalid_http',
    ],
    [`GET / HTTP/1.1\r\nhost: test\r\nx: ${'x'.repeat(70_000)}\r\n\r\n`, 431, 'headers_too_large'],
    ['PROPFIND /v1/runs HTTP/1.1\r\nhost: test\r\nconnection: close\r\n\r\n', 405, 'method_not_allowed'],
    ['GET //evil HTTP/1.1\r\nhost: test\r\nconnection: close\r\n\r\n', 404, 'not_found'],
  ])('a hostile request on the socket is answered by a problem document (%#)', async (sent, status, code) => {
    const [head = '', body = ''] = (await overSocket(sent)).split('\r\n\r\n');
    expect(head).toMatch(new RegExp(`^HTTP/1.1 ${status} `));
    expect(JSON.parse(body)).toMatchObject(problem(status, code));
  });
});

async function overSocket(sent: string): Promise<string> {
  if (!api.app.server.listening) await api.app.listen({ port: 0, host: '127.0.0.1' });
  const address = api.app.server.address();
  const port = typeof address === 'object' && address ? address.port : 0;
  return new Promise((resolve, reject) => {
    let received = '';
    const socket = connect(port, '127.0.0.1', () => socket.write(sent));
    socket.on('data', (chunk) => {
      received += chunk.toString();
    });
    socket.on('close', () => resolve(received));
    socket.on('error', reject);
  });
}

describe('idempotency (R56)', () => {
  test('publishing under a key answers again word for word; a refusal is not kept', async () => {
    const document = aDocument();
    const bad = await api.post('/v1/workflows', { ...document, goal: ['no'] }, { 'idempotency-key': 'publish-1' });
    expect(bad.statusCode).toBe(422);
    const first = await api.post('/v1/workflows', document, { 'idempotency-key': 'publish-1' });
    const again = await api.post('/v1/workflows', document, { 'idempotency-key': 'publish-1' });
    expect([first.statusCode, first.headers['idempotency-replayed']]).toEqual([201, undefined]);
    expect([again.statusCode, again.headers['idempotency-replayed'], again.body]).toEqual([201, 'true', first.body]);
    expect(again.headers['content-type']).toBe(first.headers['content-type']);
  });

  test('of many at once one imports, the others are told to wait or get its answer', async () => {
    const key = { 'idempotency-key': 'import-1' };
    const sent = Array.from({ length: 10 }, () => api.post('/v1/artifacts', { content: 'once' }, key));
    const answers = await Promise.all(sent);
    const made = answers.filter(({ statusCode }) => statusCode === 201);
    expect(new Set(made.map((answer) => answer.json().id)).size).toBe(1);
    expect(answers.every(({ statusCode }) => statusCode === 201 || statusCode === 409)).toBe(true);
  });

  test('another path has keys of its own; a key that is none is 400', async () => {
    const key = { 'idempotency-key': 'shared' };
    expect((await api.post('/v1/artifacts', { content: 'x' }, key)).statusCode).toBe(201);
    expect((await api.post('/v1/workflows', aDocument(), key)).statusCode).toBe(201);
    const answer = await api.post('/v1/artifacts', { content: 'x' }, { 'idempotency-key': 'a b' });
    expect([answer.statusCode, answer.json().code]).toEqual([400, 'invalid_header']);
  });

  test('a preview keeps no key, and takes none that is none', async () => {
    const { id } = (await api.post('/v1/runs', { workflow: { definition: aDocument() } })).json();
    const preview = (key: string) => api.post(`/v1/runs/${id}/stop?preview=true`, {}, { 'idempotency-key': key });
    const [one, other, wrong] = [await preview('look'), await preview('look'), await preview('a b')];
    expect([one.statusCode, other.statusCode, other.headers['idempotency-replayed']]).toEqual([200, 200, undefined]);
    expect([wrong.statusCode, wrong.json().code]).toEqual([400, 'invalid_header']);
  });
});

describe('authentication (running 3)', () => {
  test.each([undefined, 'Bearer wrong', 'Basic correct-horse', 'Bearer', 'Bearer correct-horse2'])(
    '%s is 401',
    async (authorization) => {
      const answer = await guarded.get('/v1/runs', authorization === undefined ? {} : { authorization });
      expect([answer.statusCode, answer.headers['www-authenticate']]).toEqual([401, 'Bearer realm="dsap"']);
      expect(answer.json()).toMatchObject(problem(401, 'not_authenticated'));
    },
  );

  test('the key opens every route; health and the description need none', async () => {
    expect((await guarded.get('/v1/runs', { authorization: 'Bearer correct-horse' })).statusCode).toBe(200);
    for (const path of ['/healthz', '/readyz', '/openapi.json', '/docs/'])
      expect((await guarded.get(path)).statusCode).toBe(200);
    expect((await guarded.get('/metrics')).statusCode).toBe(401);
  });
});

test('beyond the rate limit it is 429 with Retry-After', async () => {
  const answers = [];
  for (let at = 0; at < 4; at += 1) answers.push(await limited.get('/healthz'));
  expect(answers.map(({ statusCode }) => statusCode)).toEqual([200, 200, 200, 429]);
  expect(answers[3]?.headers['retry-after']).toBeDefined();
  expect(answers[3]?.json()).toMatchObject(problem(429, 'rate_limited'));
});

describe('health', () => {
  test('readiness names each part, and is 503 as long as a run could not start', async () => {
    expect((await api.get('/readyz')).json()).toMatchObject({
      checks: { postgres: { ok: true }, temporal: { ok: true }, worker: { ok: true } },
    });
    api.runs.idle = true;
    const answer = await api.get('/readyz');
    api.runs.idle = false;
    expect(answer.json()).toMatchObject({
      ...problem(503, 'not_ready'),
      checks: { temporal: { ok: true }, worker: { ok: false } },
    });
  });

  test('guards 1.7: readiness tells where the live workers run code', async () => {
    const capability = { sandbox: 'deno', version: 'deno 2.9.6', level: 'jail', toolchains: ['python'] } as const;
    await api.store.capabilities.announce('one@host', [capability]);
    await api.store.capabilities.announce('gone@host', [capability]);
    api.runs.guardWorkers = ['one@host', 'silent@host'];
    expect((await api.get('/readyz')).json()).toMatchObject({ sandboxes: [{ worker: 'one@host', ...capability }] });
  });

  test('metrics count answers by route pattern', async () => {
    await api.get('/v1/runs/one-of-many');
    const { body, headers } = await api.get('/metrics');
    expect(headers['content-type']).toContain('text/plain');
    expect(body).toContain('dsap_http_requests_total{method="GET",route="/v1/runs/:id",status="404"}');
    expect(body).not.toContain('one-of-many');
  });
});

interface Operation {
  readonly parameters?: readonly unknown[];
  readonly responses: Record<string, unknown>;
  readonly requestBody?: { readonly content: Record<string, unknown> };
}
interface Document {
  readonly openapi: string;
  readonly paths: Record<string, Record<string, Operation>>;
  readonly components: { readonly schemas: Record<string, unknown> };
}

const description = async (): Promise<Document> => (await api.get('/openapi.json')).json();

describe('the description', () => {
  test('OpenAPI 3.1 names every route and the views as components', async () => {
    const { openapi, paths, components } = await description();
    expect(openapi).toBe('3.1.0');
    expect(Object.keys(paths)).toEqual(
      expect.arrayContaining(['/v1/runs', '/v1/runs/{id}/events', '/v1/escalations/{eid}/decision', '/readyz']),
    );
    expect(Object.keys(components.schemas)).toEqual(
      expect.arrayContaining(['Run', 'Attempt', 'Verdict', 'Escalation', 'Result', 'Artifact', 'Problem']),
    );
  });

  test.each([
    ['post', '/v1/runs', 'Idempotency-Key'],
    ['post', '/v1/runs/{id}/stop', 'Idempotency-Key'],
    ['get', '/v1/runs/{id}', 'If-None-Match'],
    ['get', '/v1/artifacts/{aid}/content', 'If-None-Match'],
    ['get', '/v1/runs/{id}/events', 'Last-Event-ID'],
  ])('%s %s says that it reads the header %s', async (method, path, name) => {
    const { parameters } = (await description()).paths[path]?.[method] ?? {};
    expect(parameters).toContainEqual(expect.objectContaining({ name, in: 'header', required: false }));
  });

  test('publishing takes a definition as JSON or YAML', async () => {
    const { requestBody } = (await description()).paths['/v1/workflows']?.['post'] ?? {};
    expect(Object.keys(requestBody?.content ?? {})).toEqual(
      expect.arrayContaining(['application/json', 'application/yaml']),
    );
  });

  test('every reference in it resolves, and every operation has its answers', async () => {
    const document = await description();
    const references = [...JSON.stringify(document).matchAll(/"\$ref":"#\/components\/schemas\/([^"]+)"/g)].map(
      ([, name]) => name,
    );
    expect(references.filter((name) => !(String(name) in document.components.schemas))).toEqual([]);
    const operations = Object.values(document.paths).flatMap((methods) => Object.values(methods));
    expect(operations.every(({ responses }) => Object.keys(responses).length >= 2)).toBe(true);
  });

  test('the pages are served with a policy that lets their own scripts run', async () => {
    const page = await api.get('/docs/');
    expect([page.statusCode, page.headers['content-security-policy']]).toEqual([
      200,
      expect.stringContaining("default-src 'self'"),
    ]);
    expect((await api.get('/v1/runs')).headers).toMatchObject({
      'content-security-policy': expect.stringContaining("default-src 'none'"),
      'x-content-type-options': 'nosniff',
    });
  });
});
