import { createKept } from '../../../src/api/feed/kept.ts';
import { framesOf } from '../../../src/api/feed/messages.ts';

const message = (key: string, state: string) => ({ key, text: `event: run\ndata: ${key} ${state}\n\n` });

test('console 3: the last state wins: who is behind is sent each row once, with the newest id at the end', () => {
  const kept = createKept();
  kept.add({ id: 'i1', messages: [message('a', '1'), message('b', '1')] });
  kept.add({ id: 'i2', messages: [message('a', '2')] });
  const texts = (seq: number) =>
    framesOf({ id: kept.id() ?? '', messages: kept.after(seq) }, seq, kept.end()).map(({ seq: at, bytes }) => [
      at,
      bytes.toString(),
    ]);
  expect(texts(0)).toEqual([
    [0, 'event: run\ndata: b 1\n\n'],
    [2, 'id: i2\nevent: run\ndata: a 2\n\n'],
  ]);
  expect(texts(1)).toEqual([[2, 'id: i2\nevent: run\ndata: a 2\n\n']]);
  expect(kept.after(2)).toEqual([]);
});

test('what everybody has is let go of, and nothing else', () => {
  const kept = createKept();
  kept.add({ id: 'i1', messages: [message('a', '1')] });
  kept.add({ id: 'i2', messages: [message('b', '1')] });
  kept.forget(1);
  expect(kept.after(0)).toEqual([message('b', '1')]);
});

test('an id without rows is sent for itself', () => {
  expect(framesOf({ id: 'i', messages: [] }, 3, 3).map(({ bytes }) => bytes.toString())).toEqual(['id: i\n\n']);
});
