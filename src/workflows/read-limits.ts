import { Refused } from '../model/input.ts';
import type { Budgets } from '../model/plan.ts';
import { parseDuration } from '../text/duration.ts';

const MICRO = 1_000_000;
const MOST_DOLLARS = 1_000_000;
const LONGEST = 3_650 * 24 * 60 * 60 * 1_000;
const MOST_PARALLEL = 1_000;

type Amount = Exclude<keyof Budgets, 'unpriced'>;

interface Limit {
  /** As the plan knows it. */
  readonly name: Amount;
  /** undefined: not to be understood. */
  readonly read: (value: unknown) => number | undefined;
  readonly takes: string;
}

const COUNT = { read: wholeUpTo(Number.MAX_SAFE_INTEGER), takes: 'a whole number from 1' } as const;

/** By the names that definitions and the API use, and by those of a plan. */
const LIMITS: Readonly<Record<string, Limit>> = {
  maxAttempts: { name: 'maxAttempts', ...COUNT },
  maxTokens: { name: 'maxTokens', ...COUNT },
  maxCostUsd: { name: 'maxMicroUsd', read: microUsd, takes: 'an amount in US dollars' },
  maxMicroUsd: { name: 'maxMicroUsd', read: wholeUpTo(MOST_DOLLARS * MICRO, 0), takes: 'a whole number of micro-USD' },
  maxDuration: { name: 'maxDurationMs', read: durationMs, takes: 'an ISO 8601 duration such as PT2H' },
  maxDurationMs: { name: 'maxDurationMs', read: wholeUpTo(LONGEST), takes: 'a whole number of milliseconds' },
  maxParallelAgents: {
    name: 'maxParallelAgents',
    read: wholeUpTo(MOST_PARALLEL),
    takes: 'a whole number from 1 to 1000',
  },
  maxIterations: { name: 'maxIterations', ...COUNT },
  maxStall: { name: 'maxStall', ...COUNT },
  maxSwaps: { name: 'maxSwaps', read: wholeUpTo(Number.MAX_SAFE_INTEGER, 0), takes: 'a whole number from 0' },
};

/**
 * Limits as anyone may send them over Temporal, in a plan's units and always in the same order, so that the same limits are the same
 * decision (R42). Throws `Refused` (`invalid_request`) saying what is wrong.
 */
export function readLimits(budgets: unknown): Partial<Budgets> {
  if (typeof budgets !== 'object' || budgets === null || Array.isArray(budgets))
    throw wrong('budgets is an object of limits.');
  const sent = new Map(Object.entries(budgets).filter(([, value]) => value !== undefined && value !== null));
  const unpriced = sent.get('unpriced');
  if (unpriced !== undefined && unpriced !== 'allow') throw wrong('budgets.unpriced is "allow", or left out.');
  const unknown = [...sent.keys()].find((name) => name !== 'unpriced' && !Object.hasOwn(LIMITS, name));
  if (unknown !== undefined)
    throw wrong(`There is no limit ${unknown}, but ${[...Object.keys(LIMITS), 'unpriced'].join(', ')}.`);
  if (sent.size === 0) throw wrong('budgets names at least one limit.');
  const found: Partial<Record<Amount, number>> = {};
  for (const [name, { name: inPlan, read, takes }] of Object.entries(LIMITS)) {
    if (!sent.has(name)) continue;
    const value = read(sent.get(name));
    if (value === undefined) throw wrong(`budgets.${name} is ${takes}.`);
    found[inPlan] = value;
  }
  return { ...found, ...(unpriced !== undefined && { unpriced }) };
}

function wholeUpTo(most: number, least = 1): (value: unknown) => number | undefined {
  return (value) =>
    typeof value === 'number' && Number.isSafeInteger(value) && value >= least && value <= most ? value : undefined;
}

function microUsd(value: unknown): number | undefined {
  return typeof value === 'number' && value >= 0 && value <= MOST_DOLLARS ? Math.round(value * MICRO) : undefined;
}

function durationMs(value: unknown): number | undefined {
  const found = typeof value === 'string' ? parseDuration(value) : undefined;
  return found !== undefined && found > 0 && found <= LONGEST ? found : undefined;
}

function wrong(detail: string): Refused {
  return new Refused('invalid_request', detail, { field: 'budgets' });
}
