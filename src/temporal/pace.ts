/** What tasks that share one thread take of it, and how many of them it therefore ends in good time. */
export interface Pace {
  /** So many are on the thread from now on. */
  readonly set: (tasks: number) => void;
  /** One has ended. */
  readonly ended: () => void;
  readonly limit: () => number;
}

/** Milliseconds within which all that is in hand should end: a fifth of the ten seconds that Temporal gives a task. */
const TOGETHER = 2_000;
/** However slow they are: one more than a thread can do at once, for each of two queues. */
const LEAST = 4;
/** What the newest task counts for in the mean. */
const NEWEST = 0.2;

/**
 * By the time for which any task was on the thread, shared out among those that ended. It begins with few, until the first have shown what they take; one
 * that ends late counts before it has ended.
 */
export function createPace(now: () => number): Pace {
  let mean = TOGETHER / LEAST;
  let since: number | undefined;
  let busy = 0;
  const soFar = () => busy + (since === undefined ? 0 : now() - since);
  return {
    set(tasks) {
      busy = soFar();
      since = tasks > 0 ? now() : undefined;
    },
    ended() {
      mean += (soFar() - mean) * NEWEST;
      busy = 0;
      if (since !== undefined) since = now();
    },
    limit: () => Math.max(LEAST, Math.floor(TOGETHER / Math.max(mean, soFar()))),
  };
}
