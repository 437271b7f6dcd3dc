/** Steps that placing one patch may take: some tenths of a second, far above what ordinary patches need. */
const MAX_STEPS = 20_000_000;

/** Counts the work on one patch, so that one made to match everywhere ends. */
export interface Meter {
  /** Throws `TooMuchWork` when the steps are used up. */
  spend(steps: number): void;
}

export class TooMuchWork extends Error {
  override readonly name = 'TooMuchWork';
}

export function createMeter(steps = MAX_STEPS): Meter {
  let left = steps;
  return {
    spend(more) {
      left -= more;
      if (left < 0)
        throw new TooMuchWork('its lines stand in too many places, or its files are too large for so many changes');
    },
  };
}
