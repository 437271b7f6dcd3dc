import { ENDINGS } from '../../model/event.ts';
import type { EventStreams } from '../../ports/store.ts';
import type { Database } from '../pool.ts';
import { readerOf } from './event-log.ts';

/** What event streams read, over connections that nothing else uses. */
export function createEventStreams(database: Database): EventStreams {
  return {
    read: readerOf(database),
    async isOver(runId, seq) {
      const [head] = await database.query<{ status: string; seq: number }>(HEAD, [runId]);
      return head === undefined || (head.seq <= seq && ENDINGS.some((ending) => ending === head.status));
    },
  };
}

const HEAD = { name: 'stream-head', text: 'select status, seq from run_views where run_id = $1' };
