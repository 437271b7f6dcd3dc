import { LRUCache } from 'lru-cache';
import type { Store } from '../../ports/store/store.ts';
import type { StoreLogger } from '../../store/pool.ts';
import { toldStory } from '../../stories/told-runs.ts';

/** Events that may be untold of a run that goes on: what a reader has to wait for at most. */
const BEHIND = 1_000;
/** Milliseconds after which a run that says nothing more is told. */
const QUIET = 30_000;
/** Between two looks, and runs of one look. */
const LOOK_EVERY = 5_000;
const AT_ONCE = 20;
/** Runs that are followed; of others it is their readers who tell them. */
const MOST_RUNS = 10_000;

interface Followed {
  readonly told: number;
  readonly seq: number;
  readonly at: number;
}

export interface KeptTold {
  /** What the interval does; answers how many runs it told. */
  look(now: number): Promise<number>;
  end(): void;
}

/**
 * Tells runs ahead of their readers: those whose logs have grown long since, those that have come to rest, and, batch by batch, those that
 * nobody has ever told.
 */
export function keepTold({ events, tellings }: Pick<Store, 'events' | 'tellings'>, logger: StoreLogger): KeptTold {
  const runs = new LRUCache<string, Followed>({ max: MOST_RUNS });
  const leave = events.subscribe(({ runId, seq }) => {
    const { told = 0, seq: known = 0 } = runs.get(runId) ?? {};
    runs.set(runId, { told, seq: Math.max(known, seq), at: performance.now() });
  });
  let hasUntold = true;
  const isDue = ({ told, seq, at }: Followed, now: number) => seq - told >= BEHIND || now - at >= QUIET;
  async function look(now: number): Promise<number> {
    const due = [...runs].filter(([, run]) => isDue(run, now)).slice(0, AT_ONCE);
    for (const [runId, run] of due) {
      await toldStory(tellings, runId);
      const { seq = run.seq, at = run.at } = runs.get(runId) ?? {};
      if (seq > run.seq || now - at < QUIET) runs.set(runId, { told: run.seq, seq, at });
      else runs.delete(runId);
    }
    const untold = hasUntold && due.length < AT_ONCE ? await tellings.untold(AT_ONCE - due.length) : [];
    // One that cannot be told now would be found again and again.
    hasUntold &&= due.length === AT_ONCE || (untold.length > 0 && (await allTold(tellings, untold)));
    return due.length + untold.length;
  }
  let isLooking = false;
  let hasEnded = false;
  const timer = setInterval(() => {
    if (isLooking) return;
    isLooking = true;
    look(performance.now())
      .catch((error: unknown) => {
        hasUntold = false;
        // Of a look that the end has cut off there is nothing to say.
        if (!hasEnded) logger.warn({ err: error }, 'runs could not be told ahead of their readers');
      })
      .finally(() => (isLooking = false));
  }, LOOK_EVERY);
  return {
    look,
    end() {
      hasEnded = true;
      clearInterval(timer);
      leave();
    },
  };
}

async function allTold(tellings: Store['tellings'], runIds: readonly string[]): Promise<boolean> {
  for (const runId of runIds) if ((await toldStory(tellings, runId))?.aside) return false;
  return true;
}
