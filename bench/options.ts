import { parseArgs } from 'node:util';

export interface BenchOptions {
  /** Numbers of the figures to take. */
  readonly only: ReadonlySet<number>;
  /** Fewer rounds: for a look, not for a record. */
  readonly quick: boolean;
}

/** Throws on what is not an option. */
export function readOptions(argv: readonly string[], known: readonly number[]): BenchOptions {
  const { values } = parseArgs({
    args: [...argv],
    options: { only: { type: 'string' }, quick: { type: 'boolean', default: false } },
  });
  const asked = values.only?.split(',').map(Number) ?? known;
  const unknown = asked.filter((number) => !known.includes(number));
  if (unknown.length > 0) throw new Error(`--only takes figures out of ${known.join(',')}, for example --only 1,3`);
  return { only: new Set(asked), quick: values.quick };
}
