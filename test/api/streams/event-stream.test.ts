/** Pure: one stream over a feed that says what a test says. */
import { Writable } from 'node:stream';
import { setImmediate as turn } from 'node:timers/promises';
import { openStream } from '../../../src/api/streams/event-stream.ts';
import type { RunFeed } from '../../../src/api/streams/feed.ts';
import { type Frame, piecesOf } from '../../../src/api/streams/frame.ts';
import { MOST_UNREAD } from '../../../src/api/streams/tail.ts';

/** A stream with one event of so many bytes before it, to somebody who reads or does not. */
async function aStream({ bytes, unread, reads }: { bytes: number; unread: number; reads: boolean }) {
  const got: string[] = [];
  const held: (() => void)[] = [];
  const leaving = new AbortController();
  const response = new Writable({
    write(chunk: Buffer, _, done) {
      got.push(chunk.toString());
      if (reads) done();
      else held.push(done);
    },
  });
  const feed: RunFeed = {
    join: () => undefined,
    leave: () => undefined,
    next: async ({ seq }) => (seq < 7 ? [{ seq: 7, bytes: Buffer.alloc(bytes) }] : undefined),
    unread: () => unread,
    close: () => undefined,
  };
  const stream = openStream({ feed, after: 3, response, signal: leaving.signal });
  await turn();
  const takeAll = async () => {
    for (let done = held.shift(); done; done = held.shift()) {
      done();
      await turn();
    }
  };
  return { stream, response, got, leave: () => leaving.abort(), takeAll };
}

test('whoever has taken everything is told every time that the stream lives, and keeps it', async () => {
  const { stream, got, leave } = await aStream({ bytes: 10, unread: 0, reads: true });
  for (let beats = 0; beats < 3; beats += 1) stream.beat();
  await turn();
  expect(got.slice(1)).toEqual([': heartbeat\n\n', ': heartbeat\n\n', ': heartbeat\n\n']);
  leave();
  await stream.sent;
});

test('who took nothing between two beats is cut where a mebibyte waits, with the id to come back with', async () => {
  const { stream, response, got, takeAll } = await aStream({ bytes: 100_000, unread: MOST_UNREAD + 1, reads: false });
  stream.beat();
  await turn();
  expect(response.writableEnded).toBe(false);
  stream.beat();
  await stream.sent;
  await takeAll();
  expect([response.writableFinished, got.at(-1)]).toEqual([true, expect.stringMatching(/\nid: 7\n\n$/)]);
});

test('who took nothing keeps the stream where less waits, and hears nothing before it has', async () => {
  const { stream, response, got, leave } = await aStream({ bytes: 100_000, unread: MOST_UNREAD, reads: false });
  for (let beats = 0; beats < 5; beats += 1) stream.beat();
  await turn();
  expect([got.length, response.writableEnded]).toEqual([1, false]);
  leave();
  await stream.sent;
});

test('events are written together as far as they fit, and one that does not alone', () => {
  const frames = [6_000, 10_000, 1_000, 40_000, 500, 600].map(
    (length, at): Frame => ({ seq: at, bytes: Buffer.alloc(length) }),
  );
  expect(piecesOf(frames).map((piece) => piece.map(({ seq }) => seq))).toEqual([[0, 1], [2], [3], [4, 5]]);
});
