import { z } from 'zod';
import type { TestOutcome, TestResult } from './test-report.ts';
import { withoutCase } from './test-report.ts';

const OUTCOMES = ['passed', 'failed', 'errored', 'skipped', 'cannot-cross'] as const satisfies readonly (
  | TestOutcome
  | 'cannot-cross'
)[];

const eventSchema = z.union([
  z.object({ ended: z.string(), outcome: z.enum(OUTCOMES), message: z.string() }),
  z.object({ started: z.string() }),
  z.object({ collected: z.array(z.string()) }),
  z.object({ ids: z.array(z.string()), module: z.string().nullable(), apart: z.record(z.string(), z.string()) }),
  z.object({ ids: z.array(z.string()), canaries: z.record(z.string(), z.enum(['passed', 'failed'])) }),
  z.object({ ids: z.array(z.string()), cases: z.number() }),
  z.object({ uncollected: z.string() }),
  z.object({ refused: z.string() }),
  z.object({ forbidden: z.array(z.string()) }),
  z.object({ broken: z.string() }),
  z.object({ done: z.literal(true) }),
]);

type TestEvent = z.infer<typeof eventSchema>;

interface Ended {
  readonly outcome: (typeof OUTCOMES)[number];
  readonly message: string;
}

/** All that the programs that run tests have told. */
export interface Account {
  /** The tests that were found without running anything, without their cases. */
  ids?: readonly string[];
  /** What the artifact was found to be; null when there is none. */
  module?: string | null;
  /** Why tests cannot cross, by id without case. */
  apart: Readonly<Record<string, string>>;
  /** What must become of the canaries, by id. */
  canaries: Readonly<Record<string, 'passed' | 'failed'>>;
  /** How many tests there are with their cases, as far as these are written out. */
  cases: number;
  collected?: readonly string[];
  /** The test under way, or the last one. */
  started?: string;
  readonly ended: Map<string, Ended>;
  uncollected?: string;
  refused?: string;
  forbidden?: readonly string[];
  broken?: string;
  done: boolean;
}

export function emptyAccount(): Account {
  return { apart: {}, canaries: {}, cases: 0, ended: new Map(), done: false };
}

/** Takes in one line, if it begins with the nonce. Gives what a line of the kind `ask` asks. */
export function takeLine(account: Account, line: string, nonce: string): string | undefined {
  if (line.startsWith(`${nonce} ask `)) return line.slice(nonce.length + ' ask '.length);
  if (line.startsWith(`${nonce} event `)) take(account, eventOf(line.slice(nonce.length + ' event '.length)));
  return undefined;
}

/**
 * What became of every test, in the order in which they were collected; those of which nothing was heard are missing.
 */
export function resultsOf(account: Account): readonly TestResult[] {
  const { ids = [], collected, ended } = account;
  const heard = collected ?? [...ended.keys()];
  const bases = new Set(heard.map(withoutCase));
  const all = [...heard, ...ids.filter((id) => !bases.has(id))].filter((id) => !(id in account.canaries));
  return all.map((id) => ({ id, ...(resultOf(ended.get(id)) ?? MISSING) }));
}

const MISSING = { outcome: 'missing', message: 'it was not run' } as const;

function resultOf(ended: Ended | undefined): Omit<TestResult, 'id'> | undefined {
  if (ended === undefined) return undefined;
  const { outcome, message } = ended;
  return outcome === 'cannot-cross' ? { outcome: 'errored', message } : { outcome, message };
}

function eventOf(text: string): TestEvent {
  return eventSchema.parse(JSON.parse(text));
}

function take(account: Account, event: TestEvent): void {
  if ('ended' in event) account.ended.set(event.ended, event);
  else Object.assign(account, event);
}
