import type { EventStreams } from '../../ports/store/events.ts';
import type { Database } from '../pool.ts';
import { readerOf } from './event-log.ts';

/** What event streams read, over connections that nothing else uses. */
export function createEventStreams(database: Database): EventStreams {
  return { read: readerOf(database) };
}
