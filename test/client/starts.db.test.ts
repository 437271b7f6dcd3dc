import { createClient, type Fetch } from '../../src/client/client.ts';
import { useApp } from '../api/test-app.ts';

const api = useApp();
const LOST = new TypeError('fetch failed');

/** Over a network that loses a request in three on its way, or its answer. */
function lossy(): { readonly fetch: Fetch; readonly lost: { before: number; after: number } } {
  const lost = { before: 0, after: 0 };
  let sent = 0;
  const fetch: Fetch = async (url, { method, headers, body }) => {
    sent += 1;
    if (sent % 3 === 1) {
      lost.before += 1;
      throw LOST;
    }
    const { pathname, search } = new URL(url);
    const {
      statusCode,
      body: text,
      headers: answered,
    } = await api.send({
      method: method === 'POST' ? 'POST' : 'GET',
      url: pathname + search,
      headers,
      ...(body !== undefined && { payload: body }),
    });
    if (sent % 3 === 2) {
      lost.after += 1;
      throw LOST;
    }
    return new Response(text, { status: statusCode, headers: { 'content-type': String(answered['content-type']) } });
  };
  return { fetch, lost };
}

test('package 3: of 200 starts whose connections are lost before and after they are served, each begins one run', async () => {
  const { fetch, lost } = lossy();
  const client = createClient({ url: 'http://test', fetch, wait: async () => {} });
  await client.definitions.publish({
    name: 'once',
    specification: 'Say hello.',
    model: 'sim:script',
    steps: [{ id: 'greet', generator: { kind: 'llm', prompt: 'Greet.' }, guard: { use: 'not-empty' } }],
  });
  const ids: string[] = [];
  for (let n = 0; n < 200; n += 1) ids.push((await client.runs.start({ workflow: { name: 'once' } })).id);
  expect(lost.before).toBeGreaterThanOrEqual(200);
  expect(lost.after).toBeGreaterThanOrEqual(200);
  const direct = await api.get('/v1/runs?workflow=once&limit=200');
  const { data, page }: { data: readonly { id: string }[]; page: { hasMore: boolean } } = direct.json();
  expect(page.hasMore).toBe(false);
  expect(data.map(({ id }) => id).toSorted()).toEqual(ids.toSorted());
});
