import { setTimeout as sleep } from 'node:timers/promises';
import { Client } from 'pg';
import type { ConnectionSettings } from '../connection.ts';
import type { StoreLogger } from '../pool.ts';
import { asConnectFailure } from './failures.ts';

const FIRST_WAIT = 100;
const LONGEST_WAIT = 5_000;

export interface Listener {
  /** The answer ends the subscription. */
  subscribe(hear: (payload: string) => void): () => void;
  close(): Promise<void>;
}

interface Connection {
  readonly ended: Promise<void>;
  end(): Promise<void>;
}

/**
 * One connection that LISTENs on a channel and fans out. It comes back by itself after a loss; what was sent meanwhile is not
 * repeated, so nobody may depend on it alone: `waitFor` also polls, readers of a stream look again at least every 2 s, and holders
 * of calls ask `discarded` (engine 5.9). Throws `StoreUnavailable` when the first connection fails.
 */
export async function openListener(
  settings: ConnectionSettings,
  channel: string,
  logger: StoreLogger,
): Promise<Listener> {
  const hearers = new Set<(payload: string) => void>();
  const closing = new AbortController();

  const listen = async (): Promise<Connection> => {
    const client = new Client(settings);
    const ended = new Promise<void>((resolve) => client.once('end', () => resolve()));
    client.on('error', (error) => logger.warn({ err: error }, 'the connection that hears of new events was lost'));
    client.on('notification', ({ payload = '' }) => {
      for (const hear of hearers) hear(payload);
    });
    try {
      await client.connect();
      await client.query(`listen ${channel}`);
      return { ended, end: () => client.end().catch(() => undefined) };
    } catch (error) {
      await client.end().catch(() => undefined);
      throw asConnectFailure(error);
    }
  };

  let current = await listen();
  const running = keepListening();

  async function keepListening(): Promise<void> {
    while (!closing.signal.aborted) {
      await current.ended;
      await reconnect();
    }
  }

  async function reconnect(): Promise<void> {
    for (let wait = FIRST_WAIT; !closing.signal.aborted; wait = Math.min(2 * wait, LONGEST_WAIT)) {
      try {
        current = await listen();
        return;
      } catch (error) {
        logger.warn({ err: error, again: wait }, 'the connection that hears of new events could not be made');
        await sleep(wait, undefined, { signal: closing.signal }).catch(() => undefined);
      }
    }
  }

  return {
    subscribe(hear) {
      hearers.add(hear);
      return () => void hearers.delete(hear);
    },
    async close() {
      closing.abort();
      await current.end();
      await running;
      await current.end();
    },
  };
}
