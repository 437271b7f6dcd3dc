/** A reader that does not read, on a socket of its own, over a real PostgreSQL. */
import { connect, type Socket } from 'node:net';
import { numbered } from '../../store/makers.ts';
import { until } from '../../support/until.ts';
import { aDocument, useApp } from '../test-app.ts';

const api = useApp();

/** A stream on a socket; it begins to read when it is told to, and then to its end. */
async function open(id: string, last = 0) {
  const { server } = api.app;
  if (!server.listening) await api.app.listen({ port: 0, host: '127.0.0.1' });
  const at = server.address();
  if (at === null || typeof at === 'string') throw new Error('no port');
  const socket: Socket = connect(at.port, '127.0.0.1');
  const headers = ['host: test', 'accept: text/event-stream', 'connection: close', `last-event-id: ${last}`];
  socket.write(`GET /v1/runs/${id}/events HTTP/1.1\r\n${headers.join('\r\n')}\r\n\r\n`);
  return async () => {
    let text = '';
    for await (const chunk of socket) text += String(chunk);
    const ids = [...text.matchAll(/^id: (\d+)\r?\nevent/gm)].map(([, seq]) => Number(seq));
    return { ids, last: Number([...text.matchAll(/^id: (\d+)$/gm)].at(-1)?.[1]) };
  };
}

async function openStreams(): Promise<number> {
  const { body } = await api.get('/metrics');
  return Number(/^dsap_event_streams (\d+)/m.exec(body)?.[1] ?? Number.NaN);
}

test('a reader with a mebibyte unread is cut, and comes back by its last id without a gap or a double', async () => {
  api.runs.script({});
  const { id } = (await api.post('/v1/runs', { workflow: { definition: aDocument() } })).json();
  const begun = (await api.store.runs.find(id))?.state.seq ?? 0;
  const read = await open(id);
  await until('the stream is open', async () => ((await openStreams()) === 1 ? true : undefined));
  // The kernel takes some for it.
  let seq = begun;
  for (let mebibytes = 0; mebibytes < 24 && (await openStreams()) > 0; mebibytes += 1) {
    const texts = Array.from({ length: 16 }, () => ({ type: 'note.added', text: 'x'.repeat(64 * 1024) }) as const);
    await api.store.events.append(id, numbered(texts, seq + 1));
    seq += texts.length;
  }
  expect(await openStreams()).toBe(0);
  const first = await read();
  expect(first.ids.length).toBeLessThan(seq);
  expect(first.last).toBe(first.ids.at(-1));
  const again = await open(id, first.last);
  await api.store.events.append(id, numbered([{ type: 'run.closed', status: 'terminated' }], seq + 1));
  const second = await again();
  const all = [...first.ids, ...second.ids];
  expect(all).toEqual(Array.from({ length: seq + 1 }, (_, at) => at + 1));
});
