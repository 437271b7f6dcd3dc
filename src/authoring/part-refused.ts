import { messageOf } from '../text/message-of.ts';

/** A part of the user's that cannot be used. Holds all its problems at once. */
export class PartRefused extends Error {
  override readonly name = 'PartRefused';
  readonly problems: readonly string[];
  constructor(part: string, problems: readonly string[]) {
    super([`${part} cannot be used:`, ...problems.map((problem) => `  - ${problem}`)].join('\n'));
    this.problems = problems;
  }
}

/** A function of the user's broke that has to work: no verdict, and no failing of the model's. */
export class PartFault extends Error {
  override readonly name = 'PartFault';
}

/** Runs a function of the user's; what it throws is a `PartFault`. */
export function calling<Result>(what: string, call: () => Result): Result {
  try {
    return call();
  } catch (error) {
    throw new PartFault(`${what} threw: ${messageOf(error)}`, { cause: error });
  }
}
