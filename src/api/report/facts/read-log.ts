import type { Event } from '../../../model/event.ts';
import type { RunRow } from '../../../ports/store/runs.ts';
import type { Store } from '../../../ports/store/store.ts';
import { createLogReader, type LogFacts } from './log.ts';

/** Events of one portion: two statements each. */
const PORTION = 1_000;

/** What the log of a run tells, up to the event that its row stands at. */
export async function readLog(
  { events, verdicts }: Pick<Store, 'events' | 'verdicts'>,
  { record: { id }, state: { seq, escalations } }: RunRow,
): Promise<LogFacts> {
  const reader = createLogReader(new Set(Object.values(escalations).flatMap(({ artifactId }) => artifactId ?? [])));
  for (let after = 0; after < seq; ) {
    const portion = (await events.read(id, after, PORTION)).filter((event) => event.seq <= seq);
    const last = portion.at(-1);
    if (!last) throw new Error(`The log of ${id} ends at ${after}, not at ${seq}.`);
    const found = await verdicts.findAll(id, rejectedIn(portion));
    reader.add(portion, (token) => found.get(token)?.feedback ?? '');
    after = last.seq;
  }
  return reader.result();
}

function rejectedIn(events: readonly Event[]): readonly string[] {
  return events.flatMap((event) => (event.type === 'guard.verdict' && event.verdict !== 'pass' ? [event.token] : []));
}
