import { bytesOf, type Frame } from './frame.ts';

/** Bytes that a reader may leave unread before it is cut. */
export const MOST_UNREAD = 1024 * 1024;

/** Somebody who is sent the events of a run. */
export interface Reader {
  /** The last event that it was sent. */
  seq: number;
  /** Where it had come to before, in the words of a feed whose ids are no numbers. */
  readonly from?: string;
  /** Bytes that it was sent and has not taken. */
  readonly held: () => number;
  /** There may be something to send, or nothing any more. */
  readonly wake: () => void;
  /** It has left too much unread. */
  readonly cut: () => void;
}

/**
 * The newest events of a log without a hole, as far as somebody who follows it has not been sent them yet: at most a mebibyte, since who
 * is further behind is cut.
 */
export interface Tail {
  /** The seq that it has come to; undefined before it began. */
  end(): number | undefined;
  begin(seq: number): void;
  /** Adds what is behind the end, lets go of what everybody has, and cuts who has left too much. */
  publish(frames: readonly Frame[]): void;
  /** What comes after a seq; undefined when that has been let go. */
  after(seq: number): readonly Frame[] | undefined;
  /** Keeps what comes after a seq until the reader was sent it; Infinity: nothing. */
  keepFor(reader: Reader, after: number): void;
  join(reader: Reader): void;
  leave(reader: Reader): void;
  readers(): Iterable<Reader>;
  /** How many readers there are. */
  size(): number;
}

export function createTail(): Tail {
  /** With the seq after which it is kept for them. */
  const readers = new Map<Reader, number>();
  let frames: readonly Frame[] = [];
  let end: number | undefined;

  /** Of one that has taken all it was sent it is us who are slow. */
  function cutIfSlow(reader: Reader, kept: number): void {
    const held = reader.held();
    const from = Math.max(kept, reader.seq);
    if (held === 0 || held + bytesOf(frames.filter(({ seq }) => seq > from)) <= MOST_UNREAD) return;
    readers.delete(reader);
    reader.cut();
  }

  return {
    end: () => end,
    begin: (seq) => void (end = seq),
    publish(fresh) {
      const needed = Math.min(...[...readers].map(([{ seq }, kept]) => Math.max(kept, seq)));
      frames = [...frames.filter(({ seq }) => seq > needed), ...fresh];
      end = fresh.at(-1)?.seq ?? end;
      // Where there is less, nobody can have left so much who was sent no more than half of it.
      if (bytesOf(frames) > MOST_UNREAD / 2) for (const [reader, kept] of readers) cutIfSlow(reader, kept);
    },
    after(seq) {
      const first = (end ?? 0) - frames.length + 1;
      return seq < first - 1 ? undefined : frames.slice(seq + 1 - first);
    },
    keepFor(reader, after) {
      if (readers.has(reader)) readers.set(reader, after);
    },
    join: (reader) => void readers.set(reader, Infinity),
    leave: (reader) => void readers.delete(reader),
    readers: () => readers.keys(),
    size: () => readers.size,
  };
}
