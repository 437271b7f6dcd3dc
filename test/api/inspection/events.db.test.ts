/** A server that really listens, over a real PostgreSQL. */
import { aDocument, useApp } from '../test-app.ts';

const api = useApp();

async function started(script: Parameters<typeof api.runs.script>[0]): Promise<string> {
  api.runs.script(script);
  return (await api.post('/v1/runs', { workflow: { definition: aDocument() } })).json().id;
}

const PASS = { draft: [{ text: 'ok', verdict: 'pass' }] } as const;

interface Frame {
  readonly id: number;
  readonly event: string;
  readonly data: { readonly seq: number; readonly type: string };
}

function framesOf(text: string): readonly Frame[] {
  return text.split('\n\n').flatMap((block) => {
    const field = (name: string) => new RegExp(`^${name}: (.*)$`, 'm').exec(block)?.[1];
    const data = field('data');
    return data === undefined ? [] : [{ id: Number(field('id')), event: field('event') ?? '', data: JSON.parse(data) }];
  });
}

async function listening(): Promise<string> {
  const { server } = api.app;
  if (!server.listening) await api.app.listen({ port: 0, host: '127.0.0.1' });
  const address = server.address();
  if (address === null || typeof address === 'string') throw new Error('no port');
  return `http://127.0.0.1:${address.port}`;
}

async function streamed(id: string, headers: Record<string, string> = {}, query = ''): Promise<readonly Frame[]> {
  const answer = await fetch(`${await listening()}/v1/runs/${id}/events${query}`, {
    headers: { accept: 'text/event-stream', ...headers },
  });
  expect([answer.status, answer.headers.get('content-type')]).toEqual([200, 'text/event-stream; charset=utf-8']);
  return framesOf(await answer.text());
}

test('pages hold the envelopes, dense from 1, oldest first', async () => {
  const id = await started(PASS);
  const whole = (await api.get(`/v1/runs/${id}/events`)).json();
  expect(whole.data.map(({ seq }: { seq: number }) => seq)).toEqual(whole.data.map((_: unknown, at: number) => at + 1));
  expect(whole.data[0]).toEqual({
    seq: 1,
    id: `evt_${id}_1`,
    type: 'run.created',
    time: expect.stringMatching(/Z$/),
    runId: id,
    data: expect.objectContaining({ runId: id, steps: ['draft'], by: 'anonymous' }),
  });
  expect(whole.data[0].data).not.toHaveProperty('seq');
  const some = (await api.get(`/v1/runs/${id}/events?after=2&limit=1`)).json();
  expect([some.data[0].seq, some.page.hasMore]).toEqual([3, true]);
  const next = (await api.get(`/v1/runs/${id}/events?limit=1&cursor=${some.page.nextCursor}`)).json();
  expect(next.data[0].seq).toBe(4);
});

test('a stream of an ended run replays the log and ends after run.closed', async () => {
  const id = await started(PASS);
  const frames = await streamed(id);
  const page = (await api.get(`/v1/runs/${id}/events`)).json();
  expect(frames.map(({ data }) => data)).toEqual(page.data);
  expect(frames.every(({ id: seq, event, data }) => seq === data.seq && event === data.type)).toBe(true);
  expect(frames.at(-1)?.event).toBe('run.closed');
});

test('Last-Event-ID and ?after= resume; after the last event the stream ends at once', async () => {
  const id = await started(PASS);
  const all = await streamed(id);
  expect(await streamed(id, { 'last-event-id': '3' })).toEqual(all.slice(3));
  expect(await streamed(id, {}, '?after=3')).toEqual(all.slice(3));
  expect(await streamed(id, { 'last-event-id': String(all.length) })).toEqual([]);
});

test('a stream of a running run goes on with what comes, and ends when the run is stopped', async () => {
  const id = await started({});
  const stream = streamed(id);
  await api.post(`/v1/runs/${id}/stop`);
  const frames = await stream;
  expect(frames.map(({ id: seq }) => seq)).toEqual(frames.map((_, at) => at + 1));
  expect(frames.slice(-1).map(({ event }) => event)).toEqual(['run.closed']);
});

test.each([
  [{ accept: 'text/event-stream', 'last-event-id': 'x' }, '', 'invalid_header'],
  [{}, '?after=-1', 'invalid_query'],
  [{}, '?cursor=x', 'invalid_cursor'],
])('R55: an unreadable place in the log is 400: %j %s', async (headers, query, code) => {
  const answer = await api.get(`/v1/runs/${await started({})}/events${query}`, headers);
  expect([answer.statusCode, answer.json().code]).toEqual([400, code]);
});
