/** The time of a play: it stands still but where something is waited for, so that the same play has the same times. */
export interface Clock {
  /** Milliseconds since the epoch. */
  readonly now: () => number;
  /** So many milliseconds go by. */
  readonly pass: (milliseconds: number) => void;
  /** It is this instant at least. */
  readonly reach: (instant: number) => void;
}

/** When every play begins. */
const BEGINNING = Date.UTC(2026, 0, 1);

export function createClock(): Clock {
  let now = BEGINNING;
  return {
    now: () => now,
    pass(milliseconds) {
      now += milliseconds;
    },
    reach(instant) {
      now = Math.max(now, instant);
    },
  };
}
