import type { Event } from '../../model/event.ts';
import type { EventLog } from '../../ports/store.ts';
import type { StoreLogger } from '../pool.ts';
import type { Listener } from './listener.ts';
import { discardedBy } from './projection.ts';

/** The channel on which every stored batch is told to all processes. */
export const NEWS_CHANNEL = 'dsap_events';

/** PostgreSQL takes fewer bytes than this in a notification. */
const PAYLOAD_LIMIT = 8_000;

export type News = Parameters<Parameters<EventLog['subscribe']>[0]>[0];
export type Hear = (news: News) => void;
type ReadEvents = (runId: string, after: number, limit: number) => Promise<readonly Event[]>;

/** Tokens that do not fit are left out, and the batch named instead, so that the other side reads them from the log. */
export function newsPayload(news: News, after: number): string {
  const whole = JSON.stringify(news);
  return Buffer.byteLength(whole) < PAYLOAD_LIMIT ? whole : JSON.stringify({ ...news, tokens: [], after });
}

/**
 * Hands notifications to a subscriber, complete: where the tokens did not fit they are read first. When they cannot be read the
 * news goes on without them; holders of calls ask `discarded` anyway.
 */
export function subscribeToNews(listener: Listener, read: ReadEvents, logger: StoreLogger, hear: Hear): () => void {
  const complete = async ({ after, ...news }: Payload & { readonly after: number }): Promise<void> => {
    const events = await read(news.runId, after, news.seq - after).catch((error: unknown) => {
      logger.warn({ err: error, runId: news.runId }, 'tokens that a batch discarded could not be read');
      return [];
    });
    hear({ ...news, tokens: discardedBy(events) });
  };
  return listener.subscribe((payload) => {
    const { after, ...news } = parse(payload);
    if (after === undefined) hear(news);
    else void complete({ ...news, after });
  });
}

type Payload = News & { readonly after?: number };

/** Only this store writes to the channel. */
function parse(payload: string): Payload {
  return JSON.parse(payload);
}
