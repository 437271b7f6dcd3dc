import { DsapProblem, ServiceAway } from './problem.ts';
import { createFrameReader, type Frame } from './sse.ts';
import type { Pieces, Transport } from './transport.ts';

export interface Following {
  readonly path: string;
  readonly query?: Readonly<Record<string, string | number | undefined>>;
  /** The id of what is known already. */
  readonly after?: string | undefined;
  readonly signal?: AbortSignal | undefined;
  /** Whether nothing follows this event, so that the end of the stream is no loss. */
  readonly isLast: (frame: Frame) => boolean;
  /** How often it may be lost, one after the other, without an event; left out: for ever. The loss that is too many is thrown. */
  readonly mostLost?: number;
  /** Told when the stream is lost, and again once it is back. */
  readonly onState?: ((state: 'lost' | 'back') => void) | undefined;
}

/** A stream that tells nothing for so long is lost: a comment comes every 15 s. */
const SILENCE = 45_000;
const LONGEST_PAUSE = 30_000;

/**
 * The events of a stream, which is opened again after the last id whenever it is lost. Throws `ServiceAway` where the first try finds
 * nobody, and `DsapProblem` for what another try would not mend. It ends after the last event, or when the signal is aborted.
 */
export async function* follow(transport: Transport, following: Following): AsyncGenerator<Frame> {
  const { signal, isLast, onState, mostLost = Number.POSITIVE_INFINITY } = following;
  let last = following.after;
  let isOver = false;
  let isHeard = false;
  for (let tries = 0; !isOver; tries += 1) {
    if (signal?.aborted) return;
    if (tries > 0) {
      try {
        await transport.wait(Math.min(1_000 * 2 ** (tries - 1), LONGEST_PAUSE), signal);
      } catch {
        return;
      }
    }
    try {
      for await (const frame of read(transport, following, last)) {
        isHeard = true;
        // Who tells the same again and again gets nowhere.
        if (frame.id === undefined || frame.id !== last) {
          if (tries > 0) onState?.('back');
          tries = 0;
        }
        last = frame.id ?? last;
        isOver = isLast(frame);
        yield frame;
      }
      if (isOver) return;
      if (tries >= mostLost) throw new ServiceAway(transport.url, undefined);
    } catch (error) {
      if (signal?.aborted) return;
      const mayMend = error instanceof DsapProblem && error.retryable;
      if (!mayMend || !isHeard || tries >= mostLost) throw error;
    }
    onState?.('lost');
  }
}

async function* read(
  transport: Transport,
  { path, query, signal }: Following,
  last: string | undefined,
): AsyncGenerator<Frame> {
  const quiet = new AbortController();
  const signals = AbortSignal.any([quiet.signal, ...(signal ? [signal] : [])]);
  const resumed = last === undefined ? {} : { 'last-event-id': last };
  const headers = { accept: 'text/event-stream', ...resumed };
  const take = createFrameReader();
  const decoder = new TextDecoder();
  let timer = setTimeout(() => quiet.abort(), SILENCE);
  try {
    const response = await transport.open({ path, ...(query && { query }), headers, signal: signals });
    for await (const piece of response.body === null ? [] : piecesOf(response.body)) {
      clearTimeout(timer);
      timer = setTimeout(() => quiet.abort(), SILENCE);
      yield* take(decoder.decode(piece, { stream: true }));
    }
  } catch (error) {
    if (error instanceof DsapProblem || signal?.aborted) throw error;
    throw new ServiceAway(transport.url, error);
  } finally {
    clearTimeout(timer);
    // Whoever reads no further leaves the connection.
    quiet.abort();
  }
}

async function* piecesOf(body: Pieces): AsyncGenerator<Uint8Array> {
  if (Symbol.asyncIterator in body) return yield* body;
  const reader = body.getReader();
  try {
    for (let { value } = await reader.read(); value !== undefined; { value } = await reader.read()) yield value;
  } finally {
    await reader.cancel().catch(() => undefined);
  }
}
