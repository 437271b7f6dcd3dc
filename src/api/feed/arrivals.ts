import type { RowContext } from '../rows/run-row.ts';
import type { Delivery } from './kept.ts';
import { messagesOf, RESET } from './messages.ts';

/** Who has missed more runs than these reads its lists anew. */
const MANY = 500;

/** What somebody has missed since an id. Who come with the same id at once share the look. */
export type MissedSince = (id: string) => Promise<Delivery>;

export function createArrivals(context: RowContext): MissedSince {
  const { store, neededWorkers } = context;
  const looks = new Map<string, Promise<Delivery>>();

  async function look(from: string): Promise<Delivery> {
    // Whether somebody polls may have changed meanwhile, which no row tells.
    const changed = await store.changes.since(from, { limit: MANY, again: neededWorkers.asking() });
    if (changed) return { id: changed.position.id, messages: await messagesOf(context, changed) };
    return { id: (await store.changes.now()).id, messages: [RESET] };
  }

  return (from) => {
    const shared = looks.get(from) ?? look(from).finally(() => looks.delete(from));
    looks.set(from, shared);
    return shared;
  };
}
