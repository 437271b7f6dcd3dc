/** Over a real PostgreSQL: what travels compressed, and what does not (console 3, 4). */
import { brotliDecompressSync, gunzipSync } from 'node:zlib';
import { no, PIPELINE, useDecisions, yes } from '../escalations/deciding.ts';

const { api, escalated } = useDecisions();
const TWO = { plan: [yes], draft: [no] };
const GZIP = { 'accept-encoding': 'gzip, deflate' };
const LED_HERE = { 'sec-fetch-site': 'cross-site', 'sec-fetch-mode': 'navigate' };

const styleOf = async () => /rel="stylesheet" href="([^"]+)"/.exec((await api.get('/console')).body)?.[1] ?? '';
const ADDRESSES: readonly (readonly [
  what: string,
  path: (of: { id: string; eid: string }) => string | Promise<string>,
])[] = [
  ['a page', ({ eid }) => `/console/e/${eid}`],
  ['the style', () => styleOf()],
  ['a document', ({ id }) => `/v1/runs/${id}/overview`],
  ['a drawing', ({ id }) => `/v1/runs/${id}/graph?format=svg`],
  ['a report', ({ id }) => `/v1/runs/${id}/report?format=html`],
];

describe('console 3: what is asked for as gzip comes as gzip, with its length, and is the same', () => {
  test.each(ADDRESSES)('%s', async (_what, path) => {
    const url = await path(await escalated(TWO, PIPELINE));
    const plain = await api.get(url);
    const { headers, rawPayload } = await api.get(url, GZIP);
    expect(headers['content-encoding']).toBe('gzip');
    expect(String(headers.vary).toLowerCase()).toContain('accept-encoding');
    expect([undefined, String(rawPayload.length)]).toContain(headers['content-length']);
    // Both go on between two answers, the position of the feed by what others store on the same server.
    const ages = /data-now="\d+"|data-after="[^"]*"|\d+ s(?= ago|<)/g;
    expect(gunzipSync(rawPayload).toString().replaceAll(ages, '')).toBe(plain.body.replaceAll(ages, ''));
    expect(plain.headers['content-encoding']).toBeUndefined();
    expect(rawPayload.length).toBeLessThan(plain.rawPayload.length / 2);
  });
});

test('console 3: brotli is taken where both are offered; what is small stays as it is', async () => {
  const { id, eid } = await escalated(TWO, PIPELINE);
  const { headers, rawPayload } = await api.get(`/console/e/${eid}`, { 'accept-encoding': 'gzip, deflate, br' });
  expect(headers['content-encoding']).toBe('br');
  expect(brotliDecompressSync(rawPayload).toString()).toContain('</html>');
  expect((await api.get(`/v1/runs/${id}/none`, GZIP)).headers['content-encoding']).toBeUndefined();
});

test('console 3: HEAD tells of the document as it is, and sends nothing', async () => {
  const { id } = await escalated(TWO, PIPELINE);
  const url = `/v1/runs/${id}/result`;
  const { rawPayload } = await api.get(url);
  const { statusCode, headers, rawPayload: sent } = await api.send({ method: 'HEAD', url, headers: GZIP });
  expect([statusCode, sent.length]).toEqual([202, 0]);
  expect([headers['content-encoding'], headers['content-length']]).toEqual([undefined, String(rawPayload.length)]);
});

test('console 3: neither an export nor an event stream is compressed', async () => {
  await escalated(TWO, PIPELINE);
  for (const [url, accept] of [
    ['/v1/export/attempts', '*/*'],
    ['/v1/feed', 'text/event-stream'],
  ] as const) {
    const answer = await api.send({ method: url === '/v1/feed' ? 'HEAD' : 'GET', url, headers: { ...GZIP, accept } });
    expect([url, answer.headers['content-encoding']]).toEqual([url, undefined]);
  }
});

test('an answer that is kept for its key is kept plain, whoever asks for it again', async () => {
  const { id } = await escalated(TWO, PIPELINE);
  const headers = { 'idempotency-key': 'once' };
  const first = await api.post(`/v1/runs/${id}/pause`, {}, { ...headers, ...GZIP });
  const again = await api.post(`/v1/runs/${id}/pause`, {}, headers);
  expect(again.headers['content-encoding']).toBeUndefined();
  const { rawPayload } = first;
  const whole = first.headers['content-encoding'] === 'gzip' ? gunzipSync(rawPayload) : rawPayload;
  expect(again.json()).toEqual(JSON.parse(whole.toString()));
});

describe('console 4: words that another site chose are not compressed beside what is shown', () => {
  test.each([
    ['/console/runs?q=guess', LED_HERE, undefined],
    ['/v1/runs?view=row&q=ru', LED_HERE, undefined],
    ['/console/runs?q=guess', { 'sec-fetch-site': 'same-origin' }, 'gzip'],
    ['/console/runs?q=guess', {}, 'gzip'],
    ['/console', LED_HERE, 'gzip'],
  ])('%s by %j: %s', async (url, headers, encoding) => {
    expect((await api.get(url, { ...GZIP, ...headers })).headers['content-encoding']).toBe(encoding);
  });
});
