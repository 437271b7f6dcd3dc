import type { AttemptRow } from '../../../ports/store/attempts.ts';
import type { Store } from '../../../ports/store/store.ts';
import type { AttemptFacts } from './attempt.ts';
import { createAttemptTeller } from './attempts.ts';
import type { Ends } from './ends.ts';
import { LONGEST_TEXT, type Room } from './room.ts';

/** Attempts of one portion: two statements each, and at most so many long texts at a time. */
const PORTION = 50;
/** Attempts that are shown of the beginning and of the end, where there are more. */
const MOST = { head: 500, tail: 1_500 };

/** The attempts of a run, oldest first, each with its share of the room. */
export async function readAttempts(
  { attempts, contents }: Pick<Store, 'attempts' | 'contents'>,
  runId: string,
  room: Room,
  digestOf: (text: string) => string,
): Promise<{ readonly all: number; readonly shown: Ends<AttemptFacts> }> {
  const { counts } = await attempts.newest(runId, { each: 1, all: 1 });
  const all = [...counts.values()].reduce((sum, count) => sum + count, 0);
  const isLong = all > MOST.head + MOST.tail;
  const isShown = (place: number) => !isLong || place < MOST.head || place >= all - MOST.tail;
  const teller = createAttemptTeller(digestOf);
  const told: AttemptFacts[] = [];
  let left = Math.min(all, MOST.head + MOST.tail);
  let place = 0;
  for await (const rows of portionsOf(attempts, runId)) {
    const shown = rows.filter((_, at) => isShown(place + at));
    const texts = await contents.heads(teller.needs(shown), LONGEST_TEXT);
    for (const row of rows) {
      if (isShown(place)) {
        told.push(teller.tell(row, texts, room.within(Math.floor(room.left / Math.max(1, left)))));
        left -= 1;
      } else {
        teller.skip(row);
      }
      place += 1;
    }
  }
  const head = isLong ? MOST.head : told.length;
  return { all: place, shown: { head: told.slice(0, head), leftOut: place - told.length, tail: told.slice(head) } };
}

async function* portionsOf(attempts: Store['attempts'], runId: string): AsyncGenerator<readonly AttemptRow[]> {
  let cursor: string | null = null;
  do {
    const page: Awaited<ReturnType<typeof attempts.list>> = await attempts.list(
      runId,
      {},
      { limit: PORTION, ...(cursor !== null && { cursor }) },
    );
    yield page.rows;
    cursor = page.nextCursor;
  } while (cursor !== null);
}
