import type { ApiContext } from '../dependencies.ts';
import type { Delivery } from './kept.ts';
import { messagesOf, RESET } from './messages.ts';

/** Who has missed more runs than these reads its lists anew. */
const MANY = 500;

/** What somebody has missed since an id. Who come with the same id at once share the look. */
export type MissedSince = (id: string) => Promise<Delivery>;

export function createArrivals({ store }: Pick<ApiContext, 'store'>): MissedSince {
  const looks = new Map<string, Promise<Delivery>>();

  async function look(from: string): Promise<Delivery> {
    const changed = await store.changes.since(from, { limit: MANY });
    if (changed) return { id: changed.position.id, messages: await messagesOf({ store }, changed) };
    return { id: (await store.changes.now()).id, messages: [RESET] };
  }

  return (from) => {
    const shared = looks.get(from) ?? look(from).finally(() => looks.delete(from));
    looks.set(from, shared);
    return shared;
  };
}
