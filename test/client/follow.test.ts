import { follow } from '../../src/client/follow.ts';
import type { Frame } from '../../src/client/sse.ts';
import { createTransport } from '../../src/client/transport.ts';
import { aProblem, aService, aStream, type Reply } from './a-service.ts';

const LOST = new TypeError('fetch failed');
const END = ({ event }: Frame) => event === 'end';

function followed(replies: readonly Reply[], more: { signal?: AbortSignal } = {}) {
  const { fetch, heard } = aService({ '/s': replies });
  const waits: number[] = [];
  const states: string[] = [];
  const wait = async (milliseconds: number) => void waits.push(milliseconds);
  const transport = createTransport({ url: 'http://h', fetch, wait });
  const onState = (state: string) => void states.push(state);
  const frames = follow(transport, { path: '/s', after: '0', isLast: END, onState, ...more });
  return { frames, waits, states, ids: () => heard.map(({ headers }) => headers['last-event-id']) };
}

async function all(frames: AsyncIterable<Frame>): Promise<readonly Frame[]> {
  const found: Frame[] = [];
  for await (const frame of frames) found.push(frame);
  return found;
}

test('console 3: a lost stream is opened again after the last id, patiently, without gap or double', async () => {
  const { frames, waits, states, ids } = followed([
    aStream([1, 'a', 0], [2, 'a', 0]),
    LOST,
    LOST,
    aStream([3, 'end', 0]),
  ]);
  expect((await all(frames)).map(({ id }) => id)).toEqual(['1', '2', '3']);
  expect(ids()).toEqual(['0', '2', '2', '2']);
  expect(waits).toEqual([1_000, 2_000, 4_000]);
  expect(states).toEqual(['lost', 'lost', 'lost', 'back']);
});

test('what comes after a last event makes it none', async () => {
  const { frames } = followed([aStream([1, 'end', 0], [2, 'a', 0]), aStream([3, 'end', 0])]);
  expect((await all(frames)).map(({ id }) => id)).toEqual(['1', '2', '3']);
});

test('where nobody answers at first it is said, and where another try would not help', async () => {
  await expect(all(followed([LOST]).frames)).rejects.toThrow('No service answers at http://h.');
  const gone: Reply = { status: 404, body: aProblem(404, 'run_not_found', 'There is no run "x".') };
  await expect(all(followed([aStream([1, 'a', 0]), gone]).frames)).rejects.toThrow('There is no run "x".');
});

test('whoever wants no more hears no more, and no error', async () => {
  const enough = new AbortController();
  const { frames } = followed([aStream([1, 'a', 0]), aStream([2, 'a', 0])], { signal: enough.signal });
  const ids: unknown[] = [];
  for await (const { id } of frames) {
    ids.push(id);
    enough.abort();
  }
  expect(ids).toEqual(['1']);
});

test('a service that dies after telling the same again, each time, is lost in the end', async () => {
  const { fetch } = aService({ '/s': [aStream([1, 'a', 0])] });
  const transport = createTransport({ url: 'http://h', fetch, wait: async () => {} });
  const frames = follow(transport, { path: '/s', isLast: END, mostLost: 3 });
  await expect(all(frames)).rejects.toMatchObject({ code: 'service_away' });
});
