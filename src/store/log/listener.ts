import { setTimeout as sleep } from 'node:timers/promises';
import { Client } from 'pg';
import { beginSession, type ConnectionSettings } from '../connection.ts';
import type { StoreLogger } from '../pool.ts';
import { asConnectFailure } from './failures.ts';

const FIRST_WAIT = 100;
const LONGEST_WAIT = 5_000;

export interface Listener {
  /** Of one of its channels, the first when left out. The answer ends the subscription. */
  subscribe(hear: (payload: string) => void, channel?: string): () => void;
  /** Whether its connection stands, as far as it knows. */
  isListening(): boolean;
  /** Tells whenever the connection has come back, from where on everything is heard again. */
  onReturn(tell: () => void): void;
  close(): Promise<void>;
}

interface Connection {
  readonly ended: Promise<void>;
  end(): Promise<void>;
}

/**
 * One connection that LISTENs on some channels and fans out. It comes back by itself after a loss; what was sent meanwhile is not
 * repeated, so nobody may depend on it alone: watched runs are looked for every 2 s and when it is back, and holders of calls ask
 * `discarded` (engine 5.9). Throws `StoreUnavailable` when the first connection fails.
 */
export async function openListener(
  settings: ConnectionSettings,
  channels: readonly [string, ...string[]],
  logger: StoreLogger,
): Promise<Listener> {
  const hearers = new Map(channels.map((channel) => [channel, new Set<(payload: string) => void>()]));
  const returning = new Set<() => void>();
  const closing = new AbortController();

  const listen = () =>
    listenOn(settings, channels, {
      hear(channel, payload) {
        for (const hear of hearers.get(channel) ?? []) hear(payload);
      },
      lost: (error) => logger.warn({ err: error }, 'the connection that hears of new events was lost'),
    });
  let current = await listen();
  let isListening = true;
  const running = keepListening();

  async function keepListening(): Promise<void> {
    while (!closing.signal.aborted) {
      await current.ended;
      isListening = false;
      await reconnect();
    }
  }

  async function reconnect(): Promise<void> {
    for (let wait = FIRST_WAIT; !closing.signal.aborted; wait = Math.min(2 * wait, LONGEST_WAIT)) {
      try {
        current = await listen();
        isListening = true;
        for (const tell of returning) tell();
        return;
      } catch (error) {
        logger.warn({ err: error, again: wait }, 'the connection that hears of new events could not be made');
        await sleep(wait, undefined, { signal: closing.signal }).catch(() => undefined);
      }
    }
  }

  return {
    subscribe(hear, channel = channels[0]) {
      const those = hearers.get(channel);
      those?.add(hear);
      return () => void those?.delete(hear);
    },
    isListening: () => isListening,
    onReturn: (tell) => void returning.add(tell),
    async close() {
      closing.abort();
      await current.end();
      await running;
      await current.end();
    },
  };
}

interface Hearing {
  readonly hear: (channel: string, payload: string) => void;
  readonly lost: (error: Error) => void;
}

/** Throws `StoreUnavailable` when it cannot be made. */
async function listenOn(
  settings: ConnectionSettings,
  channels: readonly string[],
  { hear, lost }: Hearing,
): Promise<Connection> {
  const client = new Client(settings);
  const ended = new Promise<void>((resolve) => client.once('end', () => resolve()));
  client.on('error', lost);
  client.on('notification', ({ channel, payload = '' }) => hear(channel, payload));
  try {
    await client.connect();
    await beginSession(client, settings);
    await client.query(channels.map((channel) => `listen ${channel}`).join('; '));
    return { ended, end: () => client.end().catch(() => undefined) };
  } catch (error) {
    await client.end().catch(() => undefined);
    throw asConnectFailure(error);
  }
}
