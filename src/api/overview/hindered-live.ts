import type { Run } from '../../model/run.ts';
import type { Hindrance } from '../../ports/hindrance.ts';
import type { RunHead } from '../../ports/store/events.ts';
import { hindered, waitsOf } from '../../stories/hindered.ts';
import type { ApiContext } from '../dependencies.ts';
import { standingInOwnWords } from '../escalations/own-words.ts';
import { reasonsPage } from '../inspection/told.ts';
import { whyView } from '../inspection/why-view.ts';
import type { Frame } from '../streams/frame.ts';
import type { Reader } from '../streams/tail.ts';
import { REASONS } from './overview.ts';

/** Milliseconds from what a run did last, or from a change of what keeps it, to a look at that; looks that find the same grow seldomer. */
const WAITS = { first: 2_500, longest: 30_000 };

/** What keeps one run from going on, for all who follow its overview. */
export interface HinderedLive {
  /** The run has gone on, which tells of itself that nothing keeps it. */
  heard(head: RunHead): void;
  /** What a reader was not told yet. The page of one that is new may have been made before the last look: another follows. */
  next(reader: Reader): Frame | undefined;
  close(): void;
}

/**
 * No event tells what keeps a run: the engine is asked, once for all who read, while somebody reads and the run is under way and quiet. A run that
 * waits for a person, or that nobody reads, costs nothing. `onChange`: there is something for everybody.
 */
export function openHinderedLive(
  context: ApiContext,
  runId: string,
  { isRead, onChange }: { readonly isRead: () => boolean; readonly onChange: () => void },
): HinderedLive {
  const seen = new WeakMap<Reader, number>();
  let head: RunHead | undefined;
  let timer: NodeJS.Timeout | undefined;
  let wait = WAITS.first;
  /** As it was told last; undefined: as each page has it. */
  let told: string | undefined;
  let bytes: Buffer | undefined;
  let version = 0;

  const lookIn = (milliseconds: number): void => {
    wait = milliseconds;
    clearTimeout(timer);
    timer = setTimeout(() => void look().catch(() => lookIn(WAITS.longest)), wait).unref();
  };
  async function look(): Promise<void> {
    const at = head;
    if (at?.status !== 'running' || !isRead()) return;
    const [waits, engine] = await Promise.all([context.store.waits.ofRun(runId), context.runs.hindrances(runId)]);
    // That a call goes on waiting is no news.
    const now = JSON.stringify([...waits.map((one) => ({ ...one, until: undefined })), ...engine]);
    if (now === told) return lookIn(Math.min(2 * wait, WAITS.longest));
    const why = await whyNow(context, runId, ({ state }) => [...waitsOf(state, waits), ...engine]);
    // What it has done meanwhile tells of itself.
    if (head !== at || why?.seq !== at.seq) return;
    [told, bytes] = [now, why.bytes];
    version += 1;
    lookIn(WAITS.first);
    onChange();
  }

  return {
    heard(next) {
      [head, told, bytes] = [next, head ? NOTHING : undefined, undefined];
      lookIn(WAITS.first);
    },
    next(reader) {
      if (!seen.has(reader)) {
        seen.set(reader, 0);
        told = undefined;
        lookIn(WAITS.first);
      }
      if (!bytes || seen.get(reader) === version) return undefined;
      seen.set(reader, version);
      // No id of its own: where a reader goes on is said by what it has of the log.
      return { seq: reader.seq, bytes };
    },
    close() {
      head = undefined;
      clearTimeout(timer);
    },
  };
}

const NOTHING = JSON.stringify([]);

/** Undefined of a run that is over by now. */
async function whyNow(
  { store }: ApiContext,
  runId: string,
  found: (run: Run) => readonly Hindrance[],
): Promise<Frame | undefined> {
  const page = { limit: REASONS };
  const { rows, nextCursor, standing, modes, run } = await reasonsPage(store.tellings, runId, page, 'with run');
  if (!run) return undefined;
  const told = await standingInOwnWords(store, standing, run);
  const why = whyView(hindered(told, run, found(run)), modes, rows, { nextCursor, page });
  return { seq: run.state.seq, bytes: Buffer.from(`event: why\ndata: ${JSON.stringify(why)}\n\n`) };
}
