import type { Event } from '../../model/event.ts';
import type { EventLog } from '../../ports/store/events.ts';
import type { StoreLogger } from '../pool.ts';
import type { Listener } from './listener.ts';
import { discardedBy } from './projection.ts';

/** The channel on which every stored batch is told to all processes. */
export const NOTIFICATION_CHANNEL = 'dsap_events';

/** PostgreSQL takes fewer bytes than this in a notification. */
const PAYLOAD_LIMIT = 8_000;

export type Notification = Parameters<Parameters<EventLog['subscribe']>[0]>[0];
type Hear = (notification: Notification) => void;
/** What is told of a batch without its tokens. A process of an older version says no status. */
export type Told = Pick<Notification, 'runId' | 'seq'> & Partial<Pick<Notification, 'status'>>;
type HearTold = (told: Told) => void;
type ReadEvents = (runId: string, after: number, limit: number) => Promise<readonly Event[]>;

/** Tokens that do not fit are left out, and the batch named instead, so that the other side reads them from the log. */
export function notificationPayload(notification: Notification, after: number): string {
  const whole = JSON.stringify(notification);
  return Buffer.byteLength(whole) < PAYLOAD_LIMIT ? whole : JSON.stringify({ ...notification, tokens: [], after });
}

/** What this process hears, each notification parsed once, whoever wants to know. Both answers end the subscription. */
export interface Notifications {
  /** With the tokens of the batch: where they did not fit they are read first, once for all. */
  subscribe(hear: Hear): () => void;
  /** At once, without tokens. */
  follow(hear: HearTold): () => void;
}

/**
 * Takes what the listener hears. When tokens that did not fit cannot be read, the notification goes on without them; holders of calls
 * ask `discarded` anyway.
 */
export function takeNotifications(
  listener: Pick<Listener, 'subscribe'>,
  read: ReadEvents,
  logger: StoreLogger,
): Notifications {
  const hearers = new Set<Hear>();
  const followers = new Set<HearTold>();
  const tell = (notification: Notification): void => {
    for (const hear of hearers) hear(notification);
  };
  const complete = async ({ after, ...notification }: Notification & { readonly after: number }): Promise<void> => {
    const events = await read(notification.runId, after, notification.seq - after).catch((error: unknown) => {
      logger.warn({ err: error, runId: notification.runId }, 'tokens that a batch discarded could not be read');
      return [];
    });
    tell({ ...notification, tokens: discardedBy(events) });
  };
  listener.subscribe((payload) => {
    const { after, ...notification } = parse(payload);
    for (const hear of followers) hear(notification);
    if (hearers.size === 0) return;
    if (after === undefined) tell(notification);
    else void complete({ ...notification, after });
  });
  return { subscribe: (hear) => joined(hearers, hear), follow: (hear) => joined(followers, hear) };
}

function joined<One>(all: Set<One>, one: One): () => void {
  all.add(one);
  return () => void all.delete(one);
}

type Payload = Notification & { readonly after?: number };

/** Only this store writes to the channel. */
function parse(payload: string): Payload {
  return JSON.parse(payload);
}
