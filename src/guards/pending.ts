import type { HumanOptions } from './people/human.ts';

/** A leaf whose verdict a person owes: no verdict, and no error (R73). */
export class PendingLeaf extends Error {
  override readonly name = 'PendingLeaf';
  readonly leaf: string;
  readonly options: HumanOptions;
  constructor(leaf: string, options: HumanOptions) {
    super(`${leaf} waits for a person`);
    this.leaf = leaf;
    this.options = options;
  }
}
