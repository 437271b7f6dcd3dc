import type { EscalationRow } from '../../ports/store/escalations.ts';
import type { Store } from '../../ports/store/store.ts';
import { becameOf } from '../../stories/answers/became.ts';

/** Events that are read at once, and in all: what came later than that was not brought about by the answer alone. */
const MOST = { portion: 500, portions: 20 };

/** What came of the answer to a question, in a sentence; undefined where it is not decided, or was decided long after it was asked. */
export async function becameIn(
  { events }: Pick<Store, 'events'>,
  { runId, escalation }: EscalationRow,
): Promise<string | undefined> {
  if (!escalation.decision) return undefined;
  let after = openedAt(escalation.id);
  for (let portion = 0; portion < MOST.portions; portion += 1) {
    const found = await events.read(runId, after, MOST.portion);
    const at = found.findIndex((event) => event.type === 'escalation.decided' && event.escalationId === escalation.id);
    const decided = found[at];
    if (decided) return becameOf(await events.read(runId, decided.seq - 1, MOST.portion), escalation);
    const last = found.at(-1);
    if (!last) return undefined;
    after = last.seq;
  }
  return undefined;
}

/** The event that opened it, which its id ends in. */
function openedAt(id: string): number {
  return Number(/\d+$/.exec(id)?.[0] ?? 0);
}
