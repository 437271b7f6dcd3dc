import { once } from 'node:events';
import type { Writable } from 'node:stream';
import { createBell } from './bell.ts';
import type { RunFeed } from './feed.ts';
import { type Frame, piecesOf } from './frame.ts';
import { MOST_UNREAD, type Reader } from './tail.ts';

/** Milliseconds for which one that was cut may still take what it was sent before. */
const GRACE = 15_000;

export interface Stream {
  readonly feed: RunFeed;
  /** The last seq that the client has. */
  readonly after: number;
  /** The last id that the client has, of a feed whose ids are no seqs. */
  readonly from?: string;
  readonly response: Writable;
  /** Aborted when the client leaves or the server closes. */
  readonly signal: AbortSignal;
}

/** A stream under way. */
export interface OpenStream {
  /** Until it is over, cut, or nobody reads it any more. Throws what the log throws. */
  readonly sent: Promise<void>;
  /** To be called from time to time: keeps the connection open, and cuts who took nothing since the last time and has much to take. */
  beat(): void;
}

/** Writes the events of a feed to a response as server-sent events, and ends it. Waits for a slow reader until it is cut. */
export function openStream({ feed, after, from, response, signal }: Stream): OpenStream {
  const bell = createBell();
  const ended = new AbortController();
  const full = { is: false, wasAtBeat: false };
  let isCut = false;

  const end = (): void => {
    ended.abort();
    bell.ring();
  };
  const cut = (): void => {
    isCut = true;
    end();
  };
  const reader: Reader = {
    seq: after,
    ...(from !== undefined && { from }),
    held: () => response.writableLength,
    wake: () => bell.ring(),
    cut,
  };

  async function send(): Promise<void> {
    signal.addEventListener('abort', end, { once: true });
    if (signal.aborted) end();
    feed.join(reader);
    try {
      while (!ended.signal.aborted) {
        const next = await feed.next(reader);
        if (next === 'over') return;
        if (next === undefined) await bell.rung();
        else await write({ response, reader, full, signal: ended.signal }, next);
      }
    } finally {
      feed.leave(reader);
      signal.removeEventListener('abort', end);
      if (isCut) letGo(response, feed.hasOwnIds ? '' : `id: ${reader.seq}\n`);
      else response.end();
    }
  }

  return {
    sent: send(),
    beat() {
      if (!full.is) response.write(': heartbeat\n\n');
      else if (full.wasAtBeat && feed.unread(reader) > MOST_UNREAD) cut();
      else full.wasAtBeat = true;
    },
  };
}

interface Writing {
  readonly response: Writable;
  readonly reader: Reader;
  /** Whether it takes no more at present, and took none at the last beat already. */
  readonly full: { is: boolean; wasAtBeat: boolean };
  readonly signal: AbortSignal;
}

/** Writes as fast as they are taken, until it is told to stop. */
async function write({ response, reader, full, signal }: Writing, frames: readonly Frame[]): Promise<void> {
  for (const piece of piecesOf(frames)) {
    if (signal.aborted) return;
    response.cork();
    for (const { bytes } of piece) response.write(bytes);
    response.uncork();
    reader.seq = piece.at(-1)?.seq ?? reader.seq;
    if (!response.writableNeedDrain) continue;
    full.is = true;
    try {
      await once(response, 'drain', { signal });
    } catch (error) {
      if (!signal.aborted) throw error;
    } finally {
      Object.assign(full, { is: false, wasAtBeat: false });
    }
  }
}

/** What it was sent before it may still take, and with it the id to come back with. */
function letGo(response: Writable, id: string): void {
  const timer = setTimeout(() => response.destroy(), GRACE).unref();
  response.once('close', () => clearTimeout(timer));
  response.end(`: too much was left unread; come back with ${id === '' ? 'the last id' : 'this id'}\n${id}\n`);
}
