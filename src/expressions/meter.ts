/** Why a value cannot be calculated: in words, and the names at the heads of the paths that decide about it. */
export interface Reason {
  readonly note: string;
  readonly roots: ReadonlySet<string>;
}

/** Thrown inside of one evaluation only: a value cannot be calculated (R109). `reasons` are there once it is known where. */
export class Broken extends Error {
  readonly reasons: readonly Reason[] | undefined;

  constructor(message: string, reasons?: readonly Reason[]) {
    super(message);
    this.reasons = reasons;
  }
}

/** The evaluation as a whole has taken too long; no part of it can settle the others. */
export class Exhausted extends Broken {}

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
      if (left < 0) throw new Exhausted(`the expression takes more than ${steps} steps`);
    },
  };
}

/** Characters or items. */
const SIZE_PER_STEP = 200;

/** What one evaluation may take, about a second at most: ten on each of 25,000 entries of a list. */
export const MAX_STEPS = 250_000;
