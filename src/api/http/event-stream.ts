import { once } from 'node:events';
import type { ServerResponse } from 'node:http';
import type { Store } from '../../ports/store.ts';
import { eventView } from '../inspection/event-view.ts';

const HEARTBEAT = 15_000;
/** Looks at the log this often even when no news came, since a listener may miss some. */
const POLL = 2_000;
const BATCH = 500;

interface Stream {
  readonly store: Pick<Store, 'events' | 'streams'>;
  readonly runId: string;
  /** The last seq that the client has. */
  readonly after: number;
  readonly response: ServerResponse;
  /** Aborted when the client leaves or the server closes. */
  readonly signal: AbortSignal;
}

/**
 * Writes a run's events as server-sent events until the `run.closed` that is newest when it is reached (R46), the client leaves or
 * the server closes. Waits for slow readers.
 */
export async function streamEvents(stream: Stream): Promise<void> {
  const { store, runId, response, signal } = stream;
  const bell = createBell(signal);
  const unsubscribe = store.events.subscribe((news) => {
    if (news.runId === runId) bell.ring();
  });
  const heartbeat = setInterval(() => response.write(': heartbeat\n\n'), HEARTBEAT);
  try {
    let seq = stream.after;
    while (!signal.aborted) {
      const next = await sendNew(stream, seq);
      if (next === seq && (await store.streams.isOver(runId, seq))) return;
      if (next === seq) await bell.rung(POLL);
      seq = next;
    }
  } finally {
    clearInterval(heartbeat);
    unsubscribe();
  }
}

/** Sends a batch of what is new; answers the last seq sent. */
async function sendNew({ store, runId, response, signal }: Stream, after: number): Promise<number> {
  let seq = after;
  for (const event of await store.streams.read(runId, after, BATCH)) {
    if (signal.aborted) return seq;
    const view = eventView(runId, event);
    const frame = `id: ${view.seq}\nevent: ${view.type}\ndata: ${JSON.stringify(view)}\n\n`;
    if (!response.write(frame)) await drained(response, signal);
    seq = event.seq;
  }
  return seq;
}

async function drained(response: ServerResponse, signal: AbortSignal): Promise<void> {
  try {
    await once(response, 'drain', { signal });
  } catch (error) {
    if (!signal.aborted) throw error;
  }
}

/** Something to wait for that remembers a ring which came while nobody waited. */
function createBell(signal: AbortSignal) {
  let rang = false;
  let wake: (() => void) | undefined;
  const ring = () => {
    rang = true;
    wake?.();
  };
  signal.addEventListener('abort', ring, { once: true });
  const rung = async (milliseconds: number): Promise<void> => {
    if (!rang) {
      await new Promise<void>((resolve) => {
        const timer = setTimeout(resolve, milliseconds);
        wake = () => {
          clearTimeout(timer);
          resolve();
        };
      });
    }
    rang = false;
  };
  return { ring, rung };
}
