import { UsageError } from './exit.ts';
import type { Decision } from './service/types.ts';

type Limits = Extract<Decision, { action: 'raise' }>['budgets'];

/** `maxCostUsd=2`, `maxDuration=PT2H`: the limits of a run; which there are the service knows. Throws `UsageError` for what is no pair. */
export function limitsFrom(pairs: readonly string[]): Limits {
  return Object.fromEntries(
    pairs
      .filter((pair) => pair !== '')
      .map((pair) => {
        const [, name, value = ''] = /^([^=]+)=(.+)$/.exec(pair) ?? [];
        if (name === undefined) throw new UsageError(`A limit is written like maxCostUsd=2, not ${pair}.`);
        return [name, Number.isNaN(Number(value)) ? value : Number(value)];
      }),
  );
}
