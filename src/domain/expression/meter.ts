/** Thrown inside of one evaluation only: the expression cannot go on, which makes a condition false (design 3.3). */
export class Broken extends Error {}

/** Counts the steps of one evaluation, so that it ends whatever it is given. */
export interface Meter {
  /** One step, and more for work that grows with `size` (characters or items). */
  spend(size?: number): void;
}

export function createMeter(steps: number): Meter {
  let left = steps;
  return {
    spend(size = 0) {
      left -= 1 + Math.floor(size / SIZE_PER_STEP);
      if (left < 0) throw new Broken(`the expression takes more than ${steps} steps`);
    },
  };
}

const SIZE_PER_STEP = 5_000;
